/** Menus, toasts and sheets with real keys and real settings of the device, in Chromium. */
import { expect, test, type Locator, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { readerStates } from '../support/states/reader-states.js';
import { button, demoForTests, element, openDemo } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

const open = async (page: Page, state: string): Promise<void> => {
  await openDemo(page, demo().url);
  await readerStates[state]?.(page);
};

const part = (page: Page, name: string): Locator => element(page).locator(`[part~="${name}"]`);

/** What has the focus: an item of a menu, or the name of a button. */
const focusedItem = (page: Page): Promise<string> =>
  element(page).evaluate((it) => {
    const active = it.shadowRoot?.activeElement as HTMLElement | null | undefined;
    return active?.dataset['item'] ?? active?.ariaLabel ?? '';
  });

const more = (page: Page): Locator => button(page, /^More$/);

/** The open menu. */
const menu = (page: Page): Locator => element(page).getByRole('menu', { name: 'More' });

/** Finds the smallest height or width of the visible ones. */
const smallest = (targets: Locator): Promise<number> =>
  targets.evaluateAll((all) =>
    Math.min(
      ...all
        .filter((one) => one.checkVisibility())
        .map((one) => one.getBoundingClientRect())
        .map(({ width, height }) => Math.min(width, height)),
    ),
  );

const style = (target: Locator, property: string): Promise<string> =>
  target.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);

test('by keyboard alone: a menu opens, moves, chooses and closes; the page stays', async ({
  page,
}) => {
  await open(page, 'diarized');
  await more(page).focus();
  const scrolled = await page.evaluate(() => scrollY);
  await page.keyboard.press('ArrowDown');
  expect(await focusedItem(page)).toBe('paragraphs');
  await page.keyboard.press('ArrowDown');
  expect(await focusedItem(page)).toBe('lines');
  await page.keyboard.type('keyboard s', { delay: 20 });
  expect(await focusedItem(page)).toBe('shortcuts');
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  expect(await focusedItem(page)).toBe('More');
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(menu(page)).toBeHidden();
  expect(await focusedItem(page)).not.toBe('More');
  await page.keyboard.press('Shift+Tab');
  expect(await focusedItem(page)).toBe('More');
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test('by keyboard alone: a transcript is exported', async ({ page }) => {
  await open(page, 'diarized');
  await button(page, 'Export').focus();
  await page.keyboard.press('Space');
  const dialog = element(page).getByRole('dialog', { name: 'Export' });
  await expect(dialog.getByRole('combobox', { name: 'Format' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('button', { name: /^Download: Markdown/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await focusedItem(page)).toBe('Export');
  await page.keyboard.press('Enter');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /^Download: Markdown/ }).focus();
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/\.md$/);
  await expect(part(page, 'toast')).toHaveText('Download started');
});

test('by mouse: a second click on the button closes the menu, and a click outside too', async ({
  page,
}) => {
  await open(page, 'more-menu');
  const list = menu(page);
  await expect(list).toBeVisible();
  await more(page).click();
  await expect(list).toBeHidden();
  await more(page).click();
  await list.getByRole('menuitemradio', { name: 'One line' }).hover();
  expect(await focusedItem(page)).toBe('lines');
  await page.mouse.click(5, 5);
  await expect(list).toBeHidden();
});

test('touch: every target is at least 44 px', async ({ browser }) => {
  const page = await browser.newPage({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 780 },
  });
  await open(page, 'export-menu');
  const choices = element(page).getByRole('dialog', { name: 'Export' });
  await choices.getByRole('combobox').first().waitFor();
  expect(
    await smallest(choices.locator('button, select, label:has([type="checkbox"])')),
  ).toBeGreaterThanOrEqual(44);
  await page.keyboard.press('Escape');
  await part(page, 'speaker-name').first().scrollIntoViewIfNeeded();
  await element(page).locator('[part~="turn"] [part~="speaker-name"]').first().click();
  const dialog = element(page).locator('dialog[open]');
  expect(
    await smallest(dialog.locator('button, input:not([type]), label:has(input)')),
  ).toBeGreaterThanOrEqual(44);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Anna');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(part(page, 'toast')).toContainText('is now Anna');
  expect(await smallest(part(page, 'toast').getByRole('button'))).toBeGreaterThanOrEqual(44);
  await page.close();
});

test('a zoomed page: the sheet fits into the visual viewport', async ({ browser }) => {
  const page = await browser.newPage({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 780 },
  });
  await open(page, 'correct-text');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
  await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(2);
  const inView = (): Promise<boolean> =>
    element(page).evaluate((it) => {
      const view = visualViewport;
      const found = it.shadowRoot?.querySelectorAll('dialog[open] :is(textarea, [type="submit"])');
      if (!view || !found) return false;
      return [...found].every((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return (
          left >= view.offsetLeft &&
          top >= view.offsetTop &&
          right <= view.offsetLeft + view.width + 1 &&
          bottom <= view.offsetTop + view.height + 1
        );
      });
    });
  await expect.poll(inView).toBe(true);
  await page.close();
});

test('forced colours: the highlighted item and the edges are visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, 'more-menu');
  const list = menu(page);
  const views = list.getByRole('menuitemradio');
  const [first, second] = [views.nth(0), views.nth(1)];
  await page.keyboard.press('ArrowDown');
  expect(await style(second, 'background-color')).not.toBe(await style(first, 'background-color'));
  expect(await style(second, 'color')).not.toBe(await style(first, 'color'));
  expect(await style(list, 'border-top-style')).toBe('solid');
  await page.keyboard.press('Escape');
  await element(page).locator('[part~="turn"] [part~="speaker-name"]').first().click();
  await element(page).locator('dialog[open]').getByRole('textbox', { name: 'Name' }).fill('Anna');
  await page.keyboard.press('Enter');
  const toast = part(page, 'toast');
  expect(await style(toast, 'border-top-width')).toBe('1px');
  expect(await style(toast, 'border-top-color')).toBe(await style(toast, 'color'));
});

test('increased contrast: edges have the colour of the text', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-contrast', value: 'more' }],
  });
  await open(page, 'more-menu');
  const list = menu(page);
  expect(await style(list, 'border-top-color')).toBe(await style(list, 'color'));
  await page.keyboard.press('Escape');
  await element(page).locator('[part~="turn"] [part~="speaker-name"]').first().click();
  const dialog = element(page).locator('dialog[open]');
  expect(await style(dialog, 'border-top-color')).toBe(await style(dialog, 'color'));
  const field = dialog.getByRole('textbox', { name: 'Name' });
  expect(await style(field, 'border-top-color')).toBe(await style(field, 'color'));
});

test('reduced motion: the toast does not move', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'renamed');
  const toast = part(page, 'toast');
  expect(await style(toast, 'animation-duration')).toBe('0s');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await style(toast, 'animation-duration')).not.toBe('0s');
});
