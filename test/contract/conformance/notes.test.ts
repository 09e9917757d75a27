/** Behaviour that the specification leaves open is noted, with the option to set if the package assumes otherwise. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { sectionOf } from '../../../conformance/finding.js';
import { exitCodeOf } from '../../../conformance/report.js';
import { findingOf, labellingRecognizer, reportOf, runAgainst } from '../../support/conformance.js';
import { DIFFERING_SERVICES, withoutHeader } from '../../support/differing-services.js';
import { lyingProxy } from '../../support/lying-proxy.js';
import { sandboxFor } from '../../support/sandbox-client.js';

for (const { does, faults = [], lie, options = {}, submissions = 2, notes } of DIFFERING_SERVICES) {
  test(`conformance notes that a service ${does}`, async (t) => {
    const recognizer = labellingRecognizer();
    const sandbox = await sandboxFor(t, { recognizer, faults, ...options });
    const proxy = lie === undefined ? {} : await lyingProxy(t, sandbox, lie);
    const only = [...new Set(Object.keys(notes).map(sectionOf))];
    const run = await runAgainst({ ...sandbox, ...proxy }, { only, submissions });
    for (const [id, [came, advice]] of Object.entries(notes)) {
      const finding = findingOf(run, id);
      assert.ok(finding.kind === 'noted', `${id}: ${JSON.stringify(finding)}`);
      assert.match(finding.came, came, id);
      assert.equal(finding.advice === undefined, advice === undefined, `${id}: ${finding.advice}`);
      if (advice !== undefined) assert.match(finding.advice ?? '', advice, id);
    }
  });
}

test('conformance: a note is not a violation', async (t) => {
  const sandbox = await sandboxFor(t, { recognizer: labellingRecognizer() });
  const proxy = await lyingProxy(
    t,
    sandbox,
    withoutHeader('access-control-allow-origin', 'OPTIONS'),
  );
  const report = reportOf(await runAgainst({ ...sandbox, ...proxy }, { only: ['4.4', '7'] }));
  assert.match(JSON.stringify(report), /no origin is allowed/);
  assert.equal(exitCodeOf(report), 0);
});
