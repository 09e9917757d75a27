/** The drawer “Under the hood” of the sales page. */
import { expect, test, type Page } from './test.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { expectNoViolations } from './axe.js';
import { demoForTests, SAMPLES } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

const rows = (page: Page) => page.locator('.hood-rows > li');

test('by keyboard: shows the requests of a recording, without secrets, and its headers', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(demo().url);
  const button = page.getByRole('button', { name: 'Under the hood' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Under the hood' })).toBeFocused();
  await expect(page.getByText('Nothing is sent here.')).toBeVisible();
  await page.getByRole('button', { name: 'Show “Your recording”' }).press('Enter');
  await expect(page.getByText('No request yet.')).toBeVisible();
  await expect(page.locator('.sample')).toHaveCount(SAMPLES.length);
  await page.locator('[data-sample="interview.m4a"]').press('Enter');
  await expect(page.locator('#transcribe[state="ready"]')).toBeVisible();

  const sent = rows(page);
  await expect(
    sent.filter({ hasText: 'Your browser to your backend: POST' }).first(),
  ).toBeVisible();
  await expect(
    sent.filter({ hasText: 'Your browser to the service’s storage: PUT part 1' }),
  ).toContainText('200');
  const submitted = sent.filter({
    hasText: 'Your backend to the service: POST /open/partner/ai/transcriptions',
  });
  await expect(submitted).toHaveCount(1);
  await expect(page.locator('.hood-proof')).toHaveText(/none had the client secret/);
  for (const name of ['Session cookie', 'User token', 'Client id and secret', 'API key'])
    await expect(page.getByRole('listitem').filter({ hasText: `${name} •••` })).toBeVisible();

  await submitted.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(submitted.getByText('x-client-api-key')).toBeVisible();
  const { clientId, clientSecret, apiKey } = demo().sandbox.credentials;
  const text = await page.locator('#hood').innerHTML();
  for (const secret of [clientId, clientSecret, apiKey, 'signature='])
    expect(text).not.toContain(secret);

  await expectNoViolations(page, { within: '#hood' });
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('No request yet.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  expect(complaints).toEqual([]);
});

test('shows the requests of “Pull the plug”, which no server sees', async ({ page }) => {
  await page.goto(`${demo().url}?tab=plug&plug-size=6000000&plug-rate=50000000`);
  await page.getByRole('button', { name: 'Under the hood' }).click();
  await page.getByRole('button', { name: /^Upload \d+ MB$/ }).click();
  await expect(
    rows(page).filter({ hasText: 'Your browser to the service’s storage: PUT part 1' }),
  ).toContainText('200');
  await expect(
    rows(page).filter({ hasText: 'Your backend to the service: POST /open/partner/users' }),
  ).toContainText('200');
  await expect(page.locator('.hood-proof')).toContainText('none had the client secret');
});
