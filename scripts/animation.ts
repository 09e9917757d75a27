/**
 * `npm run animate`: walks the demo in a browser and writes `docs/animation.webp`, the animation of the README;
 * `npm run animate -- FILE` writes another file. `npm run look -- --readme` makes its still picture. Needs ffmpeg with
 * libwebp, and the recogniser of `npm run setup`.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page, type Route } from '@playwright/test';
import { startDemo } from '../demo/start-demo.js';
import { findChrome } from './find-browser.mjs';
import { root } from './paths.mjs';

const SIZE = { width: 900, height: 620 };
const RECORDING = 'conversation.mp3';
const MOST_BYTES = 1_500_000;

interface Frame {
  readonly file: string;
  /** How long it is shown, in seconds. */
  readonly seconds: number;
}

const folder = await mkdtemp(join(tmpdir(), 'audio-transcribe-animation-'));
const frames: Frame[] = [];

const shoot = async (page: Page, seconds: number): Promise<void> => {
  const file = join(folder, `${String(frames.length).padStart(3, '0')}.png`);
  await page.screenshot({ path: file });
  frames.push({ file, seconds });
};

/** Takes a picture repeatedly while something moves. */
const film = async (page: Page, count: number): Promise<void> => {
  for (let index = 0; index < count; index++) {
    await shoot(page, 0.5);
    await page.waitForTimeout(400);
  }
};

/** Holds the chunks of an upload. `pass` lets the next one through, `lose` aborts those that are held. */
const holdChunks = async (page: Page, storageUrl: string) => {
  const held: Route[] = [];
  let isHolding = true;
  await page.route(
    (url) => url.origin === storageUrl,
    (route) =>
      isHolding && route.request().method() === 'PUT' ? void held.push(route) : route.continue(),
  );
  const next = async (): Promise<Route | undefined> => {
    for (let waits = 0; held.length === 0 && waits < 100; waits++) await page.waitForTimeout(50);
    return held.shift();
  };
  return {
    pass: async () => (await next())?.continue(),
    lose: () => Promise.all(held.splice(0).map((route) => route.abort())),
    release: () => {
      isHolding = false;
      return Promise.all(held.splice(0).map((route) => route.continue()));
    },
  };
};

const playExample = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByText('Good afternoon, you are speaking with Maya.').waitFor();
  await page.locator('.stage').evaluate((it) => it.scrollIntoView());
  await shoot(page, 1.2);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await film(page, 6);
};

const dropRecording = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: 'Your recording' }).click();
  const element = page.locator('audio-transcribe:visible');
  await element.getByRole('button', { name: 'Choose a file' }).waitFor();
  await page.locator('.stage').evaluate((it) => it.scrollIntoView());
  await shoot(page, 0.8);
  // A file that is dragged over the element, as the browser reports it.
  await element.evaluate((it) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([''], 'call.mp3', { type: 'audio/mpeg' }));
    it.dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true }));
  });
  await shoot(page, 0.9);
  await element.evaluate((it) => {
    it.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
  });
  await element.locator('input[type=file]').setInputFiles(join(root, 'demo/samples', RECORDING));
};

const transcribe = async (page: Page, storageUrl: string): Promise<void> => {
  const chunks = await holdChunks(page, storageUrl);
  await dropRecording(page);
  for (let part = 0; part < 2; part++) {
    await chunks.pass();
    await page.waitForTimeout(600);
    await shoot(page, 0.7);
  }
  const element = page.locator('audio-transcribe:visible');
  await page.context().setOffline(true);
  // The element says so once every chunk on its way has failed.
  const offline = element.getByText('You’re offline').first();
  for (let waits = 0; waits < 50 && !(await offline.isVisible()); waits++) {
    await chunks.lose();
    await page.waitForTimeout(100);
  }
  await offline.waitFor();
  await shoot(page, 2);
  await page.context().setOffline(false);
  for (let part = 0; part < 3; part++) await chunks.pass();
  await page.waitForTimeout(600);
  await shoot(page, 0.9);
  await chunks.release();
  await element.and(page.locator('[state=transcribing]')).waitFor();
  await shoot(page, 1);
  await element.and(page.locator('[state=ready]')).waitFor({ timeout: 300_000 });
  await element.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await element.evaluate((it) => it.scrollIntoView());
  // The waveform and the texts appear shortly after the state.
  await page.waitForTimeout(1_500);
  await shoot(page, 1.5);
  await element.getByRole('button', { name: 'Play', exact: true }).click();
  await film(page, 4);
};

/** Writes the frames as an animated WebP that repeats for ever. */
const animate = async (target: string): Promise<void> => {
  const last = frames.at(-1);
  const list = frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds}\n`).join('');
  // The list's format ignores the duration of the last line.
  await writeFile(join(folder, 'list.txt'), `${list}file '${last?.file ?? ''}'\n`);
  await promisify(execFile)('ffmpeg', [
    ...['-y', '-v', 'error', '-f', 'concat', '-safe', '0', '-i', join(folder, 'list.txt')],
    ...['-fps_mode', 'vfr', '-c:v', 'libwebp_anim', '-quality', '70', '-compression_level', '6'],
    ...['-loop', '0', target],
  ]);
  const { size } = await stat(target);
  if (size > MOST_BYTES) throw new Error(`The animation has ${size} bytes. Take fewer pictures.`);
  console.log(`${target}: ${frames.length} pictures, ${Math.round(size / 1000)} kB`);
};

const demo = await startDemo({
  sandbox: { directory: join(folder, 'sandbox'), chunkSize: () => 64 * 1024 },
});
const browser = await chromium.launch(await findChrome());
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  await playExample(page, demo.url);
  await transcribe(page, demo.backend.sandbox?.storageUrl ?? '');
  await animate(process.argv[2] ?? join(root, 'docs/animation.webp'));
} finally {
  await browser.close();
  await demo.close();
  await rm(folder, { recursive: true });
}
