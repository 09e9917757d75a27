import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { build } from 'vite';
import { findChrome } from '../../scripts/find-browser.mjs';
import type * as Server from '../../src/server/index.js';
import type * as ServerNode from '../../src/server/node.js';
import { sample, sandboxFor } from '../support/sandbox-client.js';
import type { Consumer } from './consumer.js';
import { serveSite, type Site } from './site.js';

/** What the console would show, and the addresses of the workers that ran. */
interface Seen {
  readonly complaints: readonly string[];
  readonly workers: readonly string[];
}

/** What a person does with the element on a page, in a real browser. */
export const pageTests = (packed: () => Consumer): void => {
  let browser: Browser;
  before(async () => {
    browser = await puppeteer.launch(await findChrome());
  });
  after(() => browser.close());

  const load = async <Module>(path: string): Promise<Module> =>
    (await import(pathToFileURL(join(packed().packageFolder, 'dist', path)).href)) as Module;

  /** The page's own site: its files, a recording, and the packed handler in front of a service. */
  const partnerSite = async (
    test: TestContext,
    folder: string,
    policy?: (serviceUrl: string, storageUrl: string) => string,
  ): Promise<[Site, string]> => {
    const sandbox = await sandboxFor(test);
    const { createPartnerHandler } = await load<typeof Server>('server/index.js');
    const { toNodeHandler } = await load<typeof ServerNode>('server/node.js');
    const handler = createPartnerHandler({
      serviceUrl: sandbox.serviceUrl,
      ...sandbox.credentials,
      authorize: () => ({ userId: 'user-0001' }),
      allowedFileHosts: [new URL(sandbox.storageUrl).host],
    });
    const site = await serveSite(folder, {
      ...(policy && {
        headers: {
          'content-security-policy': policy(sandbox.serviceUrl, sandbox.storageUrl),
        },
      }),
      files: { '/recording.wav': await sample('voicemail.wav') },
      api: { path: '/api/transcribe', handle: toNodeHandler(handler) },
    });
    test.after(() => site.close());
    return [site, sandbox.serviceUrl];
  };

  /** The page, and what it does that nobody sees. */
  const open = async (test: TestContext, address: string): Promise<[Page, Seen]> => {
    const page = await browser.newPage();
    test.after(() => page.close());
    const complaints: string[] = [];
    const workers: string[] = [];
    page.on('workercreated', (worker) => workers.push(worker.url()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // a media element gives up the rest of a file that it has seen enough of
      if (reason !== 'net::ERR_ABORTED') complaints.push(`${reason}: ${request.url()}`);
    });
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForSelector('audio-transcribe:defined', { timeout: 5_000 });
    return [page, { complaints, workers }];
  };

  /** From a file to its transcript, with the whole service behind it. */
  const transcribe = async (page: Page, serviceUrl: string): Promise<void> => {
    await page.$eval(
      'audio-transcribe',
      (element, url) => element.setAttribute('service-url', url),
      serviceUrl,
    );
    const script = await readFile(join(packed().folder, 'transcribe.js'), 'utf8');
    assert.deepEqual(await page.evaluate(script), { state: 'ready' });
  };

  it('transcribes when vite has bundled it, with nothing configured', async (test) => {
    await build({ root: packed().folder, logLevel: 'warn' });
    const [site, serviceUrl] = await partnerSite(test, join(packed().folder, 'dist'));
    const [page, seen] = await open(test, site.origin);
    await transcribe(page, serviceUrl);
    assert.deepEqual(seen.complaints, []);
    assert.match(
      seen.workers.join(),
      new RegExp(`^${site.origin}/assets/audio-transcribe\\.worker-[^,]+\\.js$`),
    );
  });

  it('transcribes as a React component, and calls its handlers', async (test) => {
    const { folder } = packed();
    await build({
      root: folder,
      logLevel: 'warn',
      build: { outDir: 'react', rollupOptions: { input: join(folder, 'react.html') } },
    });
    const [site, serviceUrl] = await partnerSite(test, join(folder, 'react'));
    const [page, seen] = await open(test, `${site.origin}/react.html`);
    await transcribe(page, serviceUrl);
    await page.waitForSelector('output', { timeout: 5_000 });
    assert.match(await page.$eval('output', (it) => it.textContent), /^[1-9]\d* segments$/);
    assert.equal(await page.$eval('audio-transcribe', (it) => it.diarization), true);
    assert.deepEqual(seen.complaints, []);
  });

  it('transcribes under a policy that allows no worker, no WebAssembly and no inline style', async (test) => {
    await build({ root: packed().folder, logLevel: 'warn' });
    const [site, serviceUrl] = await partnerSite(
      test,
      join(packed().folder, 'dist'),
      (service, storage) =>
        [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "worker-src 'none'",
          'img-src data:',
          'media-src blob:',
          `connect-src 'self' ${service} ${storage}`,
        ].join('; '),
    );
    const [page, seen] = await open(test, site.origin);
    await transcribe(page, serviceUrl);
    assert.deepEqual(seen.workers, []);
    // The browser tells of each worker it refuses; of nothing else.
    const others = seen.complaints.filter((text) => !/worker/i.test(text));
    assert.deepEqual(others, []);
  });

  it('transcribes when its script comes from another origin', async (test) => {
    const cdn = await serveSite(join(packed().packageFolder, 'dist/cdn'), {
      headers: { 'access-control-allow-origin': '*' },
    });
    test.after(() => cdn.close());
    const [site, serviceUrl] = await partnerSite(test, packed().folder);
    const [page, seen] = await open(test, `${site.origin}/cdn.html?from=${cdn.origin}`);
    await transcribe(page, serviceUrl);
    assert.deepEqual(seen.complaints, []);
    // a page may not run another origin's worker
    assert.match(seen.workers.join(), new RegExp(`^blob:${site.origin}/[^,]+$`));
  });
};
