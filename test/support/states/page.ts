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
    .waitFor();

/** Holds the queries of tasks. The returned function ends the holding once another page is opened. */
export const holdQueries = async (page: Page): Promise<() => void> => {
  let isHeld = true;
  await page.route('**/api/transcribe/transcriptions/*', (route) =>
    isHeld ? undefined : route.continue(),
  );
  // A query of the page that is left would end the task before its reload.
  return () => page.once('framenavigated', () => (isHeld = false));
};

export const pick = (page: Page, file: string): Promise<void> =>
  page.locator(`[data-sample="${file}"]`).click();
