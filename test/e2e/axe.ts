/** Runs axe on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface AxeOptions {
  /** CSS selector of the tested part. */
  readonly within: string;
  /** Rules that are skipped. */
  readonly except?: readonly string[];
  /** The colours are the same at every width, so only the wide page is searched for them. */
  readonly coloursWhenWide?: boolean;
}

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules about colours: in the dark, the elements are the same. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const NO_COLOUR_RULES = Object.fromEntries(COLOUR_RULES.map((id) => [id, { enabled: false }]));

const WIDE = 1280;
const NARROW = 360;

const violations = (
  page: Page,
  options: AxeOptions,
  colorScheme: 'light' | 'dark',
  width: number,
): Promise<readonly string[]> => {
  const runOnly =
    colorScheme === 'light'
      ? { type: 'tag', values: ALL_RULES }
      : { type: 'rule', values: COLOUR_RULES };
  const rules = options.coloursWhenWide === true && width === NARROW ? NO_COLOUR_RULES : {};
  return page.evaluate(
    async ({ within, except = [], runOnly, rules }) => {
      const { axe } = globalThis as unknown as {
        axe: { run: (context: string, options: object) => Promise<AxeResults> };
      };
      const results = await axe.run(within, { runOnly, rules, resultTypes: ['violations'] });
      const counted = results.violations.filter(({ id }) => !except.includes(id));
      return counted.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target }) => `${id}: ${help} (${target.flat().join(' ')})`),
      );
    },
    { ...options, runOnly, rules },
  );
};

/** Expects no axe violation: light and dark, wide and narrow. */
export const expectNoViolations = async (page: Page, options: AxeOptions): Promise<void> => {
  await page.evaluate(source);
  for (const width of [WIDE, NARROW]) {
    await page.setViewportSize({ width, height: 1000 });
    for (const colorScheme of ['light', 'dark'] as const) {
      if (colorScheme === 'dark' && width === NARROW && options.coloursWhenWide === true) continue;
      // During the transition from light to dark, colours are not final.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(
        await violations(page, options, colorScheme, width),
        `${colorScheme}, ${width} px`,
      ).toEqual([]);
    }
  }
};
