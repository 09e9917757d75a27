/** The panes of the QA console: side by side, behind tabs, and by keyboard. */
import { expect, test, type Locator, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { demoForTests } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

test.use({ hasTouch: true });

const pane = (page: Page, id: string): Locator => page.locator(`#${id}`);
const scrollOf = (target: Locator): Promise<number> => target.evaluate((it) => it.scrollTop);

const firstRun = (page: Page): Locator =>
  page.getByRole('button', { name: 'Run “Everything works”' });

const open = async (page: Page, query = ''): Promise<void> => {
  await page.goto(`${demo().url}demo/qa.html${query}`);
  await expect(page.getByText('Sandbox connected')).toBeVisible();
};

test('QA panes: side by side, each scrolls without the others, and the skip links lead to them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1100, height: 520 });
  await open(page);
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(firstRun(page)).toBeInViewport({ ratio: 1 });
  const left = page.getByRole('region', { name: 'Setup' });
  await left.hover();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => scrollOf(left)).toBe(300);
  expect(await scrollOf(pane(page, 'subject'))).toBe(0);
  expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
  for (const [name, id] of [
    ['Skip to the log', 'requests'],
    ['Skip to the element', 'subject'],
  ] as const) {
    const link = page.getByRole('link', { name });
    await link.focus();
    await expect(link).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(pane(page, id)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-sample="conversation.mp3"]')).toBeFocused();
});

test('QA panes: tabs on a phone, by keyboard and by touch, in the URL, and accessible', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const tab = (name: string): Locator => page.getByRole('tab', { name });
  await expect(tab('Element')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel', { name: 'Element' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Faults' })).toHaveCount(0);
  await tab('Element').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Log')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Log' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tabpanel', { name: 'Log' })).toBeVisible();
  await tab('Setup').tap();
  await expect(page.getByRole('heading', { name: 'Faults' })).toBeVisible();
  await expect(firstRun(page)).toBeInViewport({ ratio: 1 });
  // A violation leads to the log, also from another tab.
  await page.getByRole('button', { name: 'No violations' }).tap();
  await expect(page.getByRole('heading', { name: 'Log' })).toBeFocused();
  await expectNoViolations(page, { within: 'html' });

  // With the text at 400 %, the page scrolls as a whole.
  await page.setViewportSize({ width: 320, height: 256 });
  await tab('Element').click();
  await page.getByText('Choose a file').scrollIntoViewIfNeeded();
  await expect(page.getByText('Choose a file')).toBeInViewport();

  // Back on a wide page, all panes are there.
  await page.setViewportSize({ width: 1000, height: 700 });
  for (const name of ['Setup', 'The element', 'Log and tasks'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
});
