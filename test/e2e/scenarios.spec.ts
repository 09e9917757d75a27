/** Scenarios and the file generator of the QA console, as a tester uses them. */
import { expect, test, type Locator, type Page } from './test.js';
import type { AudioTranscribe } from '../../src/index.js';
import type { FaultListed } from '../../demo/sandbox/index.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { CHUNK_SIZE, demoForTests, element, piece } from './demo.js';

const demo = demoForTests({
  recognizer: noRecognizer(),
  // The sandbox accepts at most 10,000 chunks.
  chunkSize: (bytes) => (bytes > 2 ** 30 ? 2 ** 26 : CHUNK_SIZE),
});

const openConsole = async (page: Page): Promise<void> => {
  await page.goto(`${demo().url}demo/qa.html`);
  await expect(page.getByText('Sandbox connected')).toBeVisible();
};

const run = (page: Page, title: string): Locator =>
  page.locator('.run').filter({ has: page.getByRole('button', { name: title, exact: true }) });

const verdict = (page: Page, title: string): Locator => run(page, title).locator('.verdict');

const summary = (page: Page): Locator => page.locator('.summary');

/** What this browser's session has set in the sandbox. */
const settings = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const get = async (path: string): Promise<unknown> =>
      (await fetch(`/__sandbox/${path}`)).json();
    const { faults } = (await get('faults')) as { faults: readonly FaultListed[] };
    return { faults: faults.map(({ fault }) => fault), conditions: await get('conditions') };
  });

const NOTHING_SET = {
  faults: [],
  conditions: { chunkSize: null, bytesPerSecond: null, latencyMs: null },
};

test('scenarios: “Run all” shows each result, goes on after a reload of the page, and can be stopped', async ({
  page,
}) => {
  await openConsole(page);
  await page.getByLabel('status required').fill('404');
  await page.getByRole('button', { name: 'Add this fault' }).click();
  const before = {
    faults: [{ name: 'status', at: 'part', status: 404 }],
    conditions: NOTHING_SET.conditions,
  };
  await expect.poll(() => settings(page)).toEqual(before);

  // A scenario is stopped while it runs.
  const running = verdict(page, 'Break in the middle').filter({ hasText: 'Running' });
  await page.route(
    (url) => url.origin === demo().sandbox.storageUrl,
    async (route) => {
      if (!(await running.isVisible().catch(() => false))) await route.continue();
    },
  );
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.getByRole('button', { name: 'Run all' }).press('Enter');
  for (const title of [
    ...['Everything works', 'A picture named .wav', 'Empty file', '8 GiB, limit 100 MB'],
    ...['Hidden ETags', '500 at submission', 'Lost answer of the submission', 'Quota used up'],
  ])
    await expect(verdict(page, title)).toHaveText(/^Passed in \d+\.\d s$/);
  await expect(verdict(page, 'Reload in the middle')).toHaveText(/^Passed/);
  expect(loads).toBe(1);
  await expect(verdict(page, 'Everything works')).toHaveText(/^Passed/);

  await expect(verdict(page, 'Break in the middle')).toHaveText('Running');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(verdict(page, 'Break in the middle')).toHaveText('Stopped');
  await expect(verdict(page, 'A slow link')).toHaveText('Not run');
  await expect(summary(page)).toHaveText(/^9 passed, 0 failed, \d+ not run\.$/);
  expect(await settings(page)).toEqual(before);
});

test('scenarios: one that does not end as expected fails with its reasons', async ({ page }) => {
  await openConsole(page);
  demo().sandbox.faults.set([{ name: 'status', at: 'part', status: 404, times: 'always' }]);
  await page.getByRole('button', { name: 'Run “Damaged in transit”' }).click();
  await expect(verdict(page, 'Damaged in transit')).toHaveText(/^Failed after/);
  demo().sandbox.faults.clear();
  const reasons = run(page, 'Damaged in transit').locator('.reasons li');
  await expect(reasons.first()).toHaveText(
    /^The element ended as “failed \(storage-rejected\)”, expected “ready”\. Its message: /,
  );
  await expect(reasons.last()).toHaveText(
    /^Faults that apply to everyone are on, and may be the cause\./,
  );
  await expectNoViolations(page, { within: '.scenarios' });
});

test('scenarios: a link opens one and waits for a click, and a run that the page leaves is undone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openConsole(page);
  await page.getByRole('button', { name: 'A slow link', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Copy as link' }).click();
  await expect(summary(page)).toHaveText('The link was copied.');
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(run(page, 'A slow link')).toContainText('"latencyMs": 200');
  await expect(verdict(page, 'A slow link')).toHaveText('Not run');
  await page.getByRole('button', { name: 'Run “A slow link”' }).click();
  await expect(run(page, 'A slow link').locator('.step')).toHaveText(/\d of 6 parts stored/);
  expect(await settings(page)).not.toEqual(NOTHING_SET);
  await page.goto(demo().url);
  await expect.poll(() => settings(page)).toEqual(NOTHING_SET);
});

test('files: the console makes files of any size, broken ones, and some with difficult names', async ({
  page,
}) => {
  await openConsole(page);
  const file = page.getByLabel('File', { exact: true });
  const give = page.getByRole('button', { name: 'Give it to the element' });
  await element(page).evaluate((it: AudioTranscribe) => {
    it.manualStart = true;
  });
  await file.selectOption('8 GiB, the largest');
  await give.click();
  await expect(page.locator('.files [role=status]')).toHaveText(/: 8,589,934,592 bytes\.$/);
  await expect
    .poll(() => element(page).evaluate((it: AudioTranscribe) => it.progress.totalBytes))
    .toBe(8 * 1024 ** 3);
  await element(page).evaluate((it: AudioTranscribe) => {
    it.reset();
    it.manualStart = false;
  });

  await file.selectOption('Name from right to left');
  await give.click();
  await expect(element(page)).toHaveAttribute('state', 'uploading');
  await expect(element(page)).toContainText('مكالمة');
  await element(page).evaluate((it: AudioTranscribe) => it.reset());

  await file.selectOption('Picture named .wav');
  await give.click();
  await expect(element(page)).toHaveAttribute('state', 'failed');
  await expect(piece(page, 'error-message')).toContainText('recording.wav');
});
