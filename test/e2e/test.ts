/** Playwright's `test`, which also fails if a page does not catch an error. */
import { expect, test as base } from '@playwright/test';

export * from '@playwright/test';

export const test = base.extend<{ expectedError: RegExp | null }>({
  expectedError: [null, { option: true }],
  context: async ({ context, expectedError }, use) => {
    const uncaught: string[] = [];
    context.on('weberror', (event) => {
      const { stack, message } = event.error();
      if (expectedError?.test(message) !== true) uncaught.push(stack ?? message);
    });
    await use(context);
    expect(uncaught, 'errors that a page did not catch').toEqual([]);
  },
});
