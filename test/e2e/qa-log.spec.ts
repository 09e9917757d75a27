/** The log of the QA console: runs, filters, details, and the bug report. */
import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { demoForTests, element } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const run = (page: Page, name: string): Locator => page.getByRole('region', { name });
const rows = (page: Page, name: string): Locator => run(page, name).getByRole('listitem');
const clipboard = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText());

interface Har {
  readonly log: {
    readonly version: string;
    readonly entries: readonly { readonly request: { readonly url: string } }[];
  };
}

test('QA log: shows a recording as a waterfall, filters it, and copies a bug report without secrets', async ({
  page,
}) => {
  const { sandbox, url } = demo();
  const secrets: string[] = [];
  page.on('request', (request) => {
    secrets.push(...(request.headers()['authorization'] ?? '').split(' ').slice(1));
    secrets.push(...new URL(request.url()).searchParams.values());
  });
  sandbox.faults.set([{ name: 'reset-mid-body', at: 'part', part: 2 }]);
  await page.goto(`${url}demo/qa.html`);
  await page.locator('[data-sample="voicemail.wav"]').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  const name = '1. WAV of 344.8 KiB';
  await expect(run(page, name)).toContainText('6 parts stored');
  await expect(run(page, name)).toContainText('1 sent again');
  await expect(run(page, name)).toContainText('SUCCESS');
  await expect(rows(page, name).first()).toContainText('POST upload-plan');
  await expect(rows(page, name).last()).toContainText('query');
  // Token requests belong to no recording.
  await expect(rows(page, 'Other requests').filter({ hasText: 'partner-token' })).toBeVisible();

  // Filters are combined and have counts.
  await page.getByLabel('Host').selectOption('storage');
  await page.getByLabel('Method').selectOption('PUT');
  await expect(page.getByLabel('Method').locator('option:checked')).toHaveText(/^\s*PUT \(7\)\s*$/);
  await expect(rows(page, name)).toHaveCount(7);
  await expect(run(page, 'Other requests')).toHaveCount(0);
  await page.getByLabel('Fault', { exact: true }).selectOption('reset-mid-body');
  await expect(rows(page, name)).toHaveCount(1);
  await expect(rows(page, name)).toContainText('PUT part 2');
  await page.getByLabel('Rules').selectOption('broken');
  await page.getByRole('button', { name: 'Remove all filters' }).click();

  // A row opens to redacted headers and bodies.
  const plan = rows(page, name).filter({ hasText: 'POST upload-plan' });
  await plan.getByRole('button').press('Enter');
  await expect(plan.getByRole('button')).toHaveAttribute('aria-expanded', 'true');
  await expect(plan.getByRole('table', { name: 'Request headers' })).toContainText('Bearer •••');
  await expect(plan.getByRole('group', { name: 'Response body' })).toContainText('••• (address of');
  await expectNoViolations(page, { within: '#requests' });
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.getByRole('button', { name: `Copy bug report: ${name}` }).click();
  await expect(page.getByText('The bug report was copied')).toBeVisible();
  const report = await clipboard(page);
  expect(report).toContain('- Options: `{"diarization":true}`');
  expect(report).toContain('"name":"reset-mid-body","at":"part","part":2');
  expect(report).toContain('<details><summary>Diagnostics</summary>');
  const [, har = ''] = /HAR file<\/summary>\s+```json\n(.*)\n```/.exec(report) ?? [];
  const { log } = JSON.parse(har) as Har;
  expect(log.version).toBe('1.2');
  expect(log.entries).toHaveLength(await rows(page, name).count());
  const planned = log.entries.find(({ request }) => request.url.endsWith('presigned-urls'));
  expect(planned?.request.url).toContain(sandbox.serviceUrl);

  const { clientId, clientSecret, apiKey } = sandbox.credentials;
  const found = [...secrets, clientId, clientSecret, apiKey].filter((secret) => secret.length > 8);
  expect(found.length).toBeGreaterThan(10);
  const shown = report + (await page.locator('body').innerText());
  expect(found.filter((secret) => shown.includes(secret))).toEqual([]);
});

test('QA log: a report tells how its own recording ended, also of a file that was refused at once', async ({
  page,
}) => {
  const { sandbox, url } = demo();
  await page.setViewportSize({ width: 1280, height: 720 });
  // Another visitor's preflight, which names nobody.
  await fetch(`${sandbox.serviceUrl}/open/partner/files/upload/complete-upload`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'POST',
    },
  });
  await page.goto(`${url}demo/qa.html?chunk=32768`);
  await expect(page.getByText('Link: 32 KiB chunks')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Log and tasks' })).not.toContainText('OPTIONS');

  const chooser = page.waitForEvent('filechooser');
  await element(page).getByRole('button', { name: 'Choose a file' }).click();
  await (
    await chooser
  ).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no sound') });
  await expect(run(page, '1. Refused before any request')).toBeVisible();
  await page.locator('[data-sample="voicemail.wav"]').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  await expect(run(page, '2. WAV of 344.8 KiB')).toContainText('11 parts stored');

  // The element at a usable size, and at least ten requests, are visible without scrolling.
  const box = await element(page).boundingBox();
  expect(box?.y).toBeLessThan(220);
  expect(box?.width).toBeGreaterThan(400);
  expect(box?.height).toBeGreaterThan(300);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(620);
  const visible = rows(page, '2. WAV of 344.8 KiB').evaluateAll(async (all) => {
    const seen = await new Promise<IntersectionObserverEntry[]>((resolve) => {
      const observer = new IntersectionObserver(resolve);
      for (const row of all) observer.observe(row);
    });
    return seen.filter(({ intersectionRatio }) => intersectionRatio === 1).length;
  });
  expect(await visible).toBeGreaterThanOrEqual(10);

  await page
    .getByRole('button', { name: 'Copy bug report: 1. Refused before any request' })
    .click();
  await expect(page.getByText('The bug report was copied')).toBeVisible();
  const refused = await clipboard(page);
  expect(refused).toMatch(/the state is `failed`, the error is `/);
  expect(refused).toContain('None: nothing was sent.');
  await page.getByRole('button', { name: 'Copy bug report: 2. WAV of 344.8 KiB' }).click();
  await expect.poll(() => clipboard(page)).toContain('the state is `ready`');

  await page.getByRole('button', { name: 'Clear all faults' }).click();
  await expect(page.getByText('Link: 32 KiB chunks')).toHaveCount(0);
});

test('QA log: stays fast with thousands of requests, and offers those that it does not show', async ({
  page,
}) => {
  const { sandbox, url } = demo();
  for (let batch = 0; batch < 20; batch++) {
    const some = Array.from({ length: 100 }, () => fetch(`${sandbox.serviceUrl}/x`));
    for (const answer of await Promise.all(some)) await answer.text();
  }
  await page.goto(`${url}demo/qa.html`);
  await expect(rows(page, 'Other requests')).toHaveCount(50);
  await expect(page.getByLabel('Method').locator('option:checked')).toHaveText(
    /All \([2-9],?\d{3}\)/,
  );
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Copy bug report: Other requests' }).click();
  const har = JSON.parse(await readFile(await (await download).path(), 'utf8')) as Har;
  expect(har.log.entries.length).toBeGreaterThanOrEqual(2_000);
  await expect(page.getByText('Its HAR file is too long')).toBeVisible();
  expect((await clipboard(page)).length).toBeGreaterThan(1_000);
  await page.getByRole('button', { name: /^Show \d+ earlier requests$/ }).click();
  await expect.poll(() => rows(page, 'Other requests').count()).toBeGreaterThanOrEqual(2_000);
});
