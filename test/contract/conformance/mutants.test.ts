/** Each check fails for a service that breaks its rule, and no other check fails. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { CHECKS } from '../../../conformance/checks/index.js';
import {
  BREAKS,
  checkOf,
  DIFFERS,
  PREVENTS,
  type MutantName,
} from '../../support/reference/catalogue.js';
import { verdictOf } from '../../../conformance/report.js';
import { failedIn, reportOf, resultOf, runReference } from '../../support/conformance.js';

const levels = new Map(CHECKS.map(({ id, level }) => [id, level]));
const THOROUGH = new Set(CHECKS.filter(({ thorough }) => thorough).map(({ id }) => id));

const settingsFor = (mutant: string) =>
  THOROUGH.has(checkOf(mutant)) ? { thorough: true, submissions: 6 } : {};

test('conformance: the reference service passes every check, also with --thorough', async () => {
  const run = await runReference(null, { settings: { thorough: true, submissions: 6 } });
  const report = reportOf(run);
  assert.deepEqual(
    report.results.filter(({ outcome }) => !['passed', 'noted'].includes(outcome)),
    [],
  );
  assert.equal(report.results.length, CHECKS.length);
  assert.equal(verdictOf(report).code, 0);
});

for (const [name, does] of Object.entries(BREAKS)) {
  test(`conformance detects a service that ${does} (${name})`, async () => {
    const run = await runReference(name as MutantName, { settings: settingsFor(name) });
    assert.deepEqual(failedIn(run), [checkOf(name)]);
    const { code } = verdictOf(reportOf(run));
    assert.equal(code === 1, levels.get(checkOf(name)) === 'required');
  });
}

for (const [name, does] of Object.entries(PREVENTS)) {
  test(`conformance does not judge a service that ${does} (${name})`, async () => {
    const run = await runReference(name as MutantName);
    assert.deepEqual(failedIn(run), []);
    assert.equal(resultOf(run, checkOf(name)).outcome, 'not-run');
    assert.equal(verdictOf(reportOf(run)).code, 2);
  });
}

for (const [name, [does, note]] of Object.entries(DIFFERS)) {
  test(`conformance notes a service that ${does} (${name})`, async () => {
    const run = await runReference(name as MutantName);
    assert.deepEqual(failedIn(run), []);
    const { outcome, received = '' } = resultOf(run, checkOf(name));
    assert.equal(outcome, 'noted');
    assert.match(received, note);
    assert.equal(verdictOf(reportOf(run)).code, 0);
  });
}

test('conformance: every check has a mutant', () => {
  const proved = new Set([BREAKS, PREVENTS, DIFFERS].flatMap(Object.keys).map(checkOf));
  const ids = CHECKS.map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id) => !proved.has(id)),
    [],
  );
  assert.deepEqual(
    [...proved].filter((id) => !ids.includes(id)),
    [],
  );
  assert.equal(new Set(ids).size, ids.length);
});
