import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { Consumer } from './consumer.js';
import { partnerPages, transcribe } from './partner-page.js';
import { serveSite, type Site } from './site.js';

/** Uses the element on a page in a real browser. */
export const pageTests = (packed: () => Consumer): void => {
  const pages = partnerPages(packed);

  it('transcribes under a policy without workers, WebAssembly and inline styles', async (test) => {
    const page = `<!doctype html><link rel="icon" href="data:," />
      <script type="module" src="/audio-transcribe.js"></script>
      <audio-transcribe backend-url="/api/transcribe"></audio-transcribe>`;
    const folder = join(packed().packageFolder, 'dist/cdn');
    const [site, serviceUrl] = await pages.serve(test, folder, {
      files: { '/': page, '/index.html': page },
      policy: (service, storage) =>
        [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "worker-src 'none'",
          'img-src data:',
          'media-src blob:',
          `connect-src 'self' ${service} ${storage}`,
        ].join('; '),
    });
    const [opened, seen] = await pages.open(test, site.origin);
    await transcribe(opened, serviceUrl);
    assert.deepEqual(seen.workers, []);
    // The browser reports each blocked worker, and nothing else.
    const others = seen.complaints.filter((text) => !/worker/i.test(text));
    assert.deepEqual(others, []);
  });

  /** A page whose script tag and import map contain the hashes, one of which may be wrong. */
  const pageWithHashes = async (test: TestContext, wrong?: RegExp): Promise<[Site, string]> => {
    const folder = join(packed().packageFolder, 'dist/cdn');
    const cdn = await serveSite(folder, { headers: { 'access-control-allow-origin': '*' } });
    test.after(() => cdn.close());
    const text = await readFile(join(folder, 'integrity.json'), 'utf8');
    const hashes = JSON.parse(text) as Record<string, string>;
    const hashOf = (file: string): string | undefined =>
      wrong?.test(file) ? `sha384-${'A'.repeat(64)}` : hashes[file];
    const integrity = Object.fromEntries(
      Object.keys(hashes).map((file) => [`${cdn.origin}/${file}`, hashOf(file)]),
    );
    const page = `<!doctype html><link rel="icon" href="data:," />
      <script type="importmap">${JSON.stringify({ integrity })}</script>
      <script type="module" src="${cdn.origin}/audio-transcribe.js" crossorigin
        integrity="${hashOf('audio-transcribe.js')}" onerror="this.id = 'refused'"></script>
      <audio-transcribe backend-url="/api/transcribe"></audio-transcribe>`;
    return pages.serve(test, packed().folder, { files: { '/': page, '/index.html': page } });
  };
  const docxSize = (page: Page): Promise<number | string> =>
    page.$eval('audio-transcribe', (element) =>
      element.exportTranscript('docx').then(
        ({ size }) => size,
        (error: unknown) => String(error),
      ),
    );

  it('transcribes and exports when the page requires the hash of each file', async (test) => {
    const [site, serviceUrl] = await pageWithHashes(test);
    const [page, seen] = await pages.open(test, site.origin);
    await transcribe(page, serviceUrl);
    assert.ok(Number(await docxSize(page)) > 1_000);
    assert.deepEqual(seen.complaints, []);
  });

  it('does not run a file that is loaded later and has another hash', async (test) => {
    const [site, serviceUrl] = await pageWithHashes(test, /^files-/);
    const [page] = await pages.open(test, site.origin);
    await transcribe(page, serviceUrl);
    assert.match(String(await docxSize(page)), /its network blocks this page/);
  });

  it('does not run a script with another hash', async (test) => {
    const [site] = await pageWithHashes(test, /^audio-transcribe\.js$/);
    const [page] = await pages.load(test, site.origin);
    await page.waitForSelector('#refused');
    assert.equal(await page.$('audio-transcribe:defined'), null);
  });
};
