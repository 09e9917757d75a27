/** Scenarios of the QA console: their faults, and the verdict on a run. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { SCENARIOS, type Scenario } from '../../../demo/qa/scenarios/catalogue.js';
import { judge, partsSentTwice, type Observation } from '../../../demo/qa/scenarios/run.js';
import { parseFault } from '../../../demo/sandbox/faults/parse-faults.js';
import type { Fault, LogEntry } from '../../../demo/sandbox/index.js';

test('scenarios: have faults that the sandbox takes, and differ in their titles', () => {
  assert.ok(SCENARIOS.length >= 12);
  assert.equal(new Set(SCENARIOS.map(({ title }) => title)).size, SCENARIOS.length);
  for (const { title, faults = [] } of SCENARIOS)
    for (const fault of faults) assert.deepEqual(parseFault(fault, title), fault);
});

const withFaults = (faults: readonly Fault[], more: Partial<Scenario> = {}): Scenario => ({
  title: 'x',
  about: 'y',
  file: { format: 'wav', bytes: 300_000 },
  conditions: { chunkSize: 100_000 },
  expect: { state: 'ready' },
  ...more,
  faults,
});

const part = (partNumber: number, bytesReceived = 100_000): LogEntry => ({
  ...{ number: 1, at: 1, host: 'storage', method: 'PUT', path: '/', status: 200 },
  ...{ ms: 0, headers: [], headerNames: [], kind: 'part', partNumber, bytesReceived },
});

const plan: LogEntry = {
  ...{ number: 1, at: 1, host: 'service', method: 'POST', path: '/', status: 200 },
  ...{ ms: 0, headers: [], headerNames: [], kind: 'upload-plan', bytesReceived: 30 },
};

const SEEN: Observation = {
  ...{ state: 'ready', error: null, isTimedOut: false, struck: [1], tasks: 1 },
  log: [plan, part(1), part(2), part(3)],
};

const EXPECTED = withFaults([{ name: 'expired', at: 'part' }], {
  expect: { state: 'ready', plans: 1 },
});

test('verdict: passes if everything is as expected', () => {
  assert.deepEqual(judge(EXPECTED, SEEN), []);
});

test('verdict: each deviation fails with its reason', () => {
  const error = { code: 'network', message: 'The connection broke.' } as const;
  for (const [changes, reason] of [
    [
      { state: 'failed', error },
      'The element ended as “failed (network)”, expected “ready”. Its message: The connection broke.',
    ],
    [
      { state: 'uploading', isTimedOut: true },
      'The run did not end within 60 s: the element was still “uploading”.',
    ],
    [{ struck: [0] }, 'The fault “expired” at part struck 0 times, expected at least once.'],
    [{ log: [plan, part(1), part(1), part(1)] }, 'Parts were sent again 2 times, expected none.'],
    [{ log: [plan, plan] }, 'An upload plan was requested 2 times, expected once.'],
    [{ tasks: 2 }, '2 tasks were created, expected at most one: each costs the partner money.'],
    [
      { log: [{ ...plan, violation: 'Section 4: Bodies are JSON.' }] },
      'A rule of the specification was broken. Section 4: Bodies are JSON.',
    ],
  ] as const)
    assert.deepEqual(judge(EXPECTED, { ...SEEN, ...changes }), [reason]);
});

test('verdict: counts the strikes that a fault demands, and the parts that may be sent twice', () => {
  const twice = withFaults([{ name: 'expired', at: 'part', part: 2, times: 2 }], {
    expect: { state: 'ready', partsSentTwice: 1 },
  });
  assert.deepEqual(judge(twice, { ...SEEN, struck: [1], log: [part(1), part(1)] }), [
    'The fault “expired” at part 2 struck once, expected 2 times.',
  ]);
  const failing = withFaults([], { expect: { state: 'failed', error: 'file-empty' } });
  assert.deepEqual(judge(failing, { ...SEEN, struck: [] }), [
    'The element ended as “ready”, expected “failed (file-empty)”.',
  ]);
  // A connection that broke before the first byte has sent nothing.
  assert.equal(partsSentTwice([part(1, 0), part(1), part(2)]), 0);
});
