/** Pages that enforce Trusted Types with a header of the partner's server. */
import { expect, test, type Page } from './test.js';
import type { AudioTranscribe } from '../../src/index.js';
import { element, samplePath } from './demo.js';
import { closePages, openPartnerPage } from './partner-page.js';

test.afterEach(closePages);

interface Seen {
  readonly workers: string[];
  readonly errors: string[];
}

/** Opens a page with this policy and these scripts, and records its workers and errors. */
const openWith = async (page: Page, policy: string, script = ''): Promise<Seen> => {
  const seen: Seen = { workers: [], errors: [] };
  page.on('worker', (worker) => seen.workers.push(worker.url()));
  page.on('pageerror', (error) => seen.errors.push(error.message));
  const { url } = await openPartnerPage(
    (attributes) => `<!doctype html>
      <audio-transcribe no-storage ${attributes}>Transcription is not available here.</audio-transcribe>
      <script type="module">import '/app.js';
        const element = document.querySelector('audio-transcribe'); ${script}</script>`,
    { headers: { 'content-security-policy': `require-trusted-types-for 'script'; ${policy}` } },
  );
  await page.goto(url);
  return seen;
};

const transcribe = async (page: Page): Promise<void> => {
  await element(page).locator('input[type=file]').setInputFiles(samplePath('voicemail.wav'));
  await expect(element(page)).toHaveAttribute('state', 'ready');
};

test('trusted-types lit-html: the file is hashed on the page, and everything is shown', async ({
  page,
}) => {
  const seen = await openWith(page, 'trusted-types lit-html');
  await transcribe(page);
  await expect(element(page).locator('[part~="reader"]')).toBeVisible();
  expect(seen.workers).toEqual([]);
  expect(seen.errors).toEqual([]);
});

test('workerUrl as a TrustedScriptURL of the page: that worker is used', async ({ page }) => {
  const seen = await openWith(
    page,
    'trusted-types lit-html my-page',
    `element.workerUrl = trustedTypes
       .createPolicy('my-page', { createScriptURL: (it) => it })
       .createScriptURL('/audio-transcribe.worker.js?mine');`,
  );
  await transcribe(page);
  expect(new Set(seen.workers).size).toBe(1);
  expect(seen.workers[0]).toMatch(/audio-transcribe\.worker\.js\?mine$/);
  expect(seen.errors).toEqual([]);
});

test('worker-url as a string that no policy approves: the worker is not started', async ({
  page,
}) => {
  const seen = await openWith(
    page,
    'trusted-types lit-html',
    `element.workerUrl = '/audio-transcribe.worker.js?string';`,
  );
  await transcribe(page);
  expect(seen.workers).toEqual([]);
});

test('a second policy with the same name that the page does not allow: the file is hashed on the page', async ({
  page,
}) => {
  const seen = await openWith(
    page,
    'trusted-types lit-html audio-transcribe',
    `trustedTypes.createPolicy('audio-transcribe', {});`,
  );
  await transcribe(page);
  expect(seen.workers).toEqual([]);
  await page.goto('about:blank');
  const allowed = await openWith(
    page,
    "trusted-types lit-html audio-transcribe 'allow-duplicates'",
    `trustedTypes.createPolicy('audio-transcribe', {});`,
  );
  await transcribe(page);
  expect(new Set(allowed.workers).size).toBe(1);
});

test.describe('without policies', () => {
  test.use({ expectedError: /"lit-html" disallowed/ });

  test("trusted-types 'none': the fallback content of the tag stays", async ({ page }) => {
    const seen = await openWith(page, "trusted-types 'none'");
    await expect(page.getByText('Transcription is not available here.')).toBeVisible();
    await expect.poll(() => seen.errors.join()).toContain('lit-html');
    expect(await element(page).evaluate((it: AudioTranscribe) => it.shadowRoot)).toBe(null);
  });
});
