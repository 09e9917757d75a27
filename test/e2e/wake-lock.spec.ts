/** The screen stays on only while bytes are sent: the browser's own wake lock, with its permission. */
import { expect, test } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import {
  button,
  demoForTests,
  element,
  holdPieces,
  openDemo,
  piecesNoted,
  watchWakeLocks,
} from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

test('an upload holds a wake lock while it sends, and not while it is paused', async ({
  page,
  context,
}) => {
  const { sandbox, url } = demo();
  await context.grantPermissions(['screen-wake-lock']);
  const locks = await watchWakeLocks(page);
  /** Whether the latest requested lock is held; null if none was granted. */
  const isAwake = async (): Promise<boolean | null> => (await locks()).at(-1) ?? null;
  await openDemo(page, url);
  const letGo = await holdPieces(page, sandbox, 3);
  expect(await isAwake()).toBe(null);
  await page.locator('[data-sample="conversation.mp3"]').click();
  await piecesNoted(page, 3);
  await expect.poll(isAwake).toBe(true);
  await button(page, 'Pause').click();
  await expect.poll(isAwake).toBe(false);
  await button(page, 'Resume').click();
  await expect.poll(isAwake).toBe(true);
  letGo();
  await button(page, 'Pause').click();
  await button(page, 'Resume').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  expect(await isAwake()).toBe(false);
});
