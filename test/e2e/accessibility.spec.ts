/** Every state, as a person reaches it in the demo, without a violation that axe knows: light and dark, wide and narrow. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { createStates } from '../support/states/index.js';
import { demoForTests, openDemo } from './demo.js';

const demo = demoForTests();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe has against the element as it is shown now. */
const violations = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run: (context: string, options: object) => Promise<AxeResults> };
    };
    const results = await checker.run('audio-transcribe', {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return results.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.flat().join(' ')})`),
    );
  });

const states = createStates((...faults) => demo().sandbox.faults.set(faults));

for (const [name, reachState] of Object.entries(states)) {
  test(name, async ({ page }) => {
    demo().sandbox.faults.set([]);
    await openDemo(page, demo().url);
    await reachState(page);
    await page.evaluate(axe);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 1000 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${colorScheme}, ${width} px`).toEqual([]);
      }
    }
  });
}
