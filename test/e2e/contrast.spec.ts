/** Progress bars and primary buttons in forced colours and with `prefers-contrast: more`. */
import { expect, test, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { createStates } from '../support/states/index.js';
import { demoForTests, element, openDemo } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });
const states = createStates((...faults) => demo().sandbox.faults.set(faults));

const show = async (page: Page, state: string): Promise<void> => {
  demo().sandbox.faults.set([]);
  await openDemo(page, demo().url);
  await states[state]?.(page);
};

/** Computed colours of the part, and the colours that these keywords or tokens have now. */
const colours = (page: Page, part: string, expected: Readonly<Record<string, string>>) =>
  element(page).evaluate(
    (it, { name, wanted }) => {
      const found = it.shadowRoot?.querySelector<HTMLElement>(`[part~="${name}"]`);
      if (!found) throw new Error(`There is no ${name}.`);
      const probe = document.createElement('span');
      it.shadowRoot?.append(probe);
      const resolved = Object.entries(wanted).map(([property, colour]) => {
        probe.style.cssText = `forced-color-adjust: none; color: ${colour}`;
        return [property, getComputedStyle(probe).color];
      });
      probe.remove();
      const style = getComputedStyle(found);
      const actual = Object.keys(wanted).map((property) => [
        property,
        style.getPropertyValue(property),
      ]);
      return { actual, resolved };
    },
    { name: part, wanted: expected },
  );

const expectColours = async (
  page: Page,
  part: string,
  expected: Readonly<Record<string, string>>,
): Promise<void> => {
  await expect
    .poll(async () => {
      const { actual, resolved } = await colours(page, part, expected);
      return JSON.stringify(actual) === JSON.stringify(resolved) ? 'equal' : { actual, resolved };
    })
    .toBe('equal');
};

test('forced colours: the bar and the primary button use the system’s highlight', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await show(page, 'paused');
  await expectColours(page, 'progress-bar', { 'background-color': 'Canvas' });
  await expectColours(page, 'progress-fill', { 'background-color': 'CanvasText' });
  await expectColours(page, 'resume-button', {
    'background-color': 'Highlight',
    color: 'HighlightText',
  });
  await element(page).evaluate((it: HTMLElement & { resume(): void }) => it.resume());
  await expectColours(page, 'progress-fill', { 'background-color': 'Highlight' });
});

test('more contrast: buttons and bars have edges in the colour of the text', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' });
  await show(page, 'waiting');
  await expectColours(page, 'start-button', { 'border-top-color': 'var(--_text)' });
  await expectColours(page, 'cancel-button', {
    'border-top-color': 'var(--_text)',
    color: 'var(--_text)',
  });
  await element(page).getByRole('button', { name: 'Start' }).click();
  await expectColours(page, 'progress-bar', { 'outline-color': 'var(--_text)' });
});
