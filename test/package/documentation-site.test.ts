import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { docPages } from '../../scripts/doc-blocks.js';
import { execute, repository } from './consumer.js';

const site = join(repository, '.cache/docs');

describe('the documentation site', () => {
  let pages: readonly string[] = [];
  before(async () => {
    await execute(process.execPath, ['scripts/docs.mjs', 'build'], { cwd: repository });
    const files = await readdir(site, { recursive: true });
    pages = files.filter((file) => file.endsWith('.html'));
  });

  it('has every page of docs, and those of the sandbox', async () => {
    const docs = (await docPages()).map((page) =>
      page.slice(join(repository, 'docs/').length).replace(/md$/, 'html'),
    );
    const missing = [...docs, 'sandbox/index.html', 'sandbox/faults.html'].filter(
      (page) => !pages.includes(page),
    );
    assert.deepEqual(missing, []);
  });

  it('loads nothing from other hosts', async () => {
    for (const page of pages) {
      const html = await readFile(join(site, page), 'utf8');
      const loaded = html.match(/<(?:script|link|img|iframe)\b[^>]*(?:src|href)="https?:[^>]*>/g);
      assert.deepEqual(loaded, null, page);
    }
  });

  it('contains the audio and the worker of the live element', async () => {
    const assets = await readdir(join(site, 'assets'));
    assert.ok(assets.some((file) => /^conversation\..*\.mp3$/.test(file)));
    assert.ok(assets.some((file) => /^audio-transcribe\.worker\..*\.js$/.test(file)));
  });
});
