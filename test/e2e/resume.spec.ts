/** Pages that are reloaded midway: completed work is not repeated. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './test.js';
import type { AudioTranscribe } from '../../src/index.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import {
  button,
  CHUNK_SIZE,
  demoForTests,
  element,
  fileIdOf,
  holdPieces,
  holdQueries,
  openDemo,
  piecesNoted,
  samplePath,
} from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

test('reload during an upload: resumes without picking the file again', async ({ page }) => {
  const { sandbox } = demo();
  await openDemo(page, demo().url);
  const letGo = await holdPieces(page, sandbox, 3);
  await page.locator('[data-sample="conversation.mp3"]').click();
  await piecesNoted(page, 3);

  await openDemo(page, demo().url);
  letGo();
  await expect(element(page).locator('[part~="offer"]')).toContainText('conversation.mp3');
  const logStart = sandbox.log.length;
  await button(page, /^Continue/).click();
  await expect(element(page)).toHaveAttribute('state', 'ready');

  const bytes = await readFile(samplePath('conversation.mp3'));
  expect(await readFile(sandbox.uploadedFile(await fileIdOf(page)) ?? '')).toEqual(bytes);
  const log = sandbox.log.slice(logStart);
  const again = log.filter(({ method }) => method === 'PUT');
  expect(again).toHaveLength(Math.ceil(bytes.length / CHUNK_SIZE) - 3);
  expect(log.filter(({ path }) => path.endsWith('/generate-presigned-urls'))).toEqual([]);
});

test('sign-out while the code of the store does not arrive: rejects, and the next page deletes the work', async ({
  page,
}) => {
  const { sandbox } = demo();
  await openDemo(page, demo().url);
  await holdPieces(page, sandbox, 3);
  await page.locator('[data-sample="conversation.mp3"]').click();
  await piecesNoted(page, 3);

  const isStore = /\/job-store\b[^/]*\.js/;
  await page.route(isStore, () => undefined);
  await openDemo(page, demo().url);
  const outcome = await element(page).evaluate((it) =>
    (it.constructor as typeof AudioTranscribe).forgetStored().then(
      () => 'resolved',
      ({ name }: Error) => name,
    ),
  );
  expect(outcome).toBe('TranscribeError');
  await page.unroute(isStore);
  await openDemo(page, demo().url);
  const notes = () => page.evaluate(() => Object.keys(localStorage).join());
  await expect.poll(notes).not.toContain('forget');
  await expect(element(page).locator('[part~="offer"]')).toHaveCount(0);
});

test('reload during transcription: the task is found again and not submitted twice', async ({
  page,
}) => {
  const { sandbox } = demo();
  await openDemo(page, demo().url);
  const answerNextPage = await holdQueries(page);
  await page.locator('[data-sample="interview.m4a"]').click();
  await expect(element(page)).toHaveAttribute('state', 'transcribing');
  answerNextPage();
  await openDemo(page, demo().url);
  const logStart = sandbox.log.length;
  await button(page, /^Continue/).click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  // The page requests a token before it offers stored work. Nothing is uploaded or submitted.
  const changing = sandbox.log
    .slice(logStart)
    .filter(({ method, kind }) => method !== 'GET' && kind !== 'user-token');
  expect(changing).toEqual([]);

  await openDemo(page, demo().url);
  await expect(page.locator('.sample').first()).toBeEnabled();
  await expect(element(page).locator('[part~="offer"]')).toHaveCount(0);
});

test('reload during transcription in the same tab: continues without asking', async ({ page }) => {
  const { sandbox } = demo();
  await openDemo(page, demo().url);
  const answerNextPage = await holdQueries(page);
  await page.locator('[data-sample="interview.m4a"]').click();
  await expect(element(page)).toHaveAttribute('state', 'transcribing');
  const logStart = sandbox.log.length;
  // The task is still running after the second reload too.
  await page.reload();
  await expect(element(page)).toHaveAttribute('state', 'transcribing');
  answerNextPage();
  await page.reload();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  const changing = sandbox.log
    .slice(logStart)
    .filter(({ method, kind }) => method !== 'GET' && kind !== 'user-token');
  expect(changing).toEqual([]);
});

test('interrupted work can be discarded', async ({ page }) => {
  await openDemo(page, demo().url);
  await holdQueries(page);
  await page.locator('[data-sample="interview.m4a"]').click();
  await expect(element(page)).toHaveAttribute('state', 'transcribing');
  await openDemo(page, demo().url);
  await button(page, 'Discard').click();
  await expect(element(page).locator('[part~="offer"]')).toHaveCount(0);
  await openDemo(page, demo().url);
  await expect(button(page, 'Choose a file')).toBeVisible();
  await expect(element(page).locator('[part~="offer"]')).toHaveCount(0);
});
