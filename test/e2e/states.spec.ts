/**
 * Every state of the element. A `::part()` rule of the page matches exactly the documented elements, and axe finds no
 * violation: light and dark, wide and narrow. Nothing reaches beyond the sides of the card, and no control
 * covers another one, also in German. A sentence keeps its direction on a page of the other one.
 */
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { createStates } from '../support/states/index.js';
import { PARTS, PICTURED, renderedParts, styledBy } from '../support/states/parts.js';
import { expectNoViolations } from './axe.js';
import { button, demoForTests, element, openDemo } from './demo.js';
import { coveredControls, elementsOutside } from './layout.js';

// All workers share this long file.
test.describe.configure({ mode: 'parallel' });

const demo = demoForTests({ recognizer: noRecognizer() });
const states = createStates((...faults) => demo().sandbox.faults.set(faults));

/** The parts that `custom-elements.json` lists. */
const manifest = JSON.parse(
  readFileSync(new URL('../../custom-elements.json', import.meta.url), 'utf8'),
) as {
  readonly modules: readonly {
    readonly declarations: readonly {
      readonly tagName?: string;
      readonly cssParts?: readonly { readonly name: string }[];
      readonly cssProperties?: readonly { readonly name: string }[];
    }[];
  }[];
};
const promisedNames = (kind: 'cssParts' | 'cssProperties'): readonly string[] =>
  manifest.modules
    .flatMap(({ declarations }) => declarations)
    .filter(({ tagName }) => tagName === 'audio-transcribe')
    .flatMap((declaration) => (declaration[kind] ?? []).map(({ name }) => name))
    .sort();
const promised = promisedNames('cssParts');

test('manifest: lists exactly the parts that the states show', () => {
  const shown = new Set(Object.values(PARTS).flatMap((parts) => Object.keys(parts)));
  expect([...shown].sort()).toEqual(promised);
});

test('docs: a picture of element.md names each part', () => {
  const docs = readFileSync(new URL('../../docs/element.md', import.meta.url), 'utf8');
  const shown = PICTURED.filter((state) => docs.includes(`(parts/${state}.png)`));
  const named = shown.flatMap((state) => Object.keys(PARTS[state] ?? {}));
  expect([...new Set(named)].sort()).toEqual(promised);
});

test('manifest: lists exactly the custom properties that the styles read', async ({ page }) => {
  await openDemo(page, demo().url);
  // The reader brings the styles that only it uses.
  await states['ready']?.(page);
  const css = await element(page).evaluate((it) =>
    (it.shadowRoot?.adoptedStyleSheets ?? [])
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .join('\n'),
  );
  const read = [...css.matchAll(/var\(\s*(--at-[a-z0-9-]+)/g)].map(([, name = '']) => name);
  expect([...new Set(read)].sort()).toEqual(promisedNames('cssProperties'));
});

test('each documented part belongs to a state', () => {
  expect(Object.keys(PARTS).filter((name) => states[name] === undefined)).toEqual([]);
});

/** An open list covers part of the slider, so that the rest is too small for a target. */
const COVERED: Readonly<Record<string, readonly string[]>> = { 'export-menu': ['target-size'] };

/** Removes the rest of the page: axe reads the whole document, and a button of the page floats above the element. */
const leaveOnlyElement = (page: Page): Promise<void> =>
  element(page).evaluate((it) => {
    // The element stays in place: one that moves stops its microphone.
    for (let kept: Element = it; kept !== document.body && kept.parentElement;) {
      const around: Element = kept.parentElement;
      for (const child of [...around.children]) if (child !== kept) child.remove();
      kept = around;
    }
    // The page draws its choices again when the window changes.
    const choices = document.createElement('div');
    choices.id = 'yours';
    choices.hidden = true;
    document.body.append(choices);
  });

const expectInsideCard = async (page: Page): Promise<void> => {
  for (const width of [260, 320, 390, 768]) {
    await page.setViewportSize({ width, height: 1000 });
    expect(await elementsOutside(page), `outside the card, ${width} px`).toEqual([]);
    expect(await coveredControls(page), `controls that cover each other, ${width} px`).toEqual([]);
  }
};

/** The visible texts that begin or end at the wrong side, because they have the direction of the page. */
const misplacedTexts = (page: Page): Promise<readonly string[]> =>
  element(page).evaluate((it) => {
    // In a box of one pixel.
    const isOnlySpoken = (one: Element | null): boolean =>
      one !== null &&
      ((one.clientWidth <= 1 && getComputedStyle(one).overflow === 'hidden') ||
        isOnlySpoken(one.parentElement));
    const isVisible = (one: Element): boolean =>
      one.checkVisibility() && one.closest('option') === null && !isOnlySpoken(one);
    const texts = document.createTreeWalker(it.shadowRoot ?? it, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { parentElement: parent, textContent } = texts.currentNode;
      const text = textContent?.trim() ?? '';
      const [letter] = /\p{L}/u.exec(text) ?? [];
      if (parent === null || letter === undefined || !isVisible(parent)) continue;
      const own = /[\u0590-\u08ff]/u.test(letter) ? 'rtl' : 'ltr';
      const { direction, unicodeBidi } = getComputedStyle(parent);
      if (direction === own || unicodeBidi === 'plaintext') continue;
      if (/^\P{L}|[^\p{L}\p{N}]$/u.test(text)) found.push(text);
    }
    return found;
  });

/** Changes the language of the page, and waits for the texts of the element. */
const speak = async (page: Page, lang: 'ar' | 'de' | 'en'): Promise<void> => {
  const card = page.locator('[part~="card"]');
  const before = (await card.getAttribute('aria-label')) ?? '';
  await page.evaluate((it) => (document.documentElement.lang = it), lang);
  await expect(card).not.toHaveAccessibleName(before);
};

const setDirection = (page: Page, dir: 'ltr' | 'rtl'): Promise<unknown> =>
  page.evaluate((it) => (document.documentElement.dir = it), dir);

const setWidth = (page: Page, width: string): Promise<void> =>
  element(page).evaluate((it, value) => it.style.setProperty('inline-size', value), width);

test('a control that covers another one is found', async ({ page }) => {
  await openDemo(page, demo().url);
  await states['offer-pick']?.(page);
  expect(await coveredControls(page)).toEqual([]);
  await element(page).evaluate((it) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[part~="button"] { margin: -20px !important }');
    it.shadowRoot?.adoptedStyleSheets.push(sheet);
  });
  expect(await coveredControls(page)).not.toEqual([]);
});

