/** The element in a partner's form, on a page that is left and come back to. */
import { expect, test, type Page } from '@playwright/test';
import type { AudioTranscribe } from '../../src/index.js';
import { element, samplePath } from './demo.js';
import { closePages, openPartnerPage, type PartnerPage } from './partner-page.js';

test.afterEach(closePages);

const openForm = async (page: Page): Promise<PartnerPage> => {
  const partner = await openPartnerPage(
    (attributes) => `<!doctype html>
      <form action="/sent.html">
        <label>Recording
          <audio-transcribe name="recording" required ${attributes}></audio-transcribe></label>
        <button id="send">Send</button></form>
      <script type="module" src="/app.js"></script>`,
    {
      // Pages that are not to be stored are not kept in memory either: going back loads them anew.
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

test('the form is sent and the person goes back: the task is shown again, and nothing is sent but queries', async ({
  page,
}) => {
  const { sandbox } = await openForm(page);
  const id = await transcribe(page);
  expect(id).not.toBe('');
  const logStart = sandbox.log.length;
  const send = async (): Promise<void> => {
    await page.locator('#send').click();
    await expect(page.locator('h1')).toHaveText('Sent');
    expect(new URL(page.url()).searchParams.get('recording')).toBe(id);
  };
  await send();
  await page.goBack();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  await expect(element(page).locator('[part~="reader"]')).toBeVisible();
  expect(await element(page).evaluate((it: AudioTranscribe) => it.value)).toBe(id);
  await send();
  expect(sandbox.log.slice(logStart).filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a form without its recording is not sent: the person is told, and the focus goes there', async ({
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
