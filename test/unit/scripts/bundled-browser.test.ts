/** The browser of the development dependencies, which the other tests use only if no other one is installed. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { launch } from 'puppeteer-core';
import { bundledChrome } from '../../../scripts/find-browser.mjs';

/** An empty WebAssembly module. */
const MODULE = '0, 97, 115, 109, 1, 0, 0, 0';

test('bundled Chromium: runs a page whose worker compiles WebAssembly', async () => {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    await assert.rejects(bundledChrome(), /Install one, or set CHROME_PATH/);
    return;
  }
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<p>A page</p>'),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { env, ...chrome } = await bundledChrome();
  const browser = await launch({ ...chrome, env, headless: true });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const answer = await page.evaluate(
      `new Promise((resolve) => {
        const code = 'WebAssembly.compile(new Uint8Array([${MODULE}])).then((it) => postMessage(String(it)))';
        new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => resolve(data);
      })`,
    );
    assert.equal(answer, '[object WebAssembly.Module]');
  } finally {
    await browser.close();
    server.close();
  }
});