for (const [name, reachState] of Object.entries(states)) {
  test(`state ${name}: its parts are documented, axe finds no violation, and nothing leaves the card`, async ({
    page,
  }) => {
    demo().sandbox.faults.set([]);
    await openDemo(page, demo().url);
    // So that the languages are there in a state that is offline.
    await speak(page, 'ar');
    await speak(page, 'de');
    await speak(page, 'en');
    await reachState(page);
    const parts = PARTS[name] ?? {};
    const reached: Record<string, string> = {};
    // Some controls are shown only where there is room; the demo has less.
    await setWidth(page, '60rem');
    for (const part of Object.keys(parts)) reached[part] = await styledBy(page, part);
    await setWidth(page, '');
    expect(reached).toEqual(parts);
    expect(promised).toEqual(expect.arrayContaining([...(await renderedParts(page))]));
    await leaveOnlyElement(page);
    await expectNoViolations(page, { within: 'audio-transcribe', except: COVERED[name] ?? [] });
    await expectInsideCard(page);
    await setDirection(page, 'rtl');
    expect(await misplacedTexts(page), 'English from right to left').toEqual([]);
    await setDirection(page, 'ltr');
    await speak(page, 'ar');
    expect(await misplacedTexts(page), 'Arabic from left to right').toEqual([]);
    await speak(page, 'de');
    await expectInsideCard(page);
  });
}

/** The space that the text of an element takes up, in px, and the box of the element. */
const measureText = (found: Locator) =>
  found.first().evaluate((it) => {
    const range = document.createRange();
    range.selectNodeContents(it);
    const text = range.getBoundingClientRect();
    const box = it.getBoundingClientRect();
    return { text: { right: text.right, bottom: text.bottom, width: text.width }, box };
  });

const openState = async (page: Page, name: string, width: number): Promise<void> => {
  demo().sandbox.faults.set([]);
  await openDemo(page, demo().url);
  await states[name]?.(page);
  await page.setViewportSize({ width, height: 1000 });
};

test('state repeating: at 260 px “Stop” is beside the range', async ({ page }) => {
  await openState(page, 'repeating', 260);
  const stopButton = page.getByRole('button', { name: 'Stop repeating', exact: true });
  const notice = element(page).locator('[part~="hint"]').filter({ has: stopButton });
  const range = await measureText(notice.locator('bdi'));
  const stop = await measureText(notice.locator(stopButton));
  expect(stop.box.top).toBeLessThan(range.box.bottom);
});

test('state diarized: at 260 px the hint’s button is not over its text, also in German', async ({
  page,
}) => {
  await openState(page, 'diarized', 260);
  for (const lang of ['de', 'en'] as const) {
    await speak(page, lang);
    const hint = element(page).locator('[part~="hint"]:has(p)');
    const { text } = await measureText(hint.locator('p'));
    const { box } = await measureText(hint.locator('[part~="button"]'));
    expect(text.right <= box.left || text.bottom <= box.top + 8, lang).toBe(true);
  }
});

test('state follow-paused: the button back is above the bar of a phone', async ({ page }) => {
  await openState(page, 'follow-paused', 390);
  // The bar sticks to the bottom of the window, and the end of the element is below it.
  await page.setViewportSize({ width: 390, height: 700 });
  await element(page).evaluate((it) => scrollBy(0, it.getBoundingClientRect().top - 200));
  const chip = await measureText(button(page, /^Back to/));
  const bar = await measureText(element(page).locator('[part~="player"]'));
  expect(bar.box.bottom).toBe(700);
  expect(chip.box.bottom).toBeLessThanOrEqual(bar.box.top);
});

for (const [name, width, within] of [
  ['renamed', 390, '[part~="turn"] [part~="speaker-name"], [part~="toast"] > span'],
  ['keys', 320, 'dialog[open] > div'],
  ['follow-paused', 320, '[part~="button"]:has(bdi)'],
] as const)
  test(`state ${name}: with text of 200 % on a phone of ${width} px, nothing is cut`, async ({
    page,
  }) => {
    await openState(page, name, width);
    await page.addStyleTag({ content: 'html { font-size: 200% } body { font-size: 1rem }' });
    const cut = await element(page).evaluate(
      (it, selector) =>
        [...(it.shadowRoot?.querySelectorAll(selector) ?? [])]
          .filter((one) => one.checkVisibility())
          .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
          .map((one) => one.textContent.trim()),
      within,
    );
    expect(cut).toEqual([]);
    expect(await elementsOutside(page)).toEqual([]);
  });
