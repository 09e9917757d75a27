/** “Pull the plug”, as a visitor operates it. */
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

export const startButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Upload \d+ MB$/ });

export const networkSwitch = (page: Page, name: string): Locator =>
  page.getByRole('switch', { name });

export const map = (page: Page): Locator => page.getByRole('img', { name: /^\d+ parts?: / });

/** The page in the frame. */
export const framed = (page: Page): FrameLocator => page.frameLocator('#plug iframe');

/** The numbers that the map says in words. */
export const mapNumbers = async (
  page: Page,
): Promise<{ parts: number; stored: number; again: number }> => {
  const words = (await map(page).getAttribute('aria-label')) ?? '';
  const count = (pattern: RegExp): number => Number(pattern.exec(words)?.[1] ?? 0);
  return {
    parts: count(/^(\d+) part/),
    stored: count(/(\d+) stored/),
    again: count(/(\d+) sent more than once/),
  };
};

export const waitForStored = (page: Page, count: number): Promise<void> =>
  expect.poll(async () => (await mapNumbers(page)).stored).toBeGreaterThanOrEqual(count);

/**
 * Sends the parts up to this number, and holds those after it in the page that sends them. The returned function sets
 * another number. Call it before the page is opened.
 */
export const holdParts = async (page: Page, count: number): Promise<(count: number) => void> => {
  let last = count;
  let held: (() => void)[] = [];
  await page.exposeFunction('mayPass', async (part: number) => {
    while (part > last) await new Promise<void>((resolve) => held.push(resolve));
  });
  await page.addInitScript(() => {
    const frame = window as unknown as { mayPass(part: number): Promise<void> };
    const { fetch } = window;
    window.fetch = async (url, init) => {
      if (init?.method === 'PUT') {
        const [part] = /\d+$/.exec(new URL(url as string).pathname) ?? [];
        await frame.mayPass(Number(part));
      }
      return fetch(url, init);
    };
  });
  return (next) => {
    last = next;
    const released = held;
    held = [];
    for (const release of released) release();
  };
};

/** Waits for the transcript, which says that it is made up. */
export const waitForTranscript = (page: Page): Promise<void> =>
  expect(framed(page).getByText('This transcript is made up for this page.')).toBeVisible();

/**
 * Collects the errors and warnings of the console. Those of requests that the simulation makes fail are left out: a
 * browser logs every failed request.
 */
export const watchConsole = (page: Page): readonly string[] => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const { url } = message.location();
    const isSimulated = /\/simulation\/[0-9a-f]{32}\//.test(url);
    const isFailure = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !(isSimulated && isFailure))
      complaints.push(`${message.text()} ${url}`);
  });
  return complaints;
};
