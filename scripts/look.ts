/**
 * `npm run look`: pictures of every state at 360 and 1280 px, light and dark, into .cache/look, made with the
 * real demo in a real browser; with names, as `npm run look -- paused`, only of those; with `--readme` also
 * docs/picture.png.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import type { Fault } from '../demo/sandbox/index.js';
import { startDemo } from '../demo/server.js';
import { createStates, element } from '../test/support/states/index.js';
import { findChrome } from './find-browser.mjs';

const folder = fileURLToPath(new URL('../.cache/look/', import.meta.url));
const picture = fileURLToPath(new URL('../docs/picture.png', import.meta.url));

const directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-look-'));
const demo = await startDemo({
  target: { kind: 'sandbox' },
  port: 0,
  sandbox: { directory, chunkSize: () => 64 * 1024 },
});
const misbehave = (...faults: readonly Fault[]): void => demo.backend.sandbox?.faults.set(faults);
const states = createStates(misbehave);
/** Those named on the command line, else all. */
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const asked = Object.entries(states).filter(([name]) => names.length === 0 || names.includes(name));

const browser = await chromium.launch(await findChrome());
await mkdir(folder, { recursive: true });
try {
  for (const width of [360, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [name, reachState] of asked) {
        misbehave();
        // High enough for all of the element: what lies out of sight is not drawn.
        const page = await browser.newPage({ viewport: { width, height: 1400 }, colorScheme });
        // tsx wraps functions with a helper that a page does not have.
        await page.addInitScript('globalThis.__name = (it) => it');
        page.on('pageerror', (error) => console.error(name, error.message));
        await page.goto(demo.url);
        await page.locator('.sample').first().waitFor();
        await reachState(page);
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
