/** The supported browsers: in the documentation, and in what the build writes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { build, transform } from 'esbuild';
import { BROWSERS, SYNTAX } from '../../../scripts/browsers.mjs';
import { root } from '../../../scripts/paths.mjs';

/** All of them know `\p{…}`; esbuild does not know which Unicode properties. */
const REGEXPS = { 'regexp-unicode-property-escapes': true };

const read = (path: string): Promise<string> => readFile(root + path, 'utf8');

test('docs/limits.md names the oldest supported browsers', async () => {
  const limits = await read('docs/limits.md');
  const [, rows = ''] = limits.split('## Supported browsers');
  const oldest = (name: string) =>
    new RegExp(`^\\| ${name}\\b[^|]*\\| ([\\d.]+) `, 'm').exec(rows)?.[1];
  assert.deepEqual(
    { chrome: oldest('Chromium'), firefox: oldest('Firefox'), safari: oldest('Safari') },
    BROWSERS,
  );
});

test('the build writes one syntax', async () => {
  for (const path of [
    ...['scripts/build.mjs', 'scripts/cdn.mjs', 'scripts/generate.mjs'],
    'test/browser/wtr.base.mjs',
  ]) {
    const targets = [...(await read(path)).matchAll(/\btarget: *([^,\s}]+)/g)];
    assert.ok(targets.length > 0, path);
    for (const [, target] of targets) {
      assert.ok(target === 'SYNTAX' || target === `'${SYNTAX}'`, `${path}: ${target}`);
    }
  }
  const { compilerOptions } = JSON.parse(await read('tsconfig.base.json')) as {
    compilerOptions: { target: string };
  };
  assert.equal(compilerOptions.target.toLowerCase(), SYNTAX);
});

test('every supported browser knows the syntax of the element', async () => {
  const { outputFiles } = await build({
    ...{ absWorkingDir: root, entryPoints: ['src/index.ts'], bundle: true, write: false },
    ...{ format: 'esm', target: SYNTAX, logLevel: 'error' },
  });
  const source = outputFiles[0]?.text ?? '';
  const target = Object.entries(BROWSERS).map(([name, version]) => name + version);
  const [forBrowsers, unchanged] = await Promise.all(
    [target, ['esnext']].map((one) => transform(source, { target: one, supported: REGEXPS })),
  );
  assert.ok(source.length > 100_000);
  assert.equal(forBrowsers?.code, unchanged?.code);
});
