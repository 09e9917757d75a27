/** Scenarios of the QA console: parser, built-in ones, verdict. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { BUILT_IN } from '../../../demo/qa/scenarios/built-in.js';
import { judge, partsSentTwice, type Observation } from '../../../demo/qa/scenarios/run.js';
import {
  parseScenario,
  parseScenarioText,
  type Scenario,
} from '../../../demo/qa/scenarios/scenario.js';
import type { Fault, LogEntry } from '../../../demo/sandbox/index.js';

const GOOD: Scenario = {
  title: 'A test',
  about: 'Of everything.',
  file: { format: 'wav', bytes: 300_000, name: 'a.wav' },
  faults: [{ name: 'status', at: 'part', status: 503, times: 2 }],
  conditions: { chunkSize: 65_536, bytesPerSecond: 100_000, latencyMs: 0 },
  options: { language: 'de', diarization: false, maxSize: 1_000_000 },
  interruption: { by: 'pause', afterParts: 2 },
  expect: { state: 'failed', error: 'network', partsSentTwice: 2, plans: 1, withinSeconds: 30 },
};

test('scenario: reads what it wrote', () => {
  assert.deepEqual(parseScenario(GOOD, ''), GOOD);
  assert.deepEqual(parseScenarioText(JSON.stringify(GOOD)), GOOD);
});

test('scenario: a mistake names its field and what is allowed', () => {
  for (const [changes, message] of [
    [{ title: '' }, 'title must have 1 to 80 characters'],
    [{ titel: 'x' }, /^titel is not known. The fields are title, file, expect,/],
    [{ file: { format: 'ogg' } }, 'file.format must be one of mp3, m4a, wav'],
    [{ faults: [{ name: 'status', at: 'part' }] }, 'faults[0].status is missing'],
    [
      { faults: Array(21).fill({ name: 'expired', at: 'part' }) },
      'faults must have at most 20 faults',
    ],
    [{ conditions: { chunkSize: 5 } }, /^conditions.chunkSize must be a whole number from 1000/],
    [{ conditions: { speed: 5 } }, /^conditions.speed is not known/],
    [{ options: { serviceUrl: 'https://x.test' } }, /^options.serviceUrl is not known/],
    [
      { interruption: { by: 'crash', afterParts: 1 } },
      'interruption.by must be one of pause, reload',
    ],
    [
      { interruption: { by: 'reload', afterParts: 1 }, options: { noStorage: true } },
      /^interruption.by cannot be “reload” with the option noStorage/,
    ],
    [{ expect: { state: 'ready', error: 'network' } }, /^expect.error is only for the state/],
    [{ expect: { state: 'failed' } }, 'expect.error is missing'],
    [
      { expect: { state: 'failed', error: 'x' } },
      /^expect.error must be one of unsupported-format,/,
    ],
    [{ expect: { state: 'ready', partsSentTwice: -1 } }, /^expect.partsSentTwice must be a whole/],
  ] as const)
    assert.throws(() => parseScenario({ ...GOOD, ...changes }, ''), { message });
  assert.throws(() => parseScenarioText('{"title": '), { message: /^the body is not JSON/ });
  assert.throws(() => parseScenarioText(`"${'x'.repeat(30_000)}"`), {
    message: /20000 characters/,
  });
});

test('built-in scenarios: are valid, and differ in their titles', () => {
  assert.ok(BUILT_IN.length >= 12);
  assert.equal(new Set(BUILT_IN.map(({ title }) => title)).size, BUILT_IN.length);
  for (const scenario of BUILT_IN)
    assert.deepEqual(parseScenario(scenario, ''), scenario, scenario.title);
});

const withFaults = (faults: readonly Fault[], more: Partial<Scenario> = {}): Scenario => ({
  title: 'x',
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
