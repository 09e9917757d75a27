/** The QA console, as a tester uses it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from './test.js';
import { noRecognizer, type Fault, type WhatIsOn } from '../../demo/sandbox/index.js';
import { startDemo } from '../../demo/start-demo.js';
import { expectNoViolations } from './axe.js';
import { PAGES } from './global-setup.js';
import { demoForTests, element } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

test.beforeEach(async ({ page }) => {
  const { url, sandbox } = demo();
  sandbox.faults.set([]);
  await fetch(`${sandbox.serviceUrl}/__sandbox/log`, { method: 'DELETE' });
  await page.goto(`${url}demo/qa.html`);
  await expect(page.getByText('Sandbox connected')).toBeVisible();
});

const faults = (page: Page): Locator => page.getByRole('list', { name: 'Set now' });
const tasks = (page: Page): Locator => page.getByRole('list', { name: 'Tasks' });
const log = (page: Page): Locator => page.getByRole('region', { name: 'Log', exact: true });
const requests = (page: Page): Locator => log(page).getByRole('listitem');

const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('80 presses of Tab did not reach it');
};

/** The faults of the page's session. */
const ownFaults = async (page: Page): Promise<readonly Fault[]> => {
  const answer = await page.request.get(`${demo().url}__sandbox/active`);
  const { faults: listed } = (await answer.json()) as WhatIsOn;
  return listed.map(({ fault }) => fault);
};

/** Sends a request that no endpoint accepts. */
const breakRule = (): Promise<Response> =>
  fetch(`${demo().sandbox.serviceUrl}/open/partner/ai/transcriptions`, { method: 'POST' });

