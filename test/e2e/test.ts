/** Playwright's `test`, which also fails if a page does not catch an error. */
import { expect, test as base, type BrowserContext } from '@playwright/test';

export * from '@playwright/test';

/** Uses the context, then fails if one of its pages did not catch an error. */
export const watched = async (
  context: BrowserContext,
  use: (context: BrowserContext) => Promise<void>,
  expectedError: RegExp | null,
): Promise<void> => {
  const uncaught: string[] = [];
  context.on('weberror', (event) => {
    const { stack, message } = event.error();
    if (expectedError?.test(message) !== true) uncaught.push(stack ?? message);
  });
  await use(context);
  expect(uncaught, 'errors that a page did not catch').toEqual([]);
};

export const test = base.extend<{ expectedError: RegExp | null }>({
  expectedError: [null, { option: true }],
  context: ({ context, expectedError }, use) => watched(context, use, expectedError),
});
