/** Every state, as a person reaches it in the demo, without a violation that axe knows: light and dark, wide and narrow. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { createStates } from '../support/states/index.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { demoForTests, openDemo } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** An open list covers part of the slider: what is left of that is no target to be pressed. */
const COVERED: Readonly<Record<string, readonly string[]>> = { 'export-menu': ['target-size'] };

/** What axe has against the element as it is shown now. */
const violations = (page: Page, name: string): Promise<readonly string[]> =>
  page.evaluate(async (unlooked) => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run: (context: string, options: object) => Promise<AxeResults> };
    };
    const results = await checker.run('audio-transcribe', {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    const counted = results.violations.filter(({ id }) => !unlooked.includes(id));
    return counted.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.flat().join(' ')})`),
    );
  }, COVERED[name] ?? []);

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
        // Half way from light to dark no colour is what it should be.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await violations(page, name), `${colorScheme}, ${width} px`).toEqual([]);
      }
    }
  });
}
