/** Shared steps on the demo's page that every state starts with. */
import type { Page } from '@playwright/test';

/** Brings a fresh page of the demo into a state. */
export type ReachState = (page: Page) => Promise<void>;

export const element = (page: Page) => page.locator('audio-transcribe');
/** The button with this accessible name. */
export const button = (page: Page, name: string | RegExp) =>
  element(page).getByRole('button', { name, exact: true });

export const reach = (page: Page, state: string): Promise<void> =>
  element(page)
    .and(page.locator(`[state="${state}"]`))
    .waitFor({ timeout: 30_000 });
export const pick = (page: Page, file: string): Promise<void> =>
  page.locator(`[data-sample="${file}"]`).click();
