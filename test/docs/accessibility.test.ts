/** docs/accessibility.md claims nothing without a test. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { untrue } from '../../scripts/accessibility.js';
import { LEVEL_A, LEVEL_AA } from '../browser/accessibility/criteria.js';

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
