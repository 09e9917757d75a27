/** Progress bars and primary buttons in forced colours and with `prefers-contrast: more`. */
import { expect, test, type Locator, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { createStates } from '../support/states/index.js';
import { readerStates } from '../support/states/reader-states.js';
import { button, demoForTests, element, openDemo, piece } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });
const states = createStates((...faults) => demo().sandbox.faults.set(faults));

const show = async (page: Page, state: string): Promise<void> => {
  demo().sandbox.faults.set([]);
  await openDemo(page, demo().url);
  await states[state]?.(page);
};

/** The computed colours of an element, and the colours that these keywords or tokens have now. */
const colours = (found: Locator, expected: Readonly<Record<string, string>>) =>
  found.evaluate((it, wanted) => {
    const probe = document.createElement('span');
    it.getRootNode().appendChild(probe);
    const resolved = Object.entries(wanted).map(([property, colour]) => {
      probe.style.cssText = `forced-color-adjust: none; color: ${colour}`;
      return [property, getComputedStyle(probe).color];
    });
    probe.remove();
    const style = getComputedStyle(it);
    const actual = Object.keys(wanted).map((property) => [
      property,
      style.getPropertyValue(property),
    ]);
    return { actual, resolved };
  }, expected);

const expectColours = async (
  found: Locator,
  expected: Readonly<Record<string, string>>,
): Promise<void> => {
  await expect
    .poll(async () => {
      const { actual, resolved } = await colours(found, expected);
      return JSON.stringify(actual) === JSON.stringify(resolved) ? 'equal' : { actual, resolved };
    })
    .toBe('equal');
};

test('forced colours: the bar and the primary button use the system’s highlight', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await show(page, 'paused');
  await expectColours(piece(page, 'progress-bar'), { 'background-color': 'Canvas' });
  await expectColours(piece(page, 'progress-fill'), { 'background-color': 'CanvasText' });
  await expectColours(button(page, 'Resume'), {
    'background-color': 'Highlight',
    color: 'HighlightText',
  });
  await element(page).evaluate((it: HTMLElement & { resume(): void }) => it.resume());
  await expectColours(piece(page, 'progress-fill'), { 'background-color': 'Highlight' });
});

test('more contrast: buttons and bars have edges in the colour of the text', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' });
  await show(page, 'waiting');
  await expectColours(button(page, 'Start'), { 'border-top-color': 'var(--_text)' });
  await expectColours(button(page, 'Cancel'), {
    'border-top-color': 'var(--_text)',
    color: 'var(--_text)',
  });
  await button(page, 'Start').click();
  await expectColours(piece(page, 'progress-bar'), { 'outline-color': 'var(--_text)' });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`forced colours, ${colorScheme}: initials, sliders, the speed and matches can be seen`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await openDemo(page, demo().url);
    await readerStates['search']?.(page);
    const found = await element(page).evaluate((it) => {
      const root = it.shadowRoot;
      const styleOf = (selector: string, pseudo?: string): CSSStyleDeclaration => {
        const part = root?.querySelector(selector);
        if (!part) throw new Error(`there is no ${selector}`);
        return getComputedStyle(part, pseudo);
      };
      const text = '[data-index="0"]';
      const initials = styleOf('[part~="speaker-badge"]');
      return {
        slider: styleOf('input[max="1"]').getPropertyValue('forced-color-adjust'),
        arrow: styleOf('select').backgroundImage,
        initials: initials.color === initials.backgroundColor ? 'hidden' : 'seen',
        match: styleOf(text, '::highlight(audio-transcribe-match)').backgroundColor,
        current: styleOf(text, '::highlight(audio-transcribe-current)').backgroundColor,
      };
    });
    expect(found).toMatchObject({ slider: 'none', initials: 'seen' });
    expect(found.arrow).toContain('gradient');
    expect(found.current).not.toBe(found.match);
  });
}
