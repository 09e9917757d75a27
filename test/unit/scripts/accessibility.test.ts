/** docs/accessibility.md claims nothing without a test. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { unproven, untrue } from '../../../scripts/accessibility.js';
import { LEVEL_A, LEVEL_AA, type Row } from '../../browser/accessibility/criteria.js';

const row: Row = {
  ...{ id: '9.9.9', name: 'Something', verdict: 'Supports', remark: '' },
  evidence: [{ file: 'test/e2e/docs.spec.ts', title: 'docs: axe finds nothing on any page' }],
};

test('accessibility report: has every criterion of WCAG 2.2 A and AA once, and 4.1.1', () => {
  assert.equal(LEVEL_A.length, 31 + 1);
  assert.equal(LEVEL_AA.length, 24);
  const ids = [...LEVEL_A, ...LEVEL_AA].map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const rows of [LEVEL_A, LEVEL_AA])
    assert.deepEqual(
      rows.map(({ id }) => id),
      rows
        .map(({ id }) => id)
        .sort((one, other) => one.localeCompare(other, 'en', { numeric: true })),
    );
});

test('accessibility report: every test that it names is in the sources', () => {
  assert.deepEqual(untrue(), []);
});

test('accessibility report: a claim without evidence, or with a test that does not exist, is refused', () => {
  const found = (changes: Partial<Row>) => untrue({ table: [{ ...row, ...changes }] });
  assert.deepEqual(found({}), []);
  assert.deepEqual(found({ evidence: [] }), ['9.9.9 has no evidence']);
  assert.deepEqual(found({ evidence: [], verdict: 'Partially supports' }), [
    '9.9.9 has no evidence',
  ]);
  assert.deepEqual(found({ evidence: [], verdict: 'Does not apply' }), []);
  const [file, title] = ['test/e2e/docs.spec.ts', 'docs: are nice'];
  assert.deepEqual(found({ evidence: [{ file, title }] }), [
    `9.9.9: there is no test “${title}” in ${file}`,
  ]);
});

test('accessibility report: a named test that did not pass is found', () => {
  const all = unproven([], []);
  const browser = all.filter(({ file }) => file.startsWith('test/browser/'));
  const e2e = all.filter(({ file }) => file.startsWith('test/e2e/'));
  assert.ok(browser.length > 40 && e2e.length > 10);
  assert.equal(browser.length + e2e.length, all.length);
  const titles = (them: typeof all) => them.map(({ title }) => title.replaceAll('…', 'one'));
  assert.deepEqual(unproven(titles(browser), titles(e2e)), []);
  assert.deepEqual(unproven(titles(e2e), titles(browser)), all);
  const [first, ...others] = browser;
  const missing = unproven(titles(others), titles(e2e));
  assert.deepEqual(new Set(missing.map(({ title }) => title)), new Set([first?.title]));
});
