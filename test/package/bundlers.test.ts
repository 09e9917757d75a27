/** Builds a page with the bundlers that partners use, and loads it in a browser. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { createConsumer, type Consumer } from './consumer.js';
import { partnerPages, transcribe } from './partner-page.js';
import { createProject } from './project.js';

/** How a build is loaded, and which worker it uses. */
interface Bundler {
  readonly script: string;
  readonly worker: RegExp;
}

const module = '<script type="module" src="/main.js"></script>';
const classic = '<script defer src="/main.js"></script>';
const ownFile = /^http:\/\/127\.0\.0\.1:\d+\/\S+\.js$/;
const blob = /^blob:http:\/\/127\.0\.0\.1:\d+\/\S+$/;

const bundlers: Readonly<Record<string, Bundler>> = {
  webpack: { script: classic, worker: ownFile },
  rspack: { script: classic, worker: ownFile },
  // These two also build the page.
  parcel: { script: '', worker: ownFile },
  vite: { script: '', worker: ownFile },
  // These two do not emit the worker's file.
  rollup: { script: module, worker: blob },
  esbuild: { script: module, worker: blob },
};

const pageWith = (script: string): string => `<!doctype html>
<meta charset="utf-8" />
<link rel="icon" href="data:," />
<audio-transcribe backend-url="/api/transcribe"></audio-transcribe>
${script}`;

/** The text of every built file. */
const filesOf = async (folder: string): Promise<Map<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((it) => join(it.parentPath, it.name));
  const texts = await Promise.all(names.map((name) => readFile(name, 'utf8')));
  return new Map(names.map((name, index) => [name.slice(folder.length), texts[index] ?? '']));
};

/** Size of a Word document of the transcript, in bytes. */
const exportDocx = (page: Page): Promise<number> =>
  page.$eval('audio-transcribe', async (it) => (await it.exportTranscript('docx')).size);

describe("partner's bundler", () => {
  let consumer: Consumer;
  before(async () => {
    consumer = await createConsumer();
  });
  after(() => consumer.remove());
  const pages = partnerPages(() => consumer);

  for (const [name, { script, worker }] of Object.entries(bundlers)) {
    it(`${name}: builds without warnings or local paths; the page transcribes with a worker and loads docx on demand`, async (test) => {
      const project = await createProject(consumer.tarball, 'bundlers/page', `bundlers/${name}`);
      test.after(() => project.remove());
      const printed = await project.run('npm', 'run', '--silent', 'build');
      assert.doesNotMatch(printed, /warn|\(!\)|error/i);

      const out = join(project.folder, 'out');
      const built = await filesOf(out);
      const holding = (text: string): string[] =>
        [...built].filter(([, code]) => code.includes(text)).map(([file]) => file);
      assert.ok(holding('audio-transcribe').length > 0);
      assert.deepEqual(holding(project.folder), [], 'no file names a folder of the build machine');
      const docx = holding('word/document.xml');
      assert.ok(docx.length > 0, 'docx is built');

      const files = script === '' ? {} : { '/': pageWith(script), '/index.html': pageWith(script) };
      const [site, serviceUrl] = await pages.serve(test, out, { files });
      const [page, seen] = await pages.open(test, site.origin);
      await transcribe(page, serviceUrl);
      // The Blob is used after a URL without a file.
      assert.equal(seen.workers.length, worker === blob ? 2 : 1, seen.workers.join());
      assert.match(seen.workers.at(-1) ?? '', worker);

      const loadedDocx = (): string[] =>
        seen.requests.filter((url) => docx.includes(new URL(url).pathname));
      assert.deepEqual(loadedDocx(), []);
      assert.ok((await exportDocx(page)) > 5_000);
      assert.equal(loadedDocx().length, 1);
      // The browser reports the missing worker file.
      const missing = worker === blob ? /404|\/audio-transcribe\.worker\.js$/ : /^$/;
      const unexpected = seen.complaints.filter((text) => !missing.test(text));
      assert.deepEqual(unexpected, []);
    });
  }
});
