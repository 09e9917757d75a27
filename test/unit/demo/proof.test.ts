/** The figures of the section “Proof”. */
import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import test from 'node:test';
import { countTests, measure } from '../../../demo/proof/measure.js';

const root = new URL('../../../', import.meta.url);

test('proof: counts tests, but not other calls', () => {
  assert.equal(
    countTests("test('a', () => {});\n  it('b');\nlatest(1);\nawait(2);\n// test('c')"),
    2,
  );
});

test('proof: each figure has a value, a source that exists, and a command that exists', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const verify = await readFile(new URL('scripts/verify.mjs', root), 'utf8');
  const figures = await measure();
  assert.equal(figures.length, 6);
  for (const { title, value, source, command } of figures) {
    assert.match(value, /[1-9]/, title);
    await access(new URL(source, root));
    const [, script, step] = /^npm (?:run )?(\w+)(?: -- (\w+))?/.exec(command) ?? [];
    assert.ok(script === 'ls' || scripts[script ?? ''] !== undefined, command);
    if (step !== undefined) assert.match(verify, new RegExp(`^ {2}${step}:`, 'm'), command);
  }
});
