/** Recordings with a fake microphone that plays a sample: real capture, real files, real upload. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from './test.js';
import { findChrome } from '../../scripts/find-browser.mjs';
import { noRecognizer } from '../../demo/sandbox/index.js';
import type { AudioTranscribe } from '../../src/index.js';
import { closePages, openPartnerPage } from './partner-page.js';
import {
  button,
  demoForTests,
  element,
  fileIdOf,
  openDemo,
  piece,
  samplePath,
  watchWakeLocks,
} from './demo.js';

// All workers share this long file, which runs last: its browser starts with other options.
test.describe.configure({ mode: 'parallel' });

const chrome = await findChrome();
/** What the fake microphone plays, again and again. */
const sound = `--use-file-for-fake-audio-capture=${samplePath('voicemail.wav')}`;
test.use({ launchOptions: { ...chrome, args: [...chrome.args, sound] } });

const demo = demoForTests({ recognizer: noRecognizer() });

/** Opens the demo with a “Record” button, and records the phases of the microphone. */
const openWithMicrophone = async (page: Page): Promise<void> => {
  await openDemo(page, demo().url);
  await element(page).evaluate((it: AudioTranscribe) => {
    it.sources = 'file microphone';
  });
  await button(page, 'Record').waitFor();
};

/** Starts a recording through the explanation of the permission. */
const startRecording = async (page: Page): Promise<void> => {
  await button(page, 'Record').click();
  await expect(element(page).getByText('Choose “Allow”')).toBeVisible();
  await button(page, 'Continue').click();
};

/** Seconds on the recorder. */
const recordedSeconds = async (page: Page): Promise<number> => {
  const text = (await element(page).getByRole('timer').textContent()) ?? '';
  const [, minutes, seconds] = /(\d+):(\d+)/.exec(text) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

const recordFor = async (page: Page, seconds: number): Promise<void> => {
  await expect.poll(() => recordedSeconds(page)).toBeGreaterThanOrEqual(seconds);
};

/**
 * Seconds of the only recording that are stored: a file has 16,000 samples of two bytes for each. One that is replaced
 * while it is looked for counts as empty.
 */
const storedSeconds = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const all = await root.getDirectoryHandle('audio-transcribe-recordings');
    let bytes = 0;
    for await (const folder of all.values() as AsyncIterable<FileSystemDirectoryHandle>)
      for await (const file of folder.values() as AsyncIterable<FileSystemFileHandle>)
        bytes += await file.getFile().then(
          ({ size }) => size,
          () => 0,
        );
    return bytes / 32_000;
  });

/** The samples of a 16-bit mono WAV file without its header, between -1 and 1. */
const samplesOf = (file: Buffer): Float32Array => {
  const data = file.indexOf('data') + 8;
  return Float32Array.from(
    { length: Math.floor((file.length - data) / 2) },
    (_, index) => file.readInt16LE(data + index * 2) / 32_768,
  );
};

/** Loudness of each 20 ms. */
const envelope = (samples: Float32Array, rate: number): readonly number[] => {
  const length = rate / 50;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, index) => {
    const window = samples.subarray(index * length, (index + 1) * length);
    return Math.sqrt(window.reduce((sum, one) => sum + one * one, 0) / length);
  });
};

const correlation = (one: readonly number[], other: readonly number[]): number => {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(one), mean(other)];
  const product = (x: readonly number[], y: readonly number[], mx: number, my: number): number =>
    x.reduce((sum, value, index) => sum + (value - mx) * ((y[index] ?? 0) - my), 0);
  return (
    product(one, other, a, b) / Math.sqrt(product(one, one, a, a) * product(other, other, b, b))
  );
};

test('a recording is made, listened to, sent and transcribed', async ({ page }) => {
  await openWithMicrophone(page);
  await startRecording(page);
  await recordFor(page, 4);
  await button(page, 'Pause').click();
  const paused = await recordedSeconds(page);
  await expect(element(page).locator('p:not([role])', { hasText: /^\s*Paused\s*$/ })).toBeVisible();
  await button(page, 'Resume').click();
  await recordFor(page, paused + 2);
  await button(page, 'Finish').click();

  const player = element(page).locator('audio');
  await expect
    .poll(() => player.evaluate((it: HTMLAudioElement) => it.duration))
    .toBeGreaterThan(5.9);
  await player.evaluate((it: HTMLAudioElement) => it.play());
  await expect
    .poll(() => player.evaluate((it: HTMLAudioElement) => it.currentTime))
    .toBeGreaterThan(0);
  await button(page, 'Transcribe').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');

  const sent = await readFile(demo().sandbox.uploadedFile(await fileIdOf(page)) ?? '');
  expect(sent.toString('latin1', 0, 4)).toBe('RIFF');
  expect(sent.readUInt32LE(4)).toBe(sent.length - 8);
  expect(sent.readUInt32LE(24)).toBe(16_000);
  // The browser removes noise and sets the volume, so compare how the loudness changes: at the best place of the sound,
  // which the fake microphone repeats.
  const original = await readFile(samplePath('voicemail.wav'));
  const played = envelope(samplesOf(original), 16_000);
  const recorded = envelope(samplesOf(sent), 16_000);
  const twice = [...played, ...played];
  // Three seconds anywhere: on a busy machine the fake microphone has gaps.
  const starts = Array.from(
    { length: Math.floor((recorded.length - 150) / 10) },
    (_, at) => at * 10,
  );
  const matches = starts.flatMap((start) =>
    played.map((_, at) =>
      correlation(recorded.slice(start, start + 150), twice.slice(at, at + 150)),
    ),
  );
  expect(Math.max(...matches)).toBeGreaterThan(0.75);
});

