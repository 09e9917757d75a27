/** The sales page, as a visitor uses it. */
import { expect, test, type Page } from './test.js';
import type { AudioTranscribe } from '../../src/index.js';
import { EXAMPLES } from '../../demo/sales/examples.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { demoForTests } from './demo.js';
import { paintsOf } from './layout.js';

const demo = demoForTests({ recognizer: noRecognizer() });

const shown = (page: Page) => page.locator('audio-transcribe:visible');
const isPlaying = (page: Page): Promise<boolean> =>
  shown(page).evaluate(
    (it: AudioTranscribe) => it.renderRoot.querySelector('audio')?.paused === false,
  );

let complaints: string[];

test.beforeEach(({ page }) => {
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
});

test.afterEach(() => {
  expect(complaints, 'errors and warnings in the console').toEqual([]);
});

test('shows a finished transcript first, which says that it is an example, and plays it', async ({
  page,
}) => {
  await page.goto(demo().url);
  await expect(page.getByText('Good afternoon, you are speaking with Maya.')).toBeVisible();
  await expect(page.locator('#target')).toHaveText('Example');
  await expect(page.getByText('Nothing was recognised.')).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => isPlaying(page)).toBe(true);
});

test('the first screen has the headline, one button, the look and the transcript', async ({
  page,
}) => {
  for (const [width, height, lines] of [
    [1280, 720, 4],
    [1920, 1080, 7],
    [390, 844, 2],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(demo().url);
    await expect(shown(page).locator('.segment').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Play the example' })).toBeInViewport({
      ratio: 1,
    });
    for (const tab of await page.getByRole('tab').all())
      await expect(tab).toBeInViewport({ ratio: 1 });
    if (width > 390)
      await expect(page.getByLabel('Your brand colour')).toBeInViewport({ ratio: 1 });
    await expect(
      shown(page)
        .locator('.segment')
        .nth(lines - 1),
    ).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('every example speaks', async ({ page }) => {
  for (const { id, name } of EXAMPLES) {
    await page.goto(`${demo().url}?sample=${id}`);
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.getByRole('button', { name: 'Play the example' }).click();
    await expect.poll(() => isPlaying(page)).toBe(true);
  }
});

test('by keyboard: the big button plays the example and gives way to its player', async ({
  page,
}) => {
  await page.goto(demo().url);
  const big = page.getByRole('button', { name: 'Play the example' });
  await big.press('Enter');
  await expect.poll(() => isPlaying(page)).toBe(true);
  await expect(big).toBeHidden();
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  await expect(pause).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => isPlaying(page)).toBe(false);
});

test('another tab pauses the example, and its big button is no longer the main one', async ({
  page,
}) => {
  await page.goto(demo().url);
  const big = page.getByRole('button', { name: 'Play the example' });
  const colour = () => big.evaluate((it) => getComputedStyle(it).backgroundColor);
  const before = await colour();
  await big.click();
  // The player says that it plays a moment after it does.
  await expect(big).toBeHidden();
  await expect.poll(() => isPlaying(page)).toBe(true);
  await page.getByRole('tab', { name: 'Record yourself' }).click();
  await expect(big).toBeVisible();
  const isPaused = await page
    .locator('#example audio-transcribe')
    .evaluate((it: AudioTranscribe) => {
      const audio = it.renderRoot.querySelector('audio');
      // A player's event can come late.
      audio?.dispatchEvent(new Event('play'));
      return audio?.paused;
    });
  expect(isPaused).toBe(true);
  await expect(big).toBeVisible();
  expect(await colour()).not.toBe(before);
  await big.click();
  await expect(page.getByRole('tab', { name: 'Example' })).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => isPlaying(page)).toBe(true);
});

const HEADLINE = /^h1 Turn any recording into a\stranscript$/;
const PROMISE = /^p One HTML tag\. /;

for (const [width, search, expected] of [
  [1280, '', HEADLINE],
  [390, '', PROMISE],
  [390, '?tab=own', PROMISE],
] as const)
  test(`${width} px wide${search}: the largest paint is text of the first load, and little moves`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${demo().url}${search}`);
    await expect(shown(page)).toBeVisible();
    await expect(page.locator('#next pre').first()).toBeAttached();
    await page.waitForLoadState('networkidle');
    const { largest, shift } = await paintsOf(page);
    expect(largest).toMatch(expected);
    expect(shift).toBeLessThan(0.01);
  });

test('by keyboard: the tabs, an example in Arabic, and the code for Vue', async ({ page }) => {
  await page.goto(demo().url);
  await page.getByRole('tab', { name: 'Example' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Your recording' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(page.getByRole('tab', { name: 'Example' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('صباح الخير، عيادة النور، كيف يمكنني مساعدتك؟')).toBeVisible();
  const vue = page.getByRole('button', { name: 'Vue' });
  await vue.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('<script setup lang="ts">')).toBeVisible();
});

test('each choice changes the element, the CSS and the code, and a link restores all of them', async ({
  page,
}) => {
  await page.goto(demo().url);
  await page.getByRole('button', { name: 'Accent #8a1f5c' }).click();
  await page.locator('#yours').getByLabel('Language').selectOption('ar');
  await page.getByLabel('Colours').selectOption('dark');
  await page.getByText('Your CSS, corners, font and width').click();
  await page.getByLabel('Width').selectOption('phone');
  await page.getByRole('button', { name: 'Spanish' }).click();
  const check = async (): Promise<void> => {
    await expect(page.getByText('Restaurante La Marea, buenas tardes.')).toBeVisible();
    await expect(page.getByText('نص التسجيل')).toBeVisible();
    await expect(shown(page)).toHaveCSS('direction', 'rtl');
    await expect(shown(page)).toHaveCSS('--at-accent', '#8a1f5c');
    await expect(shown(page)).toHaveCSS('color-scheme', 'dark');
    expect((await shown(page).boundingBox())?.width).toBe(320);
    await expect(page.locator('#yours pre')).toContainText('--at-accent: #8a1f5c;');
    await expect(page.locator('#next')).toContainText('<html lang="ar" dir="rtl">');
  };
  await check();
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await check();
  await page.getByText('Your CSS, corners, font and width').click();
  await page.getByLabel('Direction').selectOption('ltr');
  await expect(shown(page)).toHaveCSS('direction', 'ltr');
  await expect(page).toHaveURL(/[?&]dir=ltr/);
});

test('each choice can be scrolled into view in a low window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(demo().url);
  await page.getByText('Your CSS, corners, font and width').click();
  for (const label of ['Width', 'Direction', 'Corners', 'Colours']) {
    const control = page.getByLabel(label);
    await control.scrollIntoViewIfNeeded();
    await expect(control).toBeInViewport({ ratio: 0.95 });
  }
});

test('offers only widths that the page has', async ({ page }) => {
  await page.goto(`${demo().url}?width=sidebar`);
  await page.getByText('Your CSS, corners, font and width').click();
  const width = page.getByLabel('Width');
  const expectWidth = async (screen: number, chosen: string, offered: string[], px: number) => {
    await page.setViewportSize({ width: screen, height: 720 });
    await expect(width.getByRole('option')).toHaveText(offered);
    await expect(width).toHaveValue(chosen);
    await expect.poll(async () => (await shown(page).boundingBox())?.width).toBe(px);
  };
  const all = ['Page', 'Sidebar, 360 px', 'Phone, 320 px'];
  await expectWidth(1280, 'sidebar', all, 360);
  await expectWidth(390, 'page', ['Page', 'Phone, 320 px'], 358);
  await expectWidth(320, 'page', ['Page'], 288);
  await expectWidth(1280, 'sidebar', all, 360);
});

test('pasted CSS restyles the element, and the link is the proposal', async ({ page }) => {
  await page.goto(demo().url);
  await page.getByText('Your CSS, corners, font and width').click();
  const field = page.getByLabel('Paste CSS of your site');
  await field.fill(
    ':root { --brand-primary: rebeccapurple; } .btn { border-radius: 0.25rem; font-family: Georgia, serif }',
  );
  await field.blur();
  await expect(page.getByText('Applied to the element.')).toBeVisible();
  const check = async (): Promise<void> => {
    await expect(shown(page)).toHaveCSS('--at-accent', '#663399');
    await expect(shown(page)).toHaveCSS('--at-radius', '4px');
    await expect(shown(page)).toHaveCSS('--at-font', 'Georgia, serif');
  };
  await check();
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await check();
  // A link cannot make the page load anything.
  await page.goto(`${demo().url}?css=--at-surface:url(https://elsewhere.example/x)&css=color:red`);
  await expect(shown(page)).toHaveCSS('--at-surface', '');
  await page.getByText('Your CSS, corners, font and width').click();
  await field.fill('nothing of use');
  await field.blur();
  await expect(page.getByText('No colour, corners or font was found.')).toBeVisible();
});

test('the page ends with three steps, links, and what was measured here', async ({ page }) => {
  await page.goto(demo().url);
  const next = page.getByRole('region', { name: 'Add it to your page in three steps' });
  await expect(next.locator('h3')).toHaveText([
    'Install the package',
    'Put the tag on your page',
    'Mount the handler on your server',
    'Measured here, today',
  ]);
  for (const name of ['Quick start and documentation', 'The package on npm'])
    await expect(next.getByRole('link', { name })).toHaveAttribute('href', /npmjs\.com\/package/);
  await next.scrollIntoViewIfNeeded();
  await expect(next.locator('.value').first()).toHaveText(/^[1-9]\d+ kB$/);
  await expect(next).not.toContainText('cdn.example');
  const sizes = await next.evaluate((it) =>
    [it.querySelector('h2'), it].map((one) => one && parseFloat(getComputedStyle(one).fontSize)),
  );
  expect(sizes[0]).toBeGreaterThanOrEqual(1.4 * (sizes[1] ?? 0));
});

test('“Your recording” says before the upload how long it may be', async ({ page }) => {
  await page.goto(`${demo().url}?tab=own`);
  await expect(shown(page).getByText('up to 10 min')).toBeVisible();
});

test('the code is copied with its button', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(demo().url);
  await page.locator('#next').getByRole('button', { name: 'Copy' }).nth(1).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('<audio-transcribe');
});

