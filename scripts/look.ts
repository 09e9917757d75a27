/**
 * `npm run look`: screenshots of every state at 360 and 1280 px, light and dark, in `.cache/look`, made with the real
 * demo in a real browser. With names, e.g. `npm run look -- paused`, only of those states; with `--readme`, also
 * docs/picture.png.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { noRecognizer, type Fault } from '../demo/sandbox/index.js';
import { startDemo } from '../demo/server.js';
import { createStates, element } from '../test/support/states/index.js';
import { findChrome } from './find-browser.mjs';

const folder = fileURLToPath(new URL('../.cache/look/', import.meta.url));
const picture = fileURLToPath(new URL('../docs/picture.png', import.meta.url));

const directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-look-'));
const demo = await startDemo({
  target: { kind: 'sandbox' },
  port: 0,
  // The words do not matter, and recognising them would take minutes.
  sandbox: { directory, chunkSize: () => 64 * 1024, recognizer: noRecognizer() },
});
const misbehave = (...faults: readonly Fault[]): void => demo.backend.sandbox?.faults.set(faults);
/** Functions that bring the page into each state. */
type Reach = (page: Page) => Promise<void>;

const inDemo =
  (reachState: Reach): Reach =>
  async (page) => {
    await page.goto(demo.url);
    await page.locator('.sample').first().waitFor();
    await reachState(page);
  };

const qaConsole: Reach = async (page) => {
  misbehave({ name: 'slow-answer', at: 'query' });
  await page.goto(new URL('qa.html', demo.url).href);
  await page.locator('[data-sample="voicemail.wav"]').click();
  await page.locator('audio-transcribe[state="ready"]').waitFor();
};

const states: Readonly<Record<string, Reach>> = {
  ...Object.fromEntries(
    Object.entries(createStates(misbehave)).map(([name, reach]) => [name, inDemo(reach)]),
  ),
  'qa-console': qaConsole,
};
/** The states named on the command line, or all. */
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const asked = Object.entries(states).filter(([name]) => names.length === 0 || names.includes(name));

const browser = await chromium.launch(await findChrome());
await mkdir(folder, { recursive: true });
try {
  for (const width of [360, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [name, reach] of asked) {
        misbehave();
        // High enough for the whole element, because hidden parts are not drawn.
        const page = await browser.newPage({ viewport: { width, height: 1400 }, colorScheme });
        // tsx wraps functions with a helper that the page does not have.
        await page.addInitScript('globalThis.__name = (it) => it');
        page.on('pageerror', (error) => console.error(name, error.message));
        await reach(page);
        await page.screenshot({
          path: `${folder}${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
        if (name === 'diarized' && width === 1280 && process.argv.includes('--readme')) {
          if (colorScheme === 'light') await element(page).screenshot({ path: picture });
        }
        await page.close();
      }
    }
  }
  console.log(`Pictures of ${asked.length} states are in .cache/look.`);
} finally {
  await browser.close();
  await demo.close();
  await rm(directory, { recursive: true, force: true });
}
