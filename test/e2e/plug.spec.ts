/** “Pull the plug” on the demo page. */
import { expect, test, type JSHandle, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { demoForTests } from './demo.js';
import { paintsOf } from './layout.js';
import {
  framed,
  holdParts,
  map,
  mapNumbers,
  networkSwitch,
  startButton,
  waitForStored,
  waitForTranscript,
  watchConsole,
} from './plug.js';

const demo = demoForTests({ recognizer: noRecognizer() });

/** Six parts, of which each takes more than half a second. */
const QUICK = '?tab=plug&plug-size=30000000&plug-rate=8000000';

const open = async (page: Page, query = QUICK): Promise<void> => {
  await page.goto(demo().url + query);
  await expect(startButton(page)).toBeEnabled();
};

/** Ends all service workers, as a browser does when they are idle. */
const stopServiceWorkers = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
};

test('an upload survives expired addresses, a lost connection and a stopped service worker', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const passParts = await holdParts(page, 1);
  await open(page);
  await expect(page.locator('#target')).toHaveText('Simulation');
  await expect(map(page)).toHaveAccessibleName('6 parts: 0 stored, 0 being sent, 6 waiting');
  await startButton(page).click();
  await waitForStored(page, 1);

  await page.getByRole('button', { name: 'Let the addresses expire' }).click();
  await expect(page.locator('#plug .condition')).toContainText('The addresses have expired');
  // The second part is refused. Then both are sent with new addresses.
  passParts(2);
  await expect.poll(async () => (await mapNumbers(page)).again).toBeGreaterThan(0);
  await waitForStored(page, 2);

  await networkSwitch(page, 'Offline').click();
  await expect(networkSwitch(page, 'Offline')).toHaveAttribute('aria-checked', 'true');
  passParts(6);
  await expect(framed(page).getByText('You’re offline', { exact: true })).toBeVisible();
  const { stored } = await mapNumbers(page);
  await stopServiceWorkers(page);
  await networkSwitch(page, 'Offline').click();
  await expect(networkSwitch(page, 'Offline')).toHaveAttribute('aria-checked', 'false');
  expect((await mapNumbers(page)).stored).toBeGreaterThanOrEqual(stored);

  await waitForTranscript(page);
  await expect(framed(page).getByText(/had to be sent again/)).toBeVisible();
  await expect(map(page)).toHaveAccessibleName(/^6 parts: 6 stored/);
  await expect(networkSwitch(page, 'Offline')).toBeDisabled();

  // Nothing is left to continue.
  await page.reload();
  await expect(startButton(page)).toBeEnabled();
  await expect(map(page)).toHaveAccessibleName('6 parts: 0 stored, 0 being sent, 6 waiting');
  expect(complaints).toEqual([]);
});

interface Scene {
  readonly caption: string;
  readonly offline: boolean;
  /** Whether the tab is open: the element is on the page in the frame. */
  readonly open: boolean;
}

/** Notes what the story shows, also what it shows only for a moment. */
const watchStory = (page: Page): Promise<JSHandle<Scene[]>> =>
  page.evaluateHandle(() => {
    const scenes: Scene[] = [];
    const plug = document.querySelector('#plug')!;
    const note = (): void => {
      const scene = {
        caption: plug.querySelector('p[role="status"]')?.textContent.trim().slice(0, 6) ?? '',
        offline: plug.querySelector('[role="switch"][aria-checked="true"]') !== null,
        open: Boolean(
          plug.querySelector('iframe')?.contentDocument?.querySelector('audio-transcribe'),
        ),
      };
      if (JSON.stringify(scene) !== JSON.stringify(scenes.at(-1))) scenes.push(scene);
    };
    // An empty page in the frame changes nothing outside it.
    plug.addEventListener('load', note, true);
    new MutationObserver(note).observe(plug, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    return scenes;
  });

test('“Show me” plays the story by itself, and shows what was saved and that no secret was seen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, '?tab=plug');
  for (const name of ['Offline', 'Slow train', 'Close and reopen the tab'])
    await expect(page.locator('#plug').getByText(name)).toBeInViewport({ ratio: 1 });
  await expect(map(page)).toBeInViewport({ ratio: 1 });
  const story = await watchStory(page);
  await page.getByRole('button', { name: 'Show me' }).click();
  const caption = page.locator('#plug .plug-caption');
  await expect(caption).toContainText('Done');
  await waitForTranscript(page);
  const scenes = await story.evaluate((seen) => seen);
  const captions = scenes
    .map(({ caption }) => caption)
    .filter((caption) => /^\d of|^Done/.test(caption));
  expect([...new Set(captions)]).toEqual([
    '1 of 5',
    '2 of 5',
    '3 of 5',
    '4 of 5',
    '5 of 5',
    'Done: ',
  ]);
  expect(scenes).toContainEqual({ caption: '2 of 5', offline: true, open: true });
  expect(scenes).toContainEqual({ caption: '4 of 5', offline: false, open: false });
  // Seven parts of 5 MiB were stored when the tab was closed.
  const saved = page.locator('#plug .numbers div', { hasText: 'not sent twice' }).locator('dd');
  expect(Number.parseInt((await saved.textContent()) ?? '', 10)).toBeGreaterThanOrEqual(36);
  const secrets = page.locator('#plug .numbers div', { hasText: 'secrets in' });
  await expect(secrets.locator('dd')).toHaveText('0');
  await expect(secrets).toContainText(/secrets in [1-9]\d+ answers/);
  await expect(page.locator('#next')).toContainText('were not sent twice');

  // It can be played again.
  await page.getByRole('button', { name: 'Show me' }).click();
  await expect(caption).toContainText('1 of 5');
  await waitForStored(page, 1);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(map(page)).toHaveAccessibleName(/^12 parts: 0 stored/);
  await expect(startButton(page)).toBeEnabled();
});

