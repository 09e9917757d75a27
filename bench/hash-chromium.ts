import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { findChrome } from '../scripts/find-browser.mjs';
import type { HashPage } from './hash-page.js';

const bundle = async (file: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [new URL(file, import.meta.url).pathname],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
};

const html = '<!doctype html><input type="file" /><script type="module" src="/page.js"></script>';

/** The page twice: under /strict/ no WebAssembly may run, in the worker neither. */
const serve = async (): Promise<Server> => {
  const [pageScript, workerScript] = await Promise.all([
    bundle('hash-page.ts'),
    bundle('../src/worker/entry.ts'),
  ]);
  const server = createServer((request, response) => {
    const isScript = request.url?.endsWith('.js') === true;
    const isStrict = `${request.headers.referer} ${request.url}`.includes('/strict/');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    if (isStrict) {
      response.setHeader('content-security-policy', "script-src 'self'");
    }
    if (!isScript) return response.end(html);
    return response.end(request.url === '/page.js' ? pageScript : workerScript);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/** Hashes a file through the real worker; gives the seconds that it took. */
export type HashInChromium = (
  engine: 'hash-wasm' | 'spark-md5',
  partSize: number | null,
  expected: string,
) => Promise<number>;

/** Runs work with a Chromium in which a file of this machine is chosen, as a person would. */
export const withChromium = async <T>(
  file: string,
  work: (hash: HashInChromium) => Promise<T>,
): Promise<T> => {
  const server = await serve();
  const browser = await chromium.launch(await findChrome());
  const open = async (path: string): Promise<Page> => {
    const page = await browser.newPage();
    // tsx names closures by a helper that a page does not have
    await page.addInitScript('globalThis.__name = (it) => it');
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    await page.setInputFiles('input', file);
    return page;
  };
  try {
    const pages = { 'hash-wasm': await open('/'), 'spark-md5': await open('/strict/') };
    return await work(async (engine, partSize, expected) => {
      const result = await pages[engine].evaluate(
        (size) => (globalThis as unknown as { hashPage: HashPage }).hashPage.hashFile(size),
        partSize,
      );
      if (result.md5 !== expected || result.engine !== engine) {
        throw new Error(`${result.engine} hashed ${result.md5}; ${engine} was to hash ${expected}`);
      }
      return result.seconds;
    });
  } finally {
    await browser.close();
    server.close();
  }
};
