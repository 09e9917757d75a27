/** Every page of the demo as it opens: accessible in light and dark, wide and narrow, and as wide as its window. */
import { PAGES } from '../../vite.config.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { demoForTests } from './demo.js';
import { expect, test } from './test.js';

const demo = demoForTests({ recognizer: noRecognizer() });

for (const path of PAGES)
  test(`${path}: axe finds nothing, and no window scrolls sideways`, async ({ page }) => {
    await page.goto(demo().url + path);
    // The page in the frame of the simulation has no structure of its own.
    const except =
      path === 'demo/simulation/page.html'
        ? ['page-has-heading-one', 'landmark-one-main', 'region']
        : [];
    await expectNoViolations(page, { within: 'html', except });
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 720 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.setViewportSize({ width: 390, height: 720 });
    const enlarged = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      return document.documentElement.scrollWidth;
    });
    expect(enlarged, 'with text of 200 %').toBe(390);
  });
