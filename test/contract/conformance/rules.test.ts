/** The table of rules: every sentence has its checks, and every check has a sentence. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { CHECKS } from '../../../conformance/checks/index.js';
import { RULES } from '../../../conformance/rules/index.js';
import { TITLES } from '../../../conformance/report-text.js';

const named = new Set(RULES.flatMap((rule) => ('checks' in rule ? rule.checks : [])));
const ids = CHECKS.map(({ id }) => id);

test('rules: every check belongs to a sentence of the specification', () => {
  assert.deepEqual(
    ids.filter((id) => !named.has(id)),
    [],
  );
});

test('rules: every sentence has checks that exist, or says why it cannot be observed', () => {
  assert.deepEqual(
    [...named].filter((id) => !ids.includes(id)),
    [],
  );
  for (const rule of RULES)
    assert.ok('checks' in rule ? rule.checks.length > 0 : rule.unobservable, rule.sentence);
});

test('rules: all sections from 2.1 to 8 are there, in order', () => {
  assert.deepEqual(
    [...new Set(RULES.map(({ section }) => section))],
    Object.keys(TITLES).sort((one, other) => one.localeCompare(other, 'en', { numeric: true })),
  );
});
