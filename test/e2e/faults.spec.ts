/** The red bar about faults, and links that set faults, as two visitors see them. */
import { expect, test, type Locator, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { demoForTests, element } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Faults that are on' });

let complaints: string[];

const listen = (page: Page): void => {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
};

test.beforeEach(({ page }) => {
  complaints = [];
  listen(page);
});

test.afterEach(() => {
  expect(complaints, 'errors and warnings in the console').toEqual([]);
});

test('the red bar shows in every tab of the visitor what is on, and to no other visitor', async ({
  page,
  browser,
}) => {
  const { url } = demo();
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${url}demo/qa.html`);
  await expect(other.getByText('Sandbox connected')).toBeVisible();
  await page.goto(url);
  const console = await page.context().newPage();
  listen(console);
  await console.goto(`${url}demo/qa.html`);
  await console.getByRole('button', { name: /^Everything runs out/ }).click();
  await expect(bar(console)).toContainText('3 faults on');
  await expect(bar(console).getByRole('link')).toHaveCount(0);
  await expect(bar(page)).toContainText('3 faults on');
  await expect(bar(page).getByRole('link', { name: 'QA console' })).toHaveAttribute(
    'href',
    'demo/qa.html',
  );

  // The other visitor has polled by now, and its own recording meets no fault.
  const polled = other.waitForResponse((answer) => answer.url().endsWith('/__sandbox/active'));
  await other.locator('[data-sample="voicemail.wav"]').click();
  await expect(element(other)).toHaveAttribute('state', 'ready');
  await polled;
  await expect(bar(other)).toHaveCount(0);
  const log = other.getByRole('region', { name: 'Log', exact: true });
  await expect(log).toContainText('upload-plan');
  await expect(log).not.toContainText('fault:');

  // The player stays below the bar.
  await page.getByRole('button', { name: 'Play', exact: true }).scrollIntoViewIfNeeded();
  const offset = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--at-sticky-offset'),
  );
  expect(parseFloat(offset)).toBe((await bar(page).boundingBox())?.height);

  await bar(page).getByRole('button', { name: 'Turn off' }).press('Enter');
  await expect(bar(page)).toHaveCount(0);
  await expect(bar(console)).toHaveCount(0);
  await expect(console.getByText('Nothing goes wrong on purpose.')).toBeVisible();

  // A fault of everyone appears without a message from another tab, and only its owner turns it off.
  demo().sandbox.faults.set([{ name: 'expired', at: 'download', nth: 9 }]);
  await expect(bar(page)).toContainText('1 fault on for everyone');
  await expect(bar(page).getByRole('button')).toHaveCount(0);
  demo().sandbox.faults.clear();
  await expect(bar(page)).toHaveCount(0);
  await other.context().close();
});

test('a link sets faults and conditions for this visitor, and says so', async ({ page }) => {
  const { url, sandbox } = demo();
  await fetch(`${sandbox.serviceUrl}/__sandbox/log`, { method: 'DELETE' });
  await page.setViewportSize({ width: 320, height: 700 });
  const link = 'fault=status@upload-plan:status=503&chunk=32768&bandwidth=256000&latency=5';
  await page.goto(`${url}?tab=own&${link}`);
  await expect(bar(page)).toContainText('1 fault on Link: 256 kB/s, 5 ms, 32 KiB chunks');
  await expect(bar(page)).toContainText('Set by the URL.');
  await expect(page).toHaveURL(`${url}?tab=own`);
  await expectNoViolations(page, { within: 'html' });
  const sideways = () =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(sideways)).toBe(0);

  // The fault answers 503 once, which the browser reports. Then 11 chunks need at least a second at this bandwidth.
  await page.locator('[data-sample="voicemail.wav"]').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  const [complaint, ...others] = complaints.splice(0);
  expect([/503/.test(complaint ?? ''), others]).toEqual([true, []]);
  await expect(bar(page)).not.toContainText('fault');
  const sizes = demo().sandbox.log.flatMap(({ kind, method, bytesReceived }) =>
    kind === 'part' && method === 'PUT' ? [bytesReceived] : [],
  );
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.filter((bytes) => bytes !== 32_768).length).toBeLessThanOrEqual(1);

  // Something is on, so another link asks first.
  await page.goto(`${url}demo/qa.html?fault=expired@download:nth=7`);
  await expect(bar(page)).toContainText('The URL would set 1 fault instead.');
  await bar(page).getByRole('button', { name: 'Keep mine' }).click();
  await expect(bar(page)).toContainText('Link: 256 kB/s');
  await page.goto(`${url}demo/qa.html?fault=expired@download:nth=7`);
  await bar(page).getByRole('button', { name: 'Set them' }).click();
  await expect(bar(page)).toContainText('1 fault on Set by the URL.');

  // A wrong link changes nothing.
  await page.goto(`${url}demo/qa.html?fault=expired@query&latency=5`);
  await expect(bar(page)).toContainText(
    'The URL sets nothing because of a mistake in it: fault 1: expired can be at part, download, but not at “query”.',
  );
  await expect(bar(page)).toContainText('1 fault on');
  await bar(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(bar(page)).not.toContainText('mistake');
  for (const other of ['qa.html', 'form.html', 'csp.html', 'react/index.html']) {
    await page.goto(`${url}demo/${other}`);
    await expect(bar(page), other).toContainText('1 fault on');
  }
});

test('the console marks a fault that has not struck, sets the link, and copies all as a URL', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { url } = demo();
  await page.goto(`${url}demo/qa.html?fault=expired@part:part=9`);
  const fault = page.getByRole('list', { name: 'Set now' }).getByRole('listitem');
  await expect(fault).toContainText('expired A chunk (4.5)');
  await expect(fault).not.toContainText('has not struck');
  await page.locator('[data-sample="voicemail.wav"]').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  await expect(fault).toContainText('It has not struck.');
  await expectNoViolations(page, { within: '#faults' });
  await page.setViewportSize({ width: 1280, height: 720 });

  const latency = page.getByLabel('Latency in ms');
  await latency.fill('fast');
  await latency.press('Enter');
  await expect(page.getByText('latencyMs must be null or a whole number')).toBeVisible();
  await expect(latency).toHaveValue('fast');
  expect(complaints.splice(0).filter((complaint) => !/\b400\b/.test(complaint))).toEqual([]);
  await latency.fill('');
  await page.getByLabel('Chunk size in KiB').fill('32');
  await page.getByRole('button', { name: 'Set the link' }).click();
  await expect(bar(page)).toContainText('1 fault on Link: 32 KiB chunks');

  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('The link was copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${url}demo/qa.html?fault=expired@part:part=9&chunk=32768`,
  );
});
