/** The element in a partner's form, when the user leaves the page and comes back. */
import { expect, test, type Page } from '@playwright/test';
import type { AudioTranscribe } from '../../src/index.js';
import { element, samplePath } from './demo.js';
import { closePages, openPartnerPage, type PartnerPage } from './partner-page.js';

test.afterEach(closePages);

const openForm = async (page: Page, more = ''): Promise<PartnerPage> => {
  const partner = await openPartnerPage(
    (attributes) => `<!doctype html>
      <form action="/sent.html">
        <label>Recording
          <audio-transcribe name="recording" required ${attributes} ${more}></audio-transcribe></label>
        <button id="send">Send</button></form>
      <script type="module" src="/app.js"></script>`,
    {
      // Pages with no-store are not kept in the back/forward cache: going back loads them again.
      headers: { 'cache-control': 'no-store' },
      files: { '/sent.html': '<!doctype html><h1>Sent</h1>' },
    },
  );
  await page.goto(partner.url);
  return partner;
};

const transcribe = async (page: Page): Promise<string> => {
  await element(page).locator('input[type=file]').setInputFiles(samplePath('voicemail.wav'));
  await expect(element(page)).toHaveAttribute('state', 'ready');
  return element(page).evaluate((it: AudioTranscribe) => it.value);
};

/** Submits the form; resolves once the next page is loaded. */
const send = async (page: Page): Promise<string | null> => {
  await page.locator('#send').click();
  await expect(page.locator('h1')).toHaveText('Sent');
  return new URL(page.url()).searchParams.get('recording');
};

const sentSince = ({ sandbox }: PartnerPage, start: number): readonly string[] =>
  sandbox.log.slice(start).flatMap(({ method, path }) => (method === 'GET' ? [] : [path]));

const valueOf = (page: Page): Promise<string> =>
  element(page).evaluate((it: AudioTranscribe) => it.value);

test('back to a submitted form: a finished task is shown again, with queries only', async ({
  page,
}) => {
  const partner = await openForm(page);
  const id = await transcribe(page);
  expect(id).not.toBe('');
  const start = partner.sandbox.log.length;
  expect(await send(page)).toBe(id);
  await page.goBack();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  await expect(element(page).locator('[part~="reader"]')).toBeVisible();
  expect(await valueOf(page)).toBe(id);
  // The page did not set this task, so the user can choose another recording.
  await expect(element(page).locator('[part~="new-button"]')).toBeVisible();
  expect(await send(page)).toBe(id);
  expect(sentSince(partner, start)).toEqual([]);
});

test('back while a task runs: it is polled to its end, and its stored work resumes automatically', async ({
  page,
}) => {
  const partner = await openForm(page, 'resume-scope="anna"');
  let held = true;
  await page.route(/\/api\/transcribe\/transcriptions\/./, (route) =>
    held ? undefined : route.continue(),
  );
  await element(page).locator('input[type=file]').setInputFiles(samplePath('voicemail.wav'));
  await expect(element(page)).toHaveAttribute('state', 'transcribing');
  const id = await valueOf(page);
  const start = partner.sandbox.log.length;
  expect(await send(page)).toBe(id);
  held = false;
  await page.goBack();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  expect(await valueOf(page)).toBe(id);
  // The title was stored with the work; the task has none.
  await expect(element(page).getByText('voicemail.wav').first()).toBeVisible();
  expect(sentSince(partner, start)).toEqual([]);
  // Finished work is not offered again.
  await element(page).evaluate((it: AudioTranscribe) => it.reset());
  await expect(element(page).locator('[part~="choose-button"]')).toBeVisible();
  await expect(element(page).locator('[part~="offer"]')).toHaveCount(0);
});

test('back with no-resume: the element and the form are empty, and nothing is requested', async ({
  page,
}) => {
  const partner = await openForm(page, 'no-resume');
  await transcribe(page);
  await send(page);
  const start = partner.sandbox.log.length;
  await page.goBack();
  await expect(element(page).locator('[part~="choose-button"]')).toBeVisible();
  expect(await valueOf(page)).toBe('');
  expect(await page.evaluate(() => new FormData(document.forms[0]).get('recording'))).toBe(null);
  expect(partner.sandbox.log.slice(start)).toEqual([]);
});

test("back with transcription-id: the page's own task is shown, not the previous one", async ({
  page,
}) => {
  const partner = await openForm(page);
  await transcribe(page);
  await send(page);
  await page.route(partner.url, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('required', 'required transcription-id="another"');
    await route.fulfill({ response, body });
  });
  await page.goBack();
  // No task has this id.
  await expect(element(page)).toHaveAttribute('state', 'failed');
  expect(await valueOf(page)).toBe('');
});

test('submitting the form without a recording is blocked: a message is shown and the element is focused', async ({
  page,
}) => {
  await openForm(page);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.locator('#send').click();
  await expect(page.locator('h1')).toHaveCount(0);
  await expect(element(page)).toBeFocused();
  expect(complaints.filter((text) => /focusable/.test(text))).toEqual([]);
});
