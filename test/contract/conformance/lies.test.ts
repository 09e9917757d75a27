/** Every check that can fail does fail if the service breaks its rule. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { CHECKS } from '../../../conformance/checks/index.js';
import { sectionOf } from '../../../conformance/finding.js';
import { exitCodeOf } from '../../../conformance/report.js';
import { BROKEN_SERVICES } from '../../support/broken-services.js';
import { findingOf, labellingRecognizer, reportOf, runAgainst } from '../../support/conformance.js';
import { lyingProxy } from '../../support/lying-proxy.js';
import { sandboxFor } from '../../support/sandbox-client.js';

for (const { wrong, faults = [], lie, options = {}, submissions = 2, fails } of BROKEN_SERVICES) {
  test(`conformance detects that ${wrong}`, async (t) => {
    const recognizer = labellingRecognizer();
    const sandbox = await sandboxFor(t, { recognizer, faults, ...options });
    const proxy = lie === undefined ? {} : await lyingProxy(t, sandbox, lie);
    const only = [...new Set(Object.keys(fails).map(sectionOf))];
    // A 201 response must happen before it can be counted.
    if (only.includes('7')) only.push('3');
    const run = await runAgainst({ ...sandbox, ...proxy }, { only, submissions });
    for (const [id, came] of Object.entries(fails)) {
      const finding = findingOf(run, id);
      assert.equal(finding.kind, 'failed', `${id}: ${JSON.stringify(finding)}`);
      assert.match(finding.kind === 'failed' ? finding.came : '', came, id);
    }
    assert.equal(exitCodeOf(reportOf(run)), 1);
  });
}

test('conformance: every check can fail, except those that only note', async (t) => {
  const sandbox = await sandboxFor(t, { recognizer: labellingRecognizer() });
  const { results } = reportOf(await runAgainst(sandbox, { submissions: 3 }));
  const noting = results.filter(({ finding }) => finding.kind === 'noted').map(({ id }) => id);
  // This check notes another status, and passes on the usual one.
  const provable = new Set([
    ...BROKEN_SERVICES.flatMap(({ fails }) => Object.keys(fails)),
    '4.7.first-status',
  ]);
  assert.deepEqual(
    CHECKS.map(({ id }) => id).filter((id) => !provable.has(id) && !noting.includes(id)),
    [],
  );
  assert.equal(new Set(CHECKS.map(({ id }) => id)).size, CHECKS.length);
});