test('a recording keeps the screen on until it is finished, also if the code for that arrives late', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['microphone', 'screen-wake-lock']);
  const locks = await watchWakeLocks(page);
  const heldLocks = async (): Promise<number> => (await locks()).filter(Boolean).length;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => void (letGo = resolve));
  await page.route(/assets\/work-/, async (route) => {
    await held;
    await route.continue();
  });
  await openWithMicrophone(page);
  await button(page, 'Record').click();
  await recordFor(page, 2);
  await button(page, 'Pause').click();
  await button(page, 'Resume').click();
  await expect(button(page, 'Pause')).toBeVisible();
  expect(await heldLocks()).toBe(0);
  letGo();
  await expect.poll(heldLocks).toBeGreaterThan(0);
  await button(page, 'Finish').click();
  await expect.poll(heldLocks).toBe(0);
});

test('“Record yourself” of the demo: leaving the tab closes the microphone and keeps the recording', async ({
  page,
}) => {
  await page.goto(`${demo().url}?tab=record`);
  await expect(page.getByText('Your voice stays in this browser until')).toBeVisible();
  await startRecording(page);
  await recordFor(page, 2);
  await page.getByRole('tab', { name: 'Your recording' }).click();
  const own = page.locator('#transcribe');
  await expect(own.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expect(own.locator('[part~="offer"]')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Record yourself' }).click();
  const recorder = page.locator('#record-yourself');
  await expect(recorder.locator('[part~="offer"]')).toContainText('Not sent yet');
  await recorder.getByRole('button', { name: 'Listen and send', exact: true }).click();
  await recorder.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(recorder).toHaveAttribute('state', 'ready');
});

test('a recording that was transcribed is deleted', async ({ page }) => {
  const stored = (): Promise<number> =>
    page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('audio-transcribe-recordings');
      let count = 0;
      for await (const entry of folder as unknown as AsyncIterable<unknown>)
        count += Number(entry !== null);
      return count;
    });
  await openWithMicrophone(page);
  await startRecording(page);
  await recordFor(page, 2);
  await button(page, 'Finish').click();
  await button(page, 'Transcribe').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  expect(await stored()).toBe(1);
  await openWithMicrophone(page);
  await expect.poll(stored).toBe(0);
  await expect(piece(page, 'offer')).toHaveCount(0);
});

test('a killed page keeps what was written, and the recording can be sent later', async ({
  page,
  context,
}) => {
  await openWithMicrophone(page);
  await startRecording(page);
  // It is written while it is made. How long one write takes is up to the machine.
  await expect.poll(() => storedSeconds(page)).toBeGreaterThan(3);
  const stored = await storedSeconds(page);
  const client = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void client.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();

  const again = await context.newPage();
  await openWithMicrophone(again);
  await expect(piece(again, 'offer')).toContainText('Not sent yet');
  await button(again, 'Listen and send').click();
  const player = element(again).locator('audio');
  await expect
    .poll(() => player.evaluate((it: HTMLAudioElement) => it.duration))
    .toBeGreaterThanOrEqual(stored);
  await button(again, 'Transcribe').click();
  await expect(element(again)).toHaveAttribute('state', 'ready');
});

test.describe('on a page with headers', () => {
  test.afterEach(closePages);

  const openWith = async (page: Page, headers: Readonly<Record<string, string>>): Promise<void> => {
    const { url } = await openPartnerPage(
      (attributes) =>
        `<!doctype html><script type="module" src="/app.js"></script>
        <audio-transcribe ${attributes} sources="microphone"></audio-transcribe>`,
      { headers },
    );
    await page.goto(url);
    await startRecording(page);
  };

  test('a policy without blob: scripts forbids the worklet, and the recording works without', async ({
    page,
  }) => {
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    await openWith(page, {
      'content-security-policy': "default-src 'self'; connect-src *; media-src blob:",
    });
    await recordFor(page, 2);
    await button(page, 'Finish').click();
    const player = element(page).locator('audio');
    await expect
      .poll(() => player.evaluate((it: HTMLAudioElement) => it.duration))
      .toBeGreaterThan(1.9);
    expect(messages.join()).toContain('ScriptProcessorNode');
  });

  test('a Permissions Policy without the microphone is named as the reason', async ({ page }) => {
    await openWith(page, { 'permissions-policy': 'microphone=()' });
    await expect(piece(page, 'error-message')).toContainText('doesn’t allow the microphone');
  });

  test('records although another tab holds the database in an older version, and says that nothing is kept', async ({
    page,
    context,
  }) => {
    const { url } = await openPartnerPage(
      (attributes) =>
        `<!doctype html><script type="module" src="/app.js"></script>
        <audio-transcribe ${attributes} sources="microphone"></audio-transcribe>`,
    );
    const other = await context.newPage();
    await other.goto(`${url}app.js`);
    await other.evaluate(
      () =>
        new Promise<void>((resolve) => {
          // It is kept open: this page does not listen to `versionchange`.
          const asked = indexedDB.open('audio-transcribe', 3);
          asked.onsuccess = () => resolve();
        }),
    );
    await page.goto(url);
    await button(page, 'Record').click();
    await button(page, 'Continue').click();
    await button(page, 'Finish').waitFor();
    await expect(page.getByText('Keep this page open')).toBeVisible();
    await expect(page.getByRole('timer')).toContainText('0:02');
    await button(page, 'Finish').click();
    await button(page, 'Transcribe').click();
    await expect(page.locator('audio-transcribe')).toHaveAttribute('state', 'ready');
  });
});
