/** One recording through the whole service: demo page, backend handler, sandbox, and a real browser. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { expect, test, type Page } from './test.js';
import type { AudioTranscribe } from '../../src/index.js';
import {
  button,
  CHUNK_SIZE,
  demoForTests,
  element,
  fileIdOf,
  openDemo,
  samplePath,
  SAMPLES,
} from './demo.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { allInstalled } from '../support/installed.js';
import { recordSeeks } from '../support/record-seeks.js';
import { readScripts, spokenText, voicesOf } from '../support/scripts.js';
import { wordErrorRate } from '../support/word-errors.js';

const listening = demoForTests();
/** For tests that do not read the words, because recognising them takes long. */
const demo = demoForTests({ recognizer: noRecognizer() });
const sandbox = () => demo().sandbox;
const open = (page: Page): Promise<void> => openDemo(page, demo().url);

for (const name of SAMPLES) {
  test(`${name} is uploaded byte for byte and transcribed`, async ({ page }) => {
    const logStart = sandbox().log.length;
    await open(page);
    await page.locator(`[data-sample="${name}"]`).click();
    await expect(element(page)).toHaveAttribute('state', 'ready');

    const stored = sandbox().uploadedFile(await fileIdOf(page));
    const [sent, kept] = await Promise.all([
      readFile(samplePath(name)),
      readFile(stored ?? 'nothing was stored'),
    ]);
    const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');
    expect(kept.length).toBe(sent.length);
    expect(md5(kept)).toBe(md5(sent));

    const log = sandbox().log.slice(logStart);
    const puts = log.filter(({ method }) => method === 'PUT');
    expect(puts.length).toBe(Math.ceil(sent.length / CHUNK_SIZE));
    expect(puts.every(({ host, status }) => host === 'storage' && status === 200)).toBe(true);
    expect(puts.flatMap(({ headerNames }) => headerNames)).not.toContain('authorization');
    expect(puts.flatMap(({ headerNames }) => headerNames)).not.toContain('cookie');
    // A browser sends its page's Origin to other hosts. The handler, on the server, does not.
    const fromBrowser = log.filter(({ headerNames }) => headerNames.includes('origin'));
    expect(fromBrowser.length).toBeGreaterThan(puts.length);
    expect(
      fromBrowser.flatMap(({ headerNames }) => headerNames.filter((n) => n.startsWith('x-client'))),
    ).toEqual([]);
    expect(log.filter(({ violation }) => violation !== undefined)).toEqual([]);
    // Every byte was sent once.
    expect(puts.reduce((sum, { bytesReceived }) => sum + bytesReceived, 0)).toBe(sent.length);
  });
}

test('the interview: shows its words and speakers', async ({ page }) => {
  // Recognising takes a while on a busy machine.
  test.slow();
  await allInstalled();
  const script = (await readScripts()).find(({ file }) => file === 'interview.m4a');
  if (!script) throw new Error('the interview has no script');
  await openDemo(page, listening().url);
  await page.locator('[data-sample="interview.m4a"]').click();
  await page.locator('audio-transcribe[state="ready"]').waitFor();
  const texts = await element(page).locator('[part~="segment"]').allTextContents();
  const shown = texts.map((text) => text.trim()).join(' ');
  expect(wordErrorRate(spokenText(script), shown), shown).toBeLessThanOrEqual(0.15);
  const speakers = await element(page).evaluate((it: AudioTranscribe) => [
    ...new Set(it.transcript?.segments.map(({ speaker }) => speaker)),
  ]);
  expect(speakers).toEqual(voicesOf(script).map((_, index) => `SPEAKER_0${index + 1}`));
});

test('a click on the third segment plays from there and marks the segment', async ({ page }) => {
  await open(page);
  await page.locator('[data-sample="conversation.mp3"]').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  const start = await element(page).evaluate(
    (it: AudioTranscribe) => it.transcript?.segments[2]?.start_ms ?? -1,
  );
  expect(start).toBeGreaterThan(1_000);

  const seeks = await element(page).locator('audio').evaluateHandle(recordSeeks);
  await element(page).locator('[part~="segment"]').nth(2).click();
  await expect.poll(() => seeks.evaluate((all) => all.length)).toBe(1);
  const seek = await seeks.evaluate(([seconds = -1]) => seconds * 1000);
  expect(Math.abs(seek - start)).toBeLessThan(50);
  await expect
    .poll(() =>
      element(page).evaluate(
        (it: AudioTranscribe) => (it.renderRoot.querySelector('audio')?.currentTime ?? -1) * 1000,
      ),
    )
    .toBeGreaterThan(seek);
  const marked = element(page).locator('[aria-current="true"]');
  await expect(marked).toHaveCount(1);
});

test('a dropped file is accepted, and a file that is not a recording is rejected', async ({
  page,
}) => {
  await open(page);
  const drop = (name: string, bytes: readonly number[]): Promise<void> =>
    element(page).evaluate(
      (it, file) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(file.bytes)], file.name));
        it.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      { name, bytes: [...bytes] },
    );
  await drop('song.mp3', [...Buffer.from('%PDF-1.7 not a recording')]);
  await expect(element(page)).toHaveAttribute('state', 'failed');
  await expect(element(page).locator('[part~="error-message"]')).toContainText('a document (PDF)');
  expect(await element(page).evaluate((it: AudioTranscribe) => it.error?.code)).toBe(
    'unsupported-format',
  );

  await drop('voicemail', [...(await readFile(samplePath('voicemail.wav')))]);
  await expect(element(page)).toHaveAttribute('state', 'ready');
});

test('the whole flow works by keyboard alone', async ({ page }) => {
  // Registered before the page opens, because the browser needs a while to intercept dialogs.
  const chooser = page.waitForEvent('filechooser');
  await open(page);
  await element(page).evaluate((it: AudioTranscribe) => it.focus());
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(samplePath('voicemail.wav'));
  await expect(element(page)).toHaveAttribute('state', 'ready');
  const play = element(page).locator('[part~="play-button"]');
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    if (await play.evaluate((it) => it.matches(':focus'))) break;
  }
  await expect(play).toBeFocused();
  await page.keyboard.press('Space');
  await expect
    .poll(() =>
      element(page).evaluate((it: AudioTranscribe) => it.renderRoot.querySelector('audio')?.paused),
    )
    .toBe(false);
});

test('a paused upload resumes where it was, with the same plan', async ({ page }) => {
  const logStart = sandbox().log.length;
  await open(page);
  // Pause as soon as the first part is stored.
  await element(page).evaluate((it: AudioTranscribe) => {
    it.addEventListener('transcribe-progress', function hold({ progress }) {
      if (progress.phase !== 'uploading' || progress.sentBytes < 65_536) return;
      it.removeEventListener('transcribe-progress', hold);
      it.pause();
    });
  });
  await page.locator('[data-sample="conversation.mp3"]').click();
  await expect(element(page)).toHaveAttribute('state', 'paused');
  const held = sandbox().log.slice(logStart).length;
  await button(page, 'Resume').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  const log = sandbox().log.slice(logStart);
  expect(log.length).toBeGreaterThan(held);
  const posted = log.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect(posted.filter((path) => path.endsWith('/generate-presigned-urls'))).toHaveLength(1);
  // At most the parts in flight at the pause were sent twice.
  const { size } = await stat(samplePath('conversation.mp3'));
  const received = log
    .filter(({ method }) => method === 'PUT')
    .reduce((sum, { bytesReceived }) => sum + bytesReceived, 0);
  expect(received).toBeGreaterThanOrEqual(size);
  expect(received).toBeLessThanOrEqual(size + 4 * CHUNK_SIZE);
});