for (const search of ['', '?tab=own', '?tab=record', '?tab=plug', '?sample=ar&lang=ar'])
  test(`is accessible and never scrolls sideways: ${search || 'as it opens'}`, async ({ page }) => {
    await page.goto(`${demo().url}${search}`);
    await expect(page.locator('[role="tabpanel"]:visible .frame > *')).toBeVisible();
    await expectNoViolations(page, { within: 'body' });
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

test.describe('by touch, 360 px wide', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  for (const search of ['', '?lang=ar'])
    test(`${search === '' ? 'from left to right' : 'in Arabic'}: plays, changes the tab, looks under the hood`, async ({
      page,
    }) => {
      await page.goto(`${demo().url}${search}`);
      await page.getByRole('button', { name: /Play the example/ }).tap();
      await expect.poll(() => isPlaying(page)).toBe(true);
      await page.getByRole('tab', { name: 'Pull the plug' }).tap();
      await expect(page.getByRole('button', { name: 'Upload 60 MB' })).toBeVisible();
      await page.getByRole('tab', { name: 'Your recording' }).tap();
      await expect(page.locator('.sample').first()).toBeVisible();
      const hood = page.getByRole('complementary', { name: 'Under the hood' });
      await hood.getByRole('button', { name: 'Under the hood' }).tap();
      await expect(hood.getByRole('heading').first()).toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    });
});
