/** A wrong `service-url`, at real network connections: it is named soon, and a slow line is not mistaken for it. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, type Page } from './test.js';
import type { AudioTranscribe } from '../../src/index.js';
import { noRecognizer } from '../../demo/sandbox/index.js';
import { demoForTests, element, openDemo } from './demo.js';

const demo = demoForTests({ recognizer: noRecognizer() });

/** Opens the demo, whose element calls the service at a port where each connection is handled as given. */
const openWithService = async (page: Page, handle: (socket: Socket) => void): Promise<string> => {
  const server = createServer((socket) => handle(socket.on('error', () => undefined)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  page.on('close', () => server.close());
  await openDemo(page, demo().url);
  await element(page).evaluate((it, url) => it.setAttribute('service-url', url), `http://${host}`);
  return host;
};

test('a host that accepts connections and never answers: the error names it', async ({ page }) => {
  const host = await openWithService(page, () => undefined);
  await page.locator('[data-sample="voicemail.wav"]').click();
  await expect(element(page)).toHaveAttribute('state', 'failed');
  const message = await element(page).evaluate((it: AudioTranscribe) => it.error?.message);
  expect(message).toContain(`${host} does not answer. Check “service-url”.`);
});

/** In ms. */
const LATENCY = 2_000;

test('a line with 0.5 Mbit/s and 2 s of latency: the service is waited for', async ({ page }) => {
  const service = new URL(demo().sandbox.serviceUrl);
  await openWithService(page, (socket) => {
    const upstream = connect(Number(service.port), service.hostname);
    upstream.on('error', () => undefined).pipe(socket);
    // To find the host, to connect and to agree on keys takes a round trip each.
    void sleep(3 * LATENCY).then(() => socket.pipe(upstream));
  });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY,
    ...{ downloadThroughput: 62_500, uploadThroughput: 62_500 },
  });
  const probe = page.waitForRequest((request) => request.method() === 'HEAD');
  await page.locator('[data-sample="voicemail.wav"]').click();
  // The host is looked for, because its first answer takes more than 5 s.
  await probe;
  await expect(element(page)).toHaveAttribute('state', 'uploading');
});
