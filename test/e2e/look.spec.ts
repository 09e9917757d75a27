/**
 * Pictures of states at two widths, in light and dark, in the Chromium and with the fonts that `npm ci` installs. After a change
 * that is meant: `npx playwright test --config test/e2e/playwright.config.ts look.spec --update-snapshots`. Then look at
 * the pictures that changed.
 */
import { bundledChrome, hasBundledChrome } from '../../scripts/find-browser.mjs';
import { LIMITS } from '../../scripts/limits.mjs';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { createStates } from '../support/states/index.js';
import { clipOf } from '../support/states/clip.js';
import { demoForTests, element, openDemo } from './demo.js';
import { expect, test, type Page } from './test.js';

if (hasBundledChrome) {
  const browser = await bundledChrome({ ownFonts: true });
  test.use({ launchOptions: { ...browser, timeout: LIMITS.launch } });
} else console.warn('Pictures are left out: npm ci installs no Chromium for this system.');
test.describe.configure({ mode: 'parallel' });

/** States in which nothing moves. */
const STILL = [
  ...['idle', 'offer-pick', 'offer-problem', 'convert-failed', 'file-changed', 'failed'],
  ...['microphone', 'microphone-only', 'microphone-blocked'],
  ...['list-empty', 'list', 'list-one', 'list-opened', 'only-one'],
  ...['ready', 'diarized', 'search', 'search-none', 'line-menu', 'correct-text'],
  ...['change-speaker', 'renamed', 'overlap', 'export-menu', 'more-menu', 'lines', 'keys'],
  ...['no-audio', 'audio-failed', 'no-speech', 'many-speakers'],
];

/** Resolves once the element has had the same size in 60 frames: what it loads is drawn then. */
const untilStill = (page: Page): Promise<void> =>
  element(page)
    .first()
    .evaluate(async (it) => {
      let size = '';
      for (let frames = 0; frames < 60; frames++) {
        await new Promise(requestAnimationFrame);
        const now = JSON.stringify(it.getBoundingClientRect());
        if (now !== size) frames = 0;
        size = now;
      }
    });

const demo = demoForTests({ recognizer: noRecognizer() });
const states = createStates((...faults) => demo().sandbox.faults.set(faults));

for (const name of hasBundledChrome ? STILL : []) {
  for (const width of [390, 1280]) {
    test(`state ${name} looks as its pictures at ${width} px`, async ({ page }) => {
      demo().sandbox.faults.set([]);
      // High enough for the whole element.
      await page.setViewportSize({ width, height: 1400 });
      await openDemo(page, demo().url);
      await states[name]?.(page);
      // The button of the page floats above the element.
      await page.addStyleTag({ content: '.hood { display: none }' });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await untilStill(page);
        const clip = await clipOf(page);
        await expect.soft(page).toHaveScreenshot(`${name}-${width}-${colorScheme}.png`, {
          ...(clip && { clip }),
          fullPage: true,
        });
      }
    });
  }
}
