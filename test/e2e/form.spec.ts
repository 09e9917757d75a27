/** The form of the demo, when the user leaves the page and comes back. */
import { expect, test, type Page } from './test.js';
import type { AudioTranscribe } from '../../src/index.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { button, demoForTests, element, samplePath } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

/** Gives the element these attributes on every page that is loaded from now on, before it is defined. */
const setAttributes = (page: Page, attributes: Readonly<Record<string, string>>) =>
  page.addInitScript((wanted) => {
    new MutationObserver((_, observer) => {
      const found = document.querySelector('audio-transcribe');
      if (found === null) return;
      for (const [name, value] of Object.entries(wanted)) found.setAttribute(name, value);
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true });
  }, attributes);

/** Opens the form. Playwright switches the back/forward cache off: going back loads the page again. */
const openForm = async (
  page: Page,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> => {
  await setAttributes(page, attributes);
  await page.goto(`${demo().url}demo/form.html`);
  await page.getByLabel('Policy number').fill('AB-1234');
};

const transcribe = async (page: Page): Promise<string> => {
  await element(page).locator('input[type=file]').setInputFiles(samplePath('voicemail.wav'));
  await expect(element(page)).toHaveAttribute('state', 'ready');
  return valueOf(page);
};

/** Submits the form; resolves once the next page is loaded. */
const send = async (page: Page): Promise<string | null> => {
  await page.getByRole('button', { name: 'Send the claim' }).click();
  await expect(page.locator('h1')).toHaveText('Claim sent');
  return new URL(page.url()).searchParams.get('statement');
};

const sentSince = (start: number): readonly string[] =>
  demo()
    .sandbox.log.slice(start)
    .flatMap(({ method, path }) => (method === 'GET' ? [] : [path]));

const valueOf = (page: Page): Promise<string> =>
  element(page).evaluate((it: AudioTranscribe) => it.value);

test('back to a submitted form: a finished task is shown again, with queries only', async ({
  page,
}) => {
  await openForm(page);
  const id = await transcribe(page);
  expect(id).not.toBe('');
  const start = demo().sandbox.log.length;
  expect(await send(page)).toBe(id);
  await page.goBack();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  await expect(element(page).locator('[part~="reader"]')).toBeVisible();
  expect(await valueOf(page)).toBe(id);
  // The page did not set this task, so the user can choose another recording.
  await expect(button(page, 'Transcribe another recording')).toBeVisible();
  expect(await send(page)).toBe(id);
  expect(sentSince(start)).toEqual([]);
});

test('back while a task runs: it is polled to its end, and its stored work resumes automatically', async ({
  page,
}) => {
  await openForm(page, { 'user-key': 'anna' });
  let held = true;
  await page.route(/\/api\/transcribe\/transcriptions\/./, (route) =>
    held ? undefined : route.continue(),
  );
  await element(page).locator('input[type=file]').setInputFiles(samplePath('voicemail.wav'));
  await expect(element(page)).toHaveAttribute('state', 'transcribing');
  const id = await valueOf(page);
  const start = demo().sandbox.log.length;
  expect(await send(page)).toBe(id);
  held = false;
  await page.goBack();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  expect(await valueOf(page)).toBe(id);
  // The title was stored with the work; the task has none.
  await expect(element(page).getByText('voicemail', { exact: true }).first()).toBeVisible();
  expect(sentSince(start)).toEqual([]);
  // Finished work is not offered again.
  await element(page).evaluate((it: AudioTranscribe) => it.reset());
  await expect(button(page, 'Choose a file')).toBeVisible();
  await expect(element(page).locator('[part~="offer"]')).toHaveCount(0);
});

test('back with no-storage: the element and the form are empty, and nothing is requested', async ({
  page,
}) => {
  await openForm(page, { 'no-storage': '' });
  await transcribe(page);
  await send(page);
  const start = demo().sandbox.log.length;
  await page.goBack();
  await expect(button(page, 'Choose a file')).toBeVisible();
  expect(await valueOf(page)).toBe('');
  expect(await page.evaluate(() => new FormData(document.forms[0]).get('statement'))).toBe(null);
  expect(demo().sandbox.log.slice(start)).toEqual([]);
});

test("back with transcription-id: the page's own task is shown, not the previous one", async ({
  page,
}) => {
  await openForm(page);
  await transcribe(page);
  await send(page);
  await setAttributes(page, { 'transcription-id': 'another' });
  await page.goBack();
  // No task has this id.
  await expect(element(page)).toHaveAttribute('state', 'failed');
  expect(await valueOf(page)).toBe('');
});

test('by keyboard: the form is refused without a recording, and then sends its id', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${demo().url}demo/form.html`);
  await page.getByLabel('Policy number').fill('AB-1234');
  await page.keyboard.press('Enter');
  await expect(element(page)).toBeFocused();
  await expect(page.locator('#problem')).toContainText('recording');
  await page.getByRole('button', { name: 'Use an example' }).focus();
  await page.keyboard.press('Enter');
  await expect(element(page)).toHaveAttribute('state', 'ready');
  await expect(page.locator('#problem')).toBeHidden();
  const id = await valueOf(page);
  await expect(page.locator('#value')).toHaveText(`policy=AB-1234\nstatement=${id}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectNoViolations(page, { within: 'body' });
  await page.getByLabel('Policy number').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('dl')).toHaveText(/policy\s*AB-1234\s*statement/);
  await expect(page.locator('dd').last()).toHaveText(id);
  await expectNoViolations(page, { within: 'body' });
  expect(complaints).toEqual([]);
});
