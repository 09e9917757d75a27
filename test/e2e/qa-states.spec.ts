/** The forced states and the environment of the element in the QA console. */
import { expect, test, type Locator, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { demoForTests } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

const open = async (page: Page, query = ''): Promise<void> => {
  await page.goto(`${demo().url}demo/qa.html${query}`);
  await expect(page.getByText('Sandbox connected')).toBeVisible();
};

const picker = (page: Page): Locator => page.getByLabel('State', { exact: true });
const live = (page: Page): Locator => page.locator('#transcribe');
/** The element that is shown. */
const shown = (page: Page): Locator => page.locator('#frame > :not([hidden])');

/** What each state shows. States that are not here show their transcript. */
const TEXTS: Readonly<Record<string, string | RegExp>> = {
  idle: 'Drop a recording here',
  disabled: 'Drop a recording here',
  microphone: 'Record',
  offer: 'Continue upload',
  'waiting-for-start': 'Start',
  checking: 'Checking',
  converting: 'Converting',
  planning: 'Preparing',
  uploading: '1 MB of 3 MB',
  'uploading-retry': /attempt \d/,
  'uploading-interrupted': 'Connection interrupted',
  'uploading-offline': 'You’re offline',
  paused: 'Resume',
  list: '0 of 3 ready',
  submitting: 'Starting transcription',
  transcribing: 'Transcribing',
  'transcribing-queued': 'Transcribing',
  'transcribing-interrupted': 'Connection interrupted',
  'no-speech': 'No speech',
  speakers: '14 speakers',
  hostile: '<script>alert(1)</script>',
  rtl: 'שלום',
  'no-times': 'This line has no time.',
};

test('QA states: every state can be forced, and the live element comes back', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  await open(page);
  const names = await picker(page)
    .locator('option')
    .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
  expect(names.length).toBeGreaterThan(60);
  const isFailure = (name: string): boolean => name.startsWith('failed-');
  for (const name of names.slice(1).filter((one) => !isFailure(one))) {
    await picker(page).selectOption(name);
    const text = TEXTS[name] ?? 'Transcript';
    await expect(shown(page).getByText(text).first(), name).toBeVisible();
  }
  // In the page, because there are forty of them.
  const codes = await page.evaluate(async (failures) => {
    const select = document.querySelector<HTMLSelectElement>('#state');
    const found: (readonly [title: string | undefined, code: string | undefined])[] = [];
    for (const name of failures) {
      if (select === null) break;
      const [before] = document.querySelectorAll('#frame > :not([hidden])');
      select.value = name;
      select.dispatchEvent(new Event('change'));
      let element = before as HTMLElementTagNameMap['audio-transcribe'] | null | undefined;
      while (!element || element === before || element.state !== 'failed') {
        await new Promise(requestAnimationFrame);
        element = document.querySelector('#frame > audio-transcribe:not([hidden])');
      }
      found.push([select.selectedOptions[0]?.text, element.error?.code]);
    }
    return found;
  }, names.filter(isFailure));
  expect(codes.length).toBeGreaterThan(35);
  for (const [title = '', code] of codes) expect(title.trim().split(':')[0]).toBe(code);
  expect(problems).toEqual([]);

  // The URL restores a state. Choosing a recording leaves it.
  await picker(page).selectOption('paused');
  await expect(page).toHaveURL(/\?state=paused$/);
  await page.reload();
  await expect(shown(page)).toHaveAttribute('state', 'paused');
  await expect(live(page)).toBeHidden();
  await expectNoViolations(page, { within: '#subject' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.locator('[data-sample="voicemail.wav"]').click();
  await expect(live(page)).toHaveAttribute('state', 'ready');
  await expect(picker(page)).toHaveValue('');
  await expect(page).toHaveURL(/qa\.html$/);
  // A forced upload is not offered to the live element.
  await page.reload();
  await expect(live(page).getByText('Drop a recording here')).toBeVisible();
});

test('QA environment: looks, offline and storage full, restored by the URL', async ({ page }) => {
  await open(page, '?brand=a13d0b&theme=dark&width=320&state=ready');
  await expect(shown(page)).toHaveCSS('color-scheme', 'dark');
  await expect(shown(page)).toHaveCSS('width', '320px');
  await expect(page.locator('#frame')).toHaveCSS('--at-accent', '#a13d0b');
  await page.getByLabel('Language', { exact: true }).selectOption('ar');
  await expect(shown(page)).toHaveCSS('direction', 'rtl');
  await expect(page.locator('html')).toHaveCSS('direction', 'ltr');
  await page.getByLabel('Direction', { exact: true }).selectOption('ltr');
  await expect(shown(page)).toHaveCSS('direction', 'ltr');
  const edit = shown(page).locator('[part~="speaker-name"]');
  await expect(edit.first()).toBeVisible();
  await page.getByLabel('Read only').check();
  await expect(shown(page)).toHaveJSProperty('readOnly', true);
  await expect(page).toHaveURL(/lang=ar/);
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Second tab' }).click(),
  ]);
  await expect(tab.getByLabel('Width', { exact: true })).toHaveValue('320');
  await expect(tab.getByLabel('Read only')).toBeChecked();
  await tab.close();

  // Offline from the start: no request of the element arrives, but the console goes on.
  await open(page, '?offline=1');
  expect(await page.evaluate(() => navigator.onLine)).toBe(false);
  const last = demo().sandbox.log.at(-1)?.number ?? 0;
  await page.locator('[data-sample="voicemail.wav"]').click();
  await expect(live(page)).toHaveAttribute('state', 'preparing');
  await page.getByRole('button', { name: 'Clear the log' }).click();
  await expect(page.getByText('The log was cleared.')).toBeVisible();
  expect(demo().sandbox.log.filter(({ number }) => number > last)).toEqual([]);
  await page.getByLabel('Offline').uncheck();
  await expect(live(page)).toHaveAttribute('state', 'ready');

  await open(page);
  demo().sandbox.faults.set([{ name: 'black-hole', at: 'part', times: 'always' }]);
  await page.getByLabel('Storage full').check();
  await page.locator('[data-sample="voicemail.wav"]').click();
  await expect(live(page).getByText('can’t save progress')).toBeVisible();
});
