/** The code of the documentation: its syntax, and that what a recipe imports is documented too. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import test from 'node:test';
import { transform, type Loader } from 'esbuild';
import { docPages } from '../../../scripts/doc-blocks.js';
import { root } from '../../../scripts/paths.mjs';

const pages = [
  ...(await docPages()),
  join(root, 'README.md'),
  join(root, 'demo/sandbox/README.md'),
];
const texts = new Map(
  await Promise.all(pages.map(async (page) => [page, await readFile(page, 'utf8')] as const)),
);

const LOADERS: Readonly<Record<string, Loader>> = {
  ...{ js: 'js', jsx: 'jsx', ts: 'ts', tsx: 'tsx', json: 'json' },
};

test('docs: the code of every block can be parsed', async () => {
  const wrong: string[] = [];
  let count = 0;
  for (const [page, text] of texts) {
    for (const [, language = '', code = ''] of text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)) {
      const loader = LOADERS[language];
      if (loader === undefined) continue;
      count += 1;
      await transform(code, { loader, logLevel: 'silent' }).catch((error: Error) =>
        wrong.push(`${relative(root, page)}: ${error.message}\n${code}`),
      );
    }
  }
  assert.ok(count > 60, `${count} blocks`);
  assert.deepEqual(wrong, []);
});

test('docs: each file that a recipe imports is in the docs too, or in the package', async () => {
  const shown = new Set(
    [...texts.values()].flatMap((text) =>
      [...text.matchAll(/^<!-- file: (demo\/\S+) -->$/gm)].map(([, file = '']) => file),
    ),
  );
  assert.ok(shown.size > 10, `${shown.size} recipes`);
  const missing: string[] = [];
  for (const file of shown) {
    const source = await readFile(join(root, file), 'utf8');
    for (const [, target = ''] of source.matchAll(/\bfrom '(\.\.?\/[^']+)'/g)) {
      const imported = normalize(join(dirname(file), target)).replace(/\.js$/, '.ts');
      if (!/^src\/server(?:\.ts|\/(?:node|bullmq)\.ts)$/.test(imported) && !shown.has(imported))
        missing.push(`${file} imports ${imported}`);
    }
  }
  assert.deepEqual(missing, []);
});
