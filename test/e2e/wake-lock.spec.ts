/** The screen stays on only while bytes are sent: the browser's own wake lock, with its permission. */
import { expect, test, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { button, demoForTests, element, holdPieces, openDemo, piecesNoted } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

/** Whether the latest requested lock is held; null if none was granted. */
const isAwake = (page: Page): Promise<boolean | null> =>
  page.evaluate(() => {
    const { last } = globalThis as { last?: WakeLockSentinel };
    return last === undefined ? null : !last.released;
  });

test('an upload holds a wake lock while it sends, and not while it is paused', async ({
  page,
  context,
}) => {
  const { sandbox, url } = demo();
  await context.grantPermissions(['screen-wake-lock']);
  await page.addInitScript(() => {
    const real = WakeLock.prototype.request;
    WakeLock.prototype.request = async function (type) {
      const sentinel = await real.call(this, type);
      Object.assign(globalThis, { last: sentinel });
      return sentinel;
    };
  });
  await openDemo(page, url);
  const letGo = await holdPieces(page, sandbox, 3);
  expect(await isAwake(page)).toBe(null);
  await page.locator('[data-sample="conversation.mp3"]').click();
  await piecesNoted(page, 3);
  await expect.poll(() => isAwake(page)).toBe(true);
  await button(page, 'Pause').click();
  await expect.poll(() => isAwake(page)).toBe(false);
  await button(page, 'Resume').click();
  await expect.poll(() => isAwake(page)).toBe(true);
  letGo();
  await button(page, 'Pause').click();
  await button(page, 'Resume').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  expect(await isAwake(page)).toBe(false);
});
