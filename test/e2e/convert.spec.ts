/** A file that the service does not accept, from the file dialog to its transcript. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from './test.js';
import { detectAudioFormat } from '../../src/engine.js';
import type { AudioTranscribe } from '../../src/index.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { toMatroska } from '../support/matroska.js';
import { demoForTests, element, fileIdOf, openDemo, samplePath } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

const video = async (name = 'phone.mkv', languages?: readonly string[]) => {
  const m4a = new Uint8Array(await readFile(samplePath('interview.m4a')));
  const buffer = Buffer.from(await toMatroska(m4a, languages));
  return { name, mimeType: 'video/x-matroska', buffer };
};

const filesOnDisk = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('audio-transcribe-files').catch(() => null);
    if (folder === null) return [];
    const names: string[] = [];
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) {
      names.push(name);
    }
    return names;
  });

test('a video is converted, uploaded as m4a, and transcribed', async ({ page }) => {
  const sandbox = demo().sandbox;
  await openDemo(page, demo().url);
  const file = await video();
  await page.evaluate(() => {
    const seen: unknown[] = [];
    Object.assign(globalThis, { seen });
    document.addEventListener('transcribe-progress', ({ progress: { phase, conversion } }) =>
      seen.push({ phase, fraction: conversion?.fraction }),
    );
  });
  await element(page).locator('input[type=file]').setInputFiles(file);
  await expect(element(page)).toHaveAttribute('state', 'ready');

  const stored = await readFile(sandbox.uploadedFile(await fileIdOf(page)) ?? 'nothing');
  const format = await detectAudioFormat({
    size: stored.length,
    read: (at, length) => Promise.resolve(new Uint8Array(stored.subarray(at, at + length))),
  });
  expect(format).toMatchObject({ kind: 'audio', fileType: 'm4a' });
  expect(format.kind === 'audio' && format.durationSeconds).toBeCloseTo(23.1, 0);

  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: { phase: string; fraction?: number }[] }).seen,
  );
  expect(seen.map(({ phase }) => phase)).toContain('converting');
  const fractions = seen.flatMap(({ fraction }) => fraction ?? []);
  expect(fractions).toEqual([...fractions].sort((one, other) => one - other));
  expect(fractions.at(-1)).toBe(1);

  const transcript = await element(page).evaluate((it: AudioTranscribe) => it.transcript);
  expect(transcript?.segments.length).toBeGreaterThan(0);
  // The player plays the video's own sound, or else the converted one.
  await element(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect(element(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible();

  // Nothing is left on disk when the transcript is closed.
  await element(page).evaluate((it: AudioTranscribe) => it.reset());
  await expect.poll(() => filesOnDisk(page)).toEqual([]);
});

test('a converted video is kept over a reload, and is not converted again', async ({ page }) => {
  await openDemo(page, demo().url);
  await page.evaluate(() => {
    document.querySelector('audio-transcribe')?.setAttribute('user-key', 'ada');
  });
  await element(page).evaluate((it: AudioTranscribe) => (it.manualStart = true));
  await element(page)
    .locator('input[type=file]')
    .setInputFiles(await video());
  await expect(element(page).getByRole('button', { name: 'Start' })).toBeVisible();
  await expect(
    element(page)
      .getByText('Converted recording')
      .or(element(page).getByText('Using the sound of your video: ')),
  ).toBeVisible();
  await expect.poll(() => filesOnDisk(page)).toHaveLength(1);
  const kept = await filesOnDisk(page);
  await page.reload();
  await page.evaluate(() => {
    document.querySelector('audio-transcribe')?.setAttribute('user-key', 'ada');
  });
  await element(page)
    .getByRole('button', { name: /^Continue/ })
    .click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  expect(await filesOnDisk(page)).toEqual(kept);
  const title = element(page).locator('[part~=title]');
  await expect(title.first()).toContainText('phone');
  await element(page).evaluate((it: AudioTranscribe) => it.reset());
  await expect.poll(() => filesOnDisk(page)).toEqual([]);
});

test('another audio track can be chosen', async ({ page }) => {
  await openDemo(page, demo().url);
  await element(page).evaluate((it: AudioTranscribe) => (it.manualStart = true));
  await element(page)
    .locator('input[type=file]')
    .setInputFiles(await video('two.mkv', ['eng', 'deu']));
  const list = element(page).getByRole('combobox', { name: 'Audio track' });
  await expect(list).toHaveValue('0');
  await expect(list.locator('option')).toHaveText(['Track 1 (English)', 'Track 2 (German)']);
  await list.selectOption('1');
  await expect(list).toHaveValue('1');
  await expect(element(page).getByRole('button', { name: 'Start' })).toBeVisible();
});

test('no-convert refuses a video', async ({ page }) => {
  await openDemo(page, demo().url);
  await element(page).evaluate((it: AudioTranscribe) => (it.noConvert = true));
  await element(page)
    .locator('input[type=file]')
    .setInputFiles(await video());
  await expect(element(page)).toHaveAttribute('state', 'failed');
  await expect(element(page).locator('[part~=error-message]')).toContainText(
    'Choose an MP3, M4A or WAV file.',
  );
  expect(await filesOnDisk(page)).toEqual([]);
});
