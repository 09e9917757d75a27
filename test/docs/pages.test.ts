/** The documentation: its generated blocks, its links, and what it must list. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import test from 'node:test';
import { slugOf } from '../../docs/.vitepress/slug.js';
import { ELEMENTS } from '../../scripts/cdn.mjs';
import { docPages, fillBlocks } from '../../scripts/doc-blocks.js';
import { root } from '../../scripts/paths.mjs';
import { PAGES } from '../../src/element/tell-developers.js';
import { ERROR_CODES } from '../../src/protocol/errors.js';

const OTHER_PAGES = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'bench/README.md'],
  ...['README.md', 'faults.md', 'recognition.md', 'storage.md'].map(
    (name) => `demo/sandbox/${name}`,
  ),
];

const pages = [...(await docPages()), ...OTHER_PAGES.map((page) => join(root, page))];

const withoutCode = (text: string): string => text.replace(/^```[^]*?^```/gm, '');

const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      slugOf(heading.replaceAll('`', '')),
    ),
  );

for (const page of await docPages()) {
  test(`${relative(root, page)}: generated blocks are up to date (npm run doc-blocks)`, async () => {
    assert.equal(await readFile(page, 'utf8'), await fillBlocks(page));
  });
}

test('docs/frameworks: each page has code of a tested application or page', async () => {
  const frameworks = pages.filter((page) => dirname(page).endsWith('frameworks'));
  assert.equal(frameworks.length, 17);
  for (const page of frameworks.filter((it) => !it.endsWith('libraries.md')))
    assert.match(
      await readFile(page, 'utf8'),
      /<!-- file: test\/(?:consumers\/apps|e2e\/libraries)\//,
      page,
    );
});

test('docs/frameworks/libraries.md: names each library that is tried', async () => {
  const text = await readFile(join(root, 'docs/frameworks/libraries.md'), 'utf8');
  const folder = join(root, 'test/e2e/libraries');
  const files = (await readdir(folder)).filter((file) => /\.jsx?$/.test(file));
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const imported = sources.flatMap((source) =>
    [...source.matchAll(/(?:from|import) '((?:@[\w-]+\/)?[\w.-]+)'/g)].map(([, name = '']) => name),
  );
  // Frameworks, and what comes with a library.
  const others = /^(?:audio-transcribe|react|vue|jquery|phoenix|@alpinejs\/morph)$|^react-dom/;
  const libraries = [...new Set(imported)].filter((name) => !others.test(name));
  assert.ok(libraries.length > 12, libraries.join(', '));
  assert.deepEqual(
    libraries.filter((name) => !text.includes(`\`${name}\``)),
    [],
  );
});

test('docs: every link leads to a file and a heading', async () => {
  const dead: string[] = [];
  let links = 0;
  for (const page of pages) {
    const text = await readFile(page, 'utf8');
    for (const [, target = ''] of withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(?:https?|mailto):/.test(target)) continue;
      links += 1;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      const found =
        existsSync(file) &&
        (anchor === undefined || anchorsOf(await readFile(file, 'utf8')).has(anchor));
      if (!found) dead.push(`${relative(root, page)} → ${target}`);
    }
  }
  assert.ok(links > 150, `${links} links`);
  assert.deepEqual(dead, []);
});

test('docs: every page that the console names exists', async () => {
  for (const [, target] of PAGES) {
    const [path = '', anchor = ''] = target.split('#');
    assert.ok(anchorsOf(await readFile(join(root, path), 'utf8')).has(anchor), target);
  }
});

test('docs/errors.md: lists every code', async () => {
  const [, codes = ''] = (await readFile(join(root, 'docs/errors.md'), 'utf8')).split('## Codes');
  const [table = ''] = codes.split('\n## ');
  assert.deepEqual(
    ERROR_CODES.filter((code) => !table.includes(`\`${code}\``)),
    [],
  );
});

test('docs/reviewers.md: has the largest first load of each element', async () => {
  const text = await readFile(join(root, 'docs/reviewers.md'), 'utf8');
  for (const { file, most } of ELEMENTS)
    assert.ok(text.includes(`most ${most.toLocaleString('en')}`), file);
});