test('the switches of one tab reach no other tab and no other page', async ({ page, context }) => {
  await open(page);
  await networkSwitch(page, 'Offline').click();
  await networkSwitch(page, 'Slow train').click();
  await expect(networkSwitch(page, 'Slow train')).toHaveAttribute('aria-checked', 'true');

  const other = await context.newPage();
  await open(other);
  await expect(networkSwitch(other, 'Offline')).toHaveAttribute('aria-checked', 'false');
  await startButton(other).click();
  await waitForStored(other, 1);
  await expect(startButton(page)).toBeEnabled();

  for (const address of ['', 'demo/qa.html', '?tab=own']) {
    await other.goto(demo().url + address);
    expect(await other.evaluate(() => navigator.serviceWorker.controller)).toBe(null);
    expect(await other.evaluate(() => navigator.onLine)).toBe(true);
  }
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  expect(await page.evaluate(async () => (await fetch('settings.json')).status)).toBe(200);
});

test('by keyboard: start, go offline and online, start over; the frame follows the look', async ({
  page,
}) => {
  await holdParts(page, 0);
  await page.goto(`${demo().url}?lang=ar&theme=dark`);
  await page.getByRole('tab', { name: 'Example' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Pull the plug' })).toBeFocused();
  await expect(startButton(page)).toBeEnabled();
  await expect(framed(page).locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(framed(page).locator('html')).toHaveCSS('color-scheme', 'dark');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show me' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(startButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const over = page.getByRole('button', { name: 'Start over' });
  await expect(over).toBeVisible();

  await networkSwitch(page, 'Offline').focus();
  await page.keyboard.press('Space');
  await expect(networkSwitch(page, 'Offline')).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Space');
  await expect(networkSwitch(page, 'Offline')).toHaveAttribute('aria-checked', 'false');

  await over.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Show me' })).toBeFocused();
  await expect(map(page)).toHaveAccessibleName('12 parts: 0 stored, 0 being sent, 12 waiting');
});

test('is accessible, never scrolls sideways, and nothing moves while it loads', async ({
  page,
}) => {
  const passParts = await holdParts(page, 0);
  await open(page, '?tab=plug');
  const { shift } = await paintsOf(page);
  expect(shift).toBeLessThan(0.01);
  // What follows comes directly below, also on a high screen.
  await page.setViewportSize({ width: 1920, height: 1080 });
  const edges = await page.evaluate(() => {
    const edge = (selector: string, name: 'top' | 'bottom'): number =>
      document.querySelector(selector)?.getBoundingClientRect()[name] ?? Number.NaN;
    return {
      actions: edge('.beside', 'top') - edge('.plug-grid', 'bottom'),
      section: edge('.frameworks', 'top') - edge('.beside', 'bottom'),
    };
  });
  expect(edges.actions).toBeLessThan(40);
  expect(edges.section).toBeLessThan(120);
  await startButton(page).click();
  await networkSwitch(page, 'Offline').click();
  await expect(networkSwitch(page, 'Offline')).toHaveAttribute('aria-checked', 'true');
  passParts(12);
  await expect(framed(page).getByText('You’re offline', { exact: true })).toBeVisible();
  await expectNoViolations(page, { within: 'body' });
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const frame = page.frames().find((it) => it.parentFrame() !== null);
  expect(await frame?.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    320,
  );
});
