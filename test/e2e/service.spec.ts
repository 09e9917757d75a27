/** The demo with credentials in its environment, as with the real service; here the service is a separate sandbox. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './test.js';
import { readTarget } from '../../demo/environment.js';
import { noRecognizer, startSandbox, type Sandbox } from '../../demo/sandbox/index.js';
import { startDemo, type Demo } from '../../demo/start-demo.js';
import { PAGES } from './global-setup.js';
import { CHUNK_SIZE, element, fileIdOf, openDemo, samplePath } from './demo.js';

let directory: string;
let sandbox: Sandbox;
let demo: Demo;

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'audio-transcribe-service-'));
  sandbox = await startSandbox({
    directory,
    recognizer: noRecognizer(),
    chunkSize: () => CHUNK_SIZE,
  });
  const { clientId, clientSecret, apiKey } = sandbox.credentials;
  const target = readTarget({
    SERVICE_URL: sandbox.serviceUrl,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    API_KEY: apiKey,
    ALLOWED_FILE_HOSTS: new URL(sandbox.storageUrl).host,
  });
  demo = await startDemo({ target, pages: PAGES, sandbox: { directory } });
});

test.afterAll(async () => {
  await demo.close();
  await sandbox.close();
  await rm(directory, { recursive: true, force: true });
});

test('demo with credentials: transcribes a recording, and only the parts bypass the backend', async ({
  page,
}) => {
  await openDemo(page, demo.url);
  await expect(page.locator('#target')).toHaveText('Live service');
  await page.locator('[data-sample="voicemail.wav"]').click();
  await expect(element(page)).toHaveAttribute('state', 'ready');
  const kept = await readFile(sandbox.uploadedFile(await fileIdOf(page)) ?? '');
  expect(kept).toEqual(await readFile(samplePath('voicemail.wav')));
  const fromBrowser = sandbox.log.filter(({ headerNames }) => headerNames.includes('origin'));
  expect(new Set(fromBrowser.map(({ host }) => host))).toEqual(new Set(['storage']));
  expect(sandbox.log.filter(({ violation }) => violation !== undefined)).toEqual([]);

  await page.getByRole('button', { name: 'Under the hood' }).click();
  await expect(page.getByText('The service’s own log cannot be read from here.')).toBeVisible();
  const rows = page.locator('.hood-rows > li');
  const parts = Math.ceil(kept.length / CHUNK_SIZE);
  await expect(rows.filter({ hasText: 'Your browser to the service’s storage: PUT' })).toHaveCount(
    parts,
  );
  await expect(
    rows.filter({ hasText: 'Your backend to the service: POST /open/partner/files' }),
  ).toHaveCount(2);
  await expect(page.getByRole('listitem').filter({ hasText: 'Partner token' })).toContainText(
    '× 1',
  );
});

test('demo with incomplete credentials: fails at start with a message', () => {
  expect(() => readTarget({ SERVICE_URL: 'https://service.example', CLIENT_ID: 'me' })).toThrow(
    /missing: CLIENT_SECRET, API_KEY/,
  );
  expect(readTarget({})).toEqual({ kind: 'sandbox' });
});
