/** A partner's page in a real browser, with the packed handler and the sandbox as its service. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findChrome } from '../../scripts/find-browser.mjs';
import { LIMITS } from '../../scripts/limits.mjs';
import type * as Server from '../../src/server.js';
import type * as ServerNode from '../../src/server/node.js';
import { sample, sandboxFor } from '../support/sandbox-client.js';
import { repository, type Consumer } from './consumer.js';
import { serveSite, type Site, type SiteOptions } from './site.js';

/** How the browser is launched. */
export const PATIENT = { timeout: LIMITS.launch, protocolTimeout: LIMITS.protocol };

/** Console messages, and URLs of the workers that ran. */
export interface Seen {
  readonly complaints: readonly string[];
  readonly workers: readonly string[];
}

export interface PartnerPages {
  /** The page's own site: its files, a recording, and the packed handler with a service. */
  readonly serve: (
    test: TestContext,
    folder: string,
    options?: {
      readonly files?: SiteOptions['files'];
      readonly policy?: (serviceUrl: string, storageUrl: string) => string;
    },
  ) => Promise<[Site, string]>;
  /** The page once its scripts have run or failed, and a record of its activity. */
  readonly load: (test: TestContext, address: string) => Promise<[Page, Seen]>;
  /** The same, once the element is defined. */
  readonly open: (test: TestContext, address: string) => Promise<[Page, Seen]>;
}

/** Transcribes a file with the whole service. */
export const transcribe = async (page: Page, serviceUrl: string): Promise<void> => {
  await page.$eval(
    'audio-transcribe',
    (element, url) => element.setAttribute('service-url', url),
    serviceUrl,
  );
  const script = join(repository, 'test/package/fixture/transcribe.js');
  assert.deepEqual(await page.evaluate(await readFile(script, 'utf8')), { state: 'ready' });
};

/** Starts a browser for the tests of a `describe`, and closes it after them. */
export const partnerPages = (packed: () => Consumer): PartnerPages => {
  let browser: Browser;
  before(async () => {
    browser = await puppeteer.launch({ ...(await findChrome()), ...PATIENT });
  });
  after(() => browser.close());

  const load = async <Module>(path: string): Promise<Module> =>
    (await import(pathToFileURL(join(packed().packageFolder, 'dist', path)).href)) as Module;

  const pages: PartnerPages = {
    serve: async (test, folder, { files, policy } = {}) => {
      const sandbox = await sandboxFor(test);
      const { createPartnerHandler } = await load<typeof Server>('server.js');
      const { toNodeHandler } = await load<typeof ServerNode>('server/node.js');
      const handler = createPartnerHandler({
        serviceUrl: sandbox.serviceUrl,
        ...sandbox.credentials,
        authorize: () => ({ userId: 'user-0001' }),
        allowedFileHosts: [new URL(sandbox.storageUrl).host],
      });
      const site = await serveSite(folder, {
        ...(policy && {
          headers: { 'content-security-policy': policy(sandbox.serviceUrl, sandbox.storageUrl) },
        }),
        files: { ...files, '/recording.wav': await sample('voicemail.wav') },
        api: { path: '/api/transcribe', handle: toNodeHandler(handler) },
      });
      test.after(() => site.close());
      return [site, sandbox.serviceUrl];
    },

    load: async (test, address) => {
      const page = await browser.newPage();
      page.setDefaultTimeout(0);
      test.after(() => page.close());
      const complaints: string[] = [];
      const workers: string[] = [];
      page.on('workercreated', (worker) => workers.push(worker.url()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        // A media element aborts the download once it has read enough.
        if (reason !== 'net::ERR_ABORTED') complaints.push(`${reason}: ${request.url()}`);
      });
      page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
      });
      await page.goto(address, { waitUntil: 'load' });
      return [page, { complaints, workers }];
    },

    open: async (test, address) => {
      const loaded = await pages.load(test, address);
      await loaded[0].waitForSelector('audio-transcribe:defined');
      return loaded;
    },
  };
  return pages;
};
