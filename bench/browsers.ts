import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';
import { findChrome, findFirefox } from '../scripts/find-browser.mjs';

const bundle = async (file: string, nodePaths: readonly string[] = []): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [new URL(file, import.meta.url).pathname],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    nodePaths: [...nodePaths],
  });
  return outputFiles[0]?.text ?? '';
};

const html =
  '<!doctype html><meta charset="utf-8"><input type="file" /><script type="module" src="/page.js"></script>';

/** Serves the page twice: below /strict/, WebAssembly is blocked, also in the worker. */
const serve = async (pageFile: string, nodePaths?: readonly string[]): Promise<Server> => {
  const scripts = new Map<string, string>();
  const beside = { decoder: 'peaks/decoder.ts', converter: 'convert/converter.ts' };
  for (const [name, module] of Object.entries(beside)) {
    scripts.set(`/audio-transcribe.${name}.js`, await bundle(`../src/${module}`));
  }
  const encoder = new URL('../src/convert/audio-transcribe.aac.js', import.meta.url);
  const [pageScript, workerScript, encoderScript] = await Promise.all([
    bundle(pageFile, nodePaths),
    bundle('../src/worker.ts'),
    readFile(encoder, 'utf8'),
  ]);
  const server = createServer((request, response) => {
    const isScript = request.url?.endsWith('.js') === true;
    const isStrict = `${request.headers.referer} ${request.url}`.includes('/strict/');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    if (isStrict) {
      response.setHeader('content-security-policy', "script-src 'self'");
    }
    if (!isScript) return response.end(html);
    if (request.url === '/page.js') return response.end(pageScript);
    if (request.url?.includes('.aac.') === true) return response.end(encoderScript);
    const [path = ''] = (request.url ?? '').split('?');
    return response.end(scripts.get(path.replace('/strict', '')) ?? workerScript);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/** Opens a page and, if a file is given, chooses it in the page's file input. */
export type OpenPage = (path: '/' | '/strict/', file?: string) => Promise<Page>;

export interface BrowserOptions {
  /** The script that runs in the page. The hashing worker is at `/worker.js`. */
  readonly pageFile: string;
  /** The folder of the profile, so that the page's storage is written to disk as for a user. */
  readonly profile: string;
  /** Where packages are that this package does not need. */
  readonly nodePaths?: readonly string[];
}

/** Runs work with the address of the served page. */
const withPage = async <T>(
  { pageFile, nodePaths }: BrowserOptions,
  work: (url: string) => Promise<T>,
): Promise<T> => {
  const server = await serve(pageFile, nodePaths);
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

// tsx wraps functions with a helper that the page does not have.
const HELPER = 'globalThis.__name = (it) => it';

/** Runs work with a Chromium. */
export const withChromium = <T>(
  options: BrowserOptions,
  work: (open: OpenPage) => Promise<T>,
): Promise<T> =>
  withPage(options, async (url) => {
    const context = await chromium.launchPersistentContext(options.profile, await findChrome());
    await context.addInitScript(HELPER);
    try {
      return await work(async (path, file) => {
        const page = await context.newPage();
        await page.goto(`${url}${path}`);
        if (file !== undefined) await page.setInputFiles('input', file);
        return page;
      });
    } finally {
      await context.close();
    }
  });

/** A page of any browser. */
export type AnyPage = Pick<Page, 'close' | 'evaluate'>;

/** Runs work with a Firefox, which Playwright can only start as its own build. */
export const withFirefox = <T>(
  options: BrowserOptions,
  work: (open: (path: '/', file: string) => Promise<AnyPage>) => Promise<T>,
): Promise<T> =>
  withPage(options, async (url) => {
    const executablePath = findFirefox();
    if (executablePath === undefined) throw new Error('Firefox was not found. Set FIREFOX_PATH.');
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      userDataDir: options.profile,
    });
    try {
      return await work(async (path, file) => {
        const page = await browser.newPage();
        await page.evaluateOnNewDocument(HELPER);
        await page.goto(`${url}${path}`);
        const input = await page.waitForSelector<'input'>('input');
        await input?.uploadFile(file);
        return page;
      });
    } finally {
      await browser.close();
    }
  });