test('QA console: by keyboard alone, adds a fault that affects a recording and appears in the log', async ({
  page,
}) => {
  await tabTo(page, page.getByLabel('Where'));
  await page.keyboard.type('Query');
  await expect(page.getByLabel('What goes wrong')).toHaveValue('status');
  await tabTo(page, page.getByLabel('status required'));
  await page.keyboard.type('503');
  await tabTo(page, page.getByText('Which requests'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('times'));
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(faults(page)).toContainText('status Query of a task (4.8)');
  await expect(faults(page)).toContainText('2 times');
  await expect(page.getByRole('status').filter({ hasText: 'status was added.' })).toBeVisible();
  expect(await ownFaults(page)).toEqual([{ name: 'status', at: 'query', status: 503, times: 2 }]);
  expect(demo().sandbox.faults.list()).toEqual([]);

  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.reload();
  await tabTo(page, page.getByRole('link', { name: 'Skip to the element' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.locator('[data-sample="voicemail.wav"]'));
  await page.keyboard.press('Enter');
  await expect(element(page)).toHaveAttribute('state', 'ready');
  await expect(faults(page)).toContainText('struck 2 of');
  await expect(faults(page)).toContainText('used up');
  await page.getByLabel('Fault', { exact: true }).selectOption('any');
  await expect(requests(page)).toHaveCount(2);
  await expect(log(page)).toContainText('503');
  await expect(log(page)).toContainText('fault: status');
  await page.getByRole('button', { name: 'Remove status at Query of a task (4.8)' }).press('Enter');
  await expect(page.getByText('Nothing goes wrong on purpose.')).toBeVisible();
  expect(await ownFaults(page)).toEqual([]);
});

test('QA console: shows a mistake at its field, and adds nothing', async ({ page }) => {
  const status = page.getByLabel('status required');
  await status.fill('200');
  await page.getByRole('button', { name: 'Add this fault' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'status must be a whole number from 400 to 599.',
  );
  await expect(status).toBeFocused();
  await expect(status).toHaveAttribute('aria-invalid', 'true');
  await expect(status).toHaveAccessibleDescription(/400 to 599\. Not added: status must be/);
  expect(await ownFaults(page)).toEqual([]);

  await status.fill('404');
  await page.getByText('Which requests').click();
  await page.getByLabel('seed').fill('7');
  await status.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('seed is only for faults with a probability.');
  await expect(page.getByLabel('seed')).toBeFocused();
  await page.getByLabel('probability').fill('0.5');
  await page.keyboard.press('Enter');
  await expect(faults(page)).toContainText('by chance 50 %, seed 7');
  await expect(page.getByRole('alert')).toBeHidden();
});

test('QA console: every fault at every place has a form with an explanation', async ({ page }) => {
  const where = page.getByLabel('Where');
  const what = page.getByLabel('What goes wrong');
  for (const place of ['query', 'download']) {
    await where.selectOption(place);
    for (const name of await what.locator('option').allTextContents()) {
      await what.selectOption(name);
      await expect(what).toHaveValue(name);
      await expect(page.locator('#does')).toHaveText(/^[A-Z].+\.$/);
    }
  }
  await what.selectOption('expired');
  await where.selectOption('part');
  await expect(what).toHaveValue('expired');
  await where.selectOption('submit');
  await expect(what).toHaveValue('status');
});

test('QA console: shows typed text as plain text', async ({ page }) => {
  const html = '<img src=x onerror="document.title=1">';
  await page.getByLabel('status required').fill('500');
  await page.getByLabel('body', { exact: true }).fill(html);
  await page.getByRole('button', { name: 'Add this fault' }).click();
  await expect(faults(page)).toContainText(`body ${html}`);
  await expect(faults(page).locator('img')).toHaveCount(0);
});

test('QA console: a preset replaces the current faults, and the element survives it', async ({
  page,
}) => {
  await page.request.put(`${demo().url}__sandbox/faults`, {
    data: { faults: [{ name: 'plan-too-short', at: 'upload-plan' }] },
  });
  await page.getByRole('button', { name: /^A train in a tunnel/ }).click();
  await expect(faults(page).getByRole('listitem')).toHaveCount(4);
  await expect(faults(page)).not.toContainText('plan-too-short');
  await page.locator('[data-sample="voicemail.wav"]').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  await expect(page.getByRole('button', { name: 'No violations' })).toBeVisible();
  // The chunks are small enough for every fault of the preset.
  for (const fault of ['reset-mid-body', 'reset-after-body'])
    await expect(faults(page).getByRole('listitem').filter({ hasText: fault })).toContainText(
      /struck [1-9]/,
    );
  await page.getByRole('button', { name: 'Clear all faults' }).click();
  await expect(page.getByText('Nothing goes wrong on purpose.')).toBeVisible();
});

test('QA console: revokes a running task', async ({ page }) => {
  const { sandbox } = demo();
  // Its audio never arrives, so the task runs until it is revoked.
  sandbox.faults.set([{ name: 'black-hole', at: 'download', times: 'always' }]);
  await page.locator('[data-sample="voicemail.wav"]').click();
  await expect(tasks(page)).toContainText('RECEIVED');
  await page.getByRole('button', { name: /^Revoke task/ }).press('Enter');
  await expect(tasks(page)).toContainText('The operator revoked the task.');
  await expect(page.getByRole('button', { name: /^Revoke task/ })).toHaveCount(0);
  await expect(element(page)).toHaveAttribute('state', 'failed');
  expect(sandbox.taskHistory(sandbox.taskIds().at(-1) ?? '').at(-1)?.status).toBe('REVOKED');
});

test('QA console: highlights a violation', async ({ page }) => {
  await fetch(`${demo().sandbox.serviceUrl}/open/partner/ai/transcriptions/x`);
  await breakRule();
  const count = page.getByRole('button', { name: '2 violations' });
  await expect(count).toBeInViewport();
  await expect(page).toHaveTitle(/^2 violations: QA console/);
  await expect(page.getByRole('status').filter({ hasText: 'A rule was broken.' })).toBeVisible();
  await fetch(`${demo().sandbox.serviceUrl}/open/partner/ai/transcriptions/x`, {
    headers: { 'X-Client-Id': 'x', 'X-Client-Api-Key': 'y' },
  });
  await expect(requests(page)).toHaveCount(3);
  await count.press('Enter');
  await expect(page.getByRole('heading', { name: 'Log' })).toBeFocused();
  await expect(requests(page)).toHaveCount(2);
  await expect(log(page)).toContainText('Violation. Section 4: There is no such endpoint');
});

test('QA console: the log can be paused, resumed and cleared', async ({ page }) => {
  await breakRule();
  await expect(requests(page)).toHaveCount(1);
  const pause = page.getByRole('button', { name: 'Pause' });
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  await breakRule();
  await expect(page.getByText('Paused: 1 newer request waits.')).toBeVisible();
  await expect(requests(page)).toHaveCount(1);
  await pause.click();
  await expect(requests(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear the log' }).click();
  await expect(page.getByText('No request yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'No violations' })).toBeVisible();
  expect(demo().sandbox.log).toEqual([]);
});

test('QA console: reports that the sandbox is unreachable, and continues once it is back', async ({
  page,
}) => {
  const own = (url: URL): boolean => url.pathname.startsWith('/__sandbox/');
  await page.route(own, (route) => route.abort());
  await expect(page.getByText('The sandbox does not answer.')).toBeVisible();
  await breakRule();
  await page.unroute(own);
  await expect(page.getByText('Sandbox connected')).toBeVisible();
  await expect(page.getByRole('button', { name: '1 violation' })).toBeVisible();
  await expect(requests(page)).toHaveCount(1);
});

const ACCESSIBLE = 'is accessible, wide and narrow, light and dark, and never scrolls sideways';

const expectAccessible = async (page: Page): Promise<void> => {
  await expectNoViolations(page, { within: 'html' });
  const sideways = () =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth;
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    expect(await page.evaluate(sideways), 'at 360 px').toBe(0);
  }
};

test(`QA console: ${ACCESSIBLE}`, ({ page }) => expectAccessible(page));

test(`QA console with faults and violations: ${ACCESSIBLE}`, async ({ page }) => {
  await page.getByRole('button', { name: /^A confused service/ }).click();
  await page.locator('[data-sample="voicemail.wav"]').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  await breakRule();
  await page.getByText('Which requests').click();
  await page.getByRole('button', { name: 'Add this fault' }).click();
  await expect(page.getByRole('alert')).toHaveText('status is missing.');
  await expect(page.getByRole('button', { name: '1 violation' })).toBeVisible();
  await expectAccessible(page);
});

test('QA console: links to the demo and back', async ({ page }) => {
  await page.getByRole('link', { name: 'To the demo' }).click();
  await page.getByRole('link', { name: 'QA console' }).click();
  await expect(page.getByRole('heading', { name: 'QA console' })).toBeVisible();
});

test('QA console: with the real service, shows only the element and says so', async ({ page }) => {
  const { sandbox } = demo();
  const directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-qa-'));
  const { clientId, clientSecret, apiKey } = sandbox.credentials;
  const real = await startDemo({
    target: {
      kind: 'service',
      serviceUrl: sandbox.serviceUrl,
      ...{ clientId, clientSecret, apiKey },
      allowedFileHosts: [new URL(sandbox.storageUrl).host],
    },
    pages: PAGES,
    sandbox: { directory },
  });
  try {
    await page.goto(`${real.url}demo/qa.html`);
    await expect(page.getByText('There is no sandbox behind this page')).toBeVisible();
    await expect(element(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Faults' })).toHaveCount(0);
    await expect(page.getByText('Sandbox connected')).toHaveCount(0);
  } finally {
    await page.close();
    await real.close();
    await rm(directory, { recursive: true, force: true });
  }
});
