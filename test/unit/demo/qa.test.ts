/** The parts of the QA console that need no page. */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import test from 'node:test';
import { faultFrom } from '../../../demo/qa/fault-form.js';
import { NO_FILTER, type LogFilter } from '../../../demo/qa/log/filters.js';
import { PRESET_CHUNK_SIZE, PRESETS } from '../../../demo/qa/presets.js';
import {
  INITIAL,
  mistakeIn,
  shownEntries,
  violationsIn,
  withNews,
  type News,
} from '../../../demo/qa/state.js';
import { FAULTS, STRIKE_OPTIONS } from '../../../demo/sandbox/faults/catalogue.js';
import { createFaultList, nextFault } from '../../../demo/sandbox/faults/fault-list.js';
import { parseFault, parseFaultList } from '../../../demo/sandbox/faults/parse-faults.js';
import type { LogEntry } from '../../../demo/sandbox/index.js';

test('QA presets: the sandbox accepts each', () => {
  for (const { title, faults } of PRESETS) {
    assert.deepEqual(parseFaultList({ faults }), faults, title);
    assert.ok(faults.length > 0);
  }
});

test('QA presets: the smallest sample has enough chunks for every fault at a chunk', async () => {
  const sample = new URL('../../../demo/samples/interview.m4a', import.meta.url);
  const chunks = Math.ceil((await stat(sample)).size / PRESET_CHUNK_SIZE);
  for (const { title, faults } of PRESETS) {
    let id = 0;
    const list = createFaultList(() => (id += 1), faults);
    // A chunk is sent again after each fault, up to eight times.
    for (let chunk = 1; chunk <= chunks; chunk += 1)
      for (let tries = 0; tries < 8 && nextFault([list], 'part', chunk) !== undefined; tries += 1);
    for (const { fault, struck } of list.list())
      assert.ok(fault.at !== 'part' || struck > 0, `${title}: ${fault.name}`);
  }
});

test('QA fault form: converts input to numbers and words according to the option', () => {
  const typed = new FormData();
  const fields = {
    name: 'status',
    at: 'part',
    'option-status': ' 503 ',
    'option-body': '12',
    'option-retryAfterSeconds': '',
    'option-probability': '0.25',
    'option-times': 'always',
    'option-every': '3',
    'option-seed': 'seven',
  };
  for (const [name, value] of Object.entries(fields)) typed.set(name, value);
  const fault = faultFrom(typed, { ...FAULTS.status.options, ...STRIKE_OPTIONS });
  assert.deepEqual(fault, {
    ...{ name: 'status', at: 'part', status: 503, body: '12' },
    ...{ probability: 0.25, times: 'always', every: 3, seed: 'seven' },
  });
  assert.throws(() => parseFault(fault, ''), /seed must be a number/);
});

test('QA fault form: a value of any kind is parsed as JSON, or else kept as text', () => {
  for (const [text, value] of [
    ['null', null],
    ['true', true],
    ['7', 7],
    ['"7"', '7'],
    ['seven', 'seven'],
  ] as const) {
    const typed = new FormData();
    typed.set('option-value', text);
    const { value: read } = faultFrom(typed, FAULTS['changed-field'].options ?? {});
    assert.equal(read, value);
  }
});

test("QA fault form: shows the sandbox's error without the index in the list", () => {
  assert.deepEqual(mistakeIn('faults[0].status is missing.'), {
    option: 'status',
    message: 'status is missing.',
  });
  assert.deepEqual(mistakeIn('The body is empty.'), { option: '', message: 'The body is empty.' });
});

const entry = (number: number, more: Partial<LogEntry> = {}): LogEntry => ({
  ...{ number, at: number, host: 'service', method: 'POST', path: '/', status: 200 },
  ...{ ms: 0, headers: [], headerNames: [], bytesReceived: 0, ...more },
});

const news = (entries: readonly LogEntry[], isWholeLog = false): News => ({
  faults: { faults: [], catalogue: FAULTS, strike: STRIKE_OPTIONS },
  ownConditions: { chunkSize: null, bytesPerSecond: null, latencyMs: null },
  tasks: [],
  entries,
  isWholeLog,
});

const numbers = (entries: readonly LogEntry[]): readonly number[] =>
  entries.map(({ number }) => number);

test('QA log: adds new entries once, and does not change while paused', () => {
  const first = withNews(INITIAL, news([entry(1), entry(2)], true));
  // Two polls of the sandbox may overlap.
  const second = withNews(first, news([entry(2), entry(3)]));
  assert.deepEqual(numbers(shownEntries(second)), [1, 2, 3]);
  assert.deepEqual(numbers(shownEntries({ ...second, pausedAt: 2 })), [1, 2]);
});

test('QA log: a restarted sandbox starts its numbers again', () => {
  const old = withNews(INITIAL, news([entry(8)], true));
  const gone = { ...old, connection: 'gone' } as const;
  const back = withNews(gone, news([entry(1)], true));
  assert.deepEqual(numbers(back.log), [1]);
  assert.equal(back.notice, 'The sandbox is back.');
});

test('QA log: announces only new violations', () => {
  const broken = { violation: 'Section 4: Bodies are JSON.' };
  const opened = withNews(INITIAL, news([entry(1, broken)], true));
  assert.equal(opened.notice, '');
  assert.equal(violationsIn(opened.log).length, 1);
  const later = withNews(opened, news([entry(2, broken), entry(3, { fault: 'status' })]));
  assert.equal(later.notice, 'A rule was broken. Section 4: Bodies are JSON.');
  const shown = (filter: Partial<LogFilter>): readonly number[] =>
    numbers(shownEntries({ ...later, filter: { ...NO_FILTER, ...filter } }));
  assert.deepEqual(shown({ rule: 'broken' }), [1, 2]);
  assert.deepEqual(shown({ fault: 'any' }), [3]);
});
