/** Scenarios and the file generator of the QA console, as a tester uses them. */
import { expect, test, type Locator, type Page } from './test.js';
import type { AudioTranscribe } from '../../src/index.js';
import type { FaultListed } from '../../demo/sandbox/index.js';
import type { Scenario } from '../../demo/qa/scenarios/scenario.js';
import { linkTo } from '../../demo/qa/scenarios/share.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { CHUNK_SIZE, demoForTests, element, piece } from './demo.js';

const demo = demoForTests({
  recognizer: noRecognizer(),
  // The sandbox accepts at most 10,000 chunks.
  chunkSize: (bytes) => (bytes > 2 ** 30 ? 2 ** 26 : CHUNK_SIZE),
});

const openConsole = async (page: Page): Promise<void> => {
  await page.goto(`${demo().url}qa.html`);
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

/** Ends in an error, but expects a transcript. */
const WRONG: Scenario = {
  title: 'Wrong expectation <b>',
  file: { format: 'wav', damage: 'text', name: '<img src=x>.wav' },
  expect: { state: 'ready', plans: 1 },
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

  await page.getByRole('button', { name: 'Reload in the middle', exact: true }).press('Enter');
  const steps = run(page, 'Reload in the middle').getByRole('list', { name: 'What the run did' });
  await expect(steps).toContainText('Reloading the page');
  await expect(steps).toContainText('Waiting for the offer to continue');
});

test('scenarios: a link waits for a click, and a deviation fails with its reason', async ({
  page,
}) => {
  const logged = demo().sandbox.log.length;
  await page.goto(linkTo(WRONG, `${demo().url}qa.html`));
  await expect(summary(page)).toHaveText('A scenario from a link was added. Read it, then run it.');
  await expect(verdict(page, WRONG.title)).toHaveText('Not run');
  expect(demo().sandbox.log.length).toBe(logged);
  await expect(run(page, WRONG.title)).toContainText('<img src=x>.wav');
  await page.getByRole('button', { name: `Run “${WRONG.title}”` }).click();
  await expect(verdict(page, WRONG.title)).toHaveText(/^Failed after/);
  await expect(run(page, WRONG.title).locator('.reasons li')).toHaveText([
    /^The element ended as “failed \(unsupported-format\)”, expected “ready”\. Its message: “<img src=x>.wav” is a text file\./,
    'An upload plan was requested 0 times, expected once.',
  ]);
  await expectNoViolations(page, { within: '.scenarios' });

  await page.goto(`${demo().url}qa.html?scenario=e30`);
  await expect(summary(page)).toHaveText(
    'The scenario in the link is not valid: title is missing.',
  );
});

test('scenarios: one whose fault does not strike fails with that reason, and says which faults struck', async ({
  page,
}) => {
  await openConsole(page);
  await page.getByRole('button', { name: 'New scenario from the faults set now' }).click();
  const editor = page.getByLabel('Scenario as JSON');
  await editor.fill('{"title": "Late fault"}');
  await page.getByRole('button', { name: 'Add to the list' }).click();
  await expect(page.locator('#scenario-mistake')).toHaveText('file is missing.');
  await expect(editor).toBeFocused();
  const late: Scenario = {
    title: 'Late fault',
    file: { format: 'wav', bytes: 100_000 },
    faults: [
      { name: 'corrupted-body', at: 'part', part: 4 },
      { name: 'reset-at-once', at: 'query' },
    ],
    conditions: { chunkSize: 50_000 },
    expect: { state: 'ready', partsSentTwice: 1 },
  };
  await editor.fill(JSON.stringify(late));
  await page.getByRole('button', { name: 'Add to the list' }).click();
  demo().sandbox.faults.set([{ name: 'slow-answer', at: 'upload-plan', ms: 1 }]);
  await page.getByRole('button', { name: 'Run “Late fault”' }).click();
  await expect(run(page, 'Late fault').locator('.reasons li')).toHaveText([
    'The fault “corrupted-body” at part 4 struck 0 times, expected at least once.',
    /^Faults that apply to everyone are on, and may be the cause\./,
  ]);
  demo().sandbox.faults.clear();
  await expect(run(page, 'Late fault')).toContainText(
    '“corrupted-body” at part 4 (struck 0 ×, expected at least 1 ×); “reset-at-once” at query (struck 1 ×,',
  );
});

test('scenarios: copies a scenario as a link, and puts back what a run has set if the page is left', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openConsole(page);
  await page.getByRole('button', { name: 'A slow link', exact: true }).click();
  await page.getByRole('button', { name: 'Copy as link' }).click();
  await expect(summary(page)).toHaveText('The link was copied.');
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  const copy = page.locator('.run').first();
  await expect(copy).toContainText('A slow link');
  await copy.getByRole('button', { name: /^Run “/ }).click();
  await expect(copy.locator('.step')).toHaveText(/\d of 6 parts stored/);
  expect(await settings(page)).not.toEqual(NOTHING_SET);
  await page.goto(demo().url);
  await expect.poll(() => settings(page)).toEqual(NOTHING_SET);
  await openConsole(page);
  await expect(summary(page)).toHaveText('The run was stopped, because the page was left.');
});

test('files: the form makes a file of any size, or says at the field what is wrong', async ({
  page,
}) => {
  await openConsole(page);
  const size = page.getByLabel('Size', { exact: true });
  await size.fill('9 GiB');
  await size.press('Enter');
  await expect(page.locator('#file-mistake')).toHaveText(
    /^bytes must be a whole number of bytes from 1000 to 8589934592 \(8 GiB\)\.$/,
  );
  await expect(size).toBeFocused();
  await expect(size).toHaveAttribute('aria-invalid', 'true');

  const give = page.getByRole('button', { name: 'Give it to the element' });
  const totalBytes = (): Promise<number> =>
    element(page).evaluate((it: AudioTranscribe) => it.progress.totalBytes);
  const setManualStart = (isOn: boolean): Promise<void> =>
    element(page).evaluate((it: AudioTranscribe, on) => {
      it.manualStart = on;
    }, isOn);
  await setManualStart(true);
  for (const format of ['M4A', 'MP3', 'WAV']) {
    await page.getByLabel('Format').selectOption(format);
    await size.fill('8 GiB');
    await give.click();
    await expect(page.locator('.files [role=status]')).toHaveText(/: 8,589,934,592 bytes\.$/);
    await expect.poll(totalBytes, { message: format }).toBe(8 * 1024 ** 3);
    await element(page).evaluate((it: AudioTranscribe) => it.reset());
  }
  await setManualStart(false);
  await give.click();
  await expect(element(page)).toHaveAttribute('state', 'uploading');
  await element(page).evaluate((it: AudioTranscribe) => it.reset());

  await page.getByLabel('Start from').selectOption('Picture named .wav');
  await page.getByLabel('Difficult names').selectOption('Right to left');
  await give.click();
  await expect(element(page)).toHaveAttribute('state', 'failed');
  await expect(piece(page, 'error-message')).toContainText('مكالمة');

  await page.getByRole('button', { name: 'Use in a scenario' }).click();
  await expect(page.getByLabel('Scenario as JSON')).toHaveValue(/"damage": "picture"/);
});
