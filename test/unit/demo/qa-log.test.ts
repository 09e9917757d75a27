/** The log of the QA console: its runs, filters and time axis, the HAR file and the bug report. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { choicesOf, matches, NO_FILTER } from '../../../demo/qa/log/filters.js';
import { browserOf, harOf, reportOf } from '../../../demo/qa/log/report.js';
import { type Outcome, factsOf, groupLog, listRuns, ticksOf } from '../../../demo/qa/log/runs.js';
import { durationOf } from '../../../demo/qa/time.js';
import { describeProgress, type Diagnostics } from '../../../src/engine.js';
import { IDLE } from '../../../src/engine/session/state.js';
import type { LogEntry } from '../../../demo/sandbox/index.js';
import { measureProcessorTime } from '../../support/processor-time.js';

const entry = (number: number, more: Partial<LogEntry> = {}): LogEntry => ({
  ...{ number, at: number * 100, host: 'service', method: 'POST', path: '/', status: 200 },
  ...{ ms: 40, headers: [], headerNames: [], bytesReceived: 0, ...more },
});

const plan = (number: number, run: string): LogEntry =>
  entry(number, {
    kind: 'upload-plan',
    ids: [`file ${run}`, `upload ${run}`],
    requestBody: { filesize: 2048, filetype: 'wav' },
  });
const part = (number: number, run: string, partNumber: number, more = {}): LogEntry =>
  entry(number, {
    ...{ kind: 'part', host: 'storage', method: 'PUT', partNumber, bytesReceived: 1024 },
    ...{ ids: [`file ${run}`, `upload ${run}`], ...more },
  });
const refusedPlan = entry(2, { kind: 'upload-plan', status: 503, fault: 'status' });
const LOG: readonly LogEntry[] = [
  entry(1, { kind: 'user-token' }),
  refusedPlan,
  plan(3, 'a'),
  part(4, 'a', 1),
  plan(5, 'b'),
  part(6, 'a', 2, { status: 0, ms: null, fault: 'reset-mid-body' }),
  part(7, 'a', 2),
  entry(8, { kind: 'query', method: 'GET', ids: ['task a'] }),
  part(9, 'b', 1, { status: 400, refusal: 'IncompleteBody', violation: 'Section 4.5: Too short.' }),
  entry(10, { kind: 'submit', ids: ['file a', 'task a'] }),
];

const numbersOf = (entries: readonly LogEntry[]): readonly number[] =>
  entries.map(({ number }) => number);

test('QA runs: a run has the requests of one recording, and a plan that was refused before it', () => {
  const { runs, others } = groupLog(LOG);
  assert.deepEqual(
    runs.map(({ key, entries }) => [key, numbersOf(entries)]),
    [
      [5, [5, 9]],
      // The submission connects the task with the file.
      [2, [2, 3, 4, 6, 7, 8, 10]],
    ],
  );
  assert.deepEqual(numbersOf(others), [1]);
  assert.deepEqual(groupLog([refusedPlan]).runs.length, 1);
});

test('QA runs: describes the file, parts, faults, violations and the task', () => {
  const [second, first] = groupLog(LOG).runs;
  assert.ok(first && second);
  const tasks = [{ id: 'task a', status: 'SUCCESS', history: [] }] as const;
  assert.deepEqual(factsOf(first, tasks), {
    ...{ fileType: 'WAV', fileSize: 2048, from: 200, to: 1040 },
    ...{ partsStored: 2, partsRepeated: 1, faults: 2, violations: 0, status: 'SUCCESS' },
  });
  const { partsStored, violations, status } = factsOf(second, tasks);
  assert.deepEqual([partsStored, violations, status], [0, 1, '']);
});

test('QA runs: ten thousand requests are grouped quickly', () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    part(index + 1, String(index % 20), index),
  );
  const elapsed = measureProcessorTime();
  assert.equal(groupLog(many).runs.length, 20);
  assert.ok(elapsed() < 2_000);
});

test('QA axis: has round times, and ends before the span', () => {
  assert.deepEqual(ticksOf(2_300), [0, 1_000, 2_000]);
  assert.deepEqual(ticksOf(90), [0, 50]);
  assert.deepEqual(ticksOf(0), [0]);
  for (const span of [1, 7, 33, 450, 999, 61_000, 3_600_000]) {
    const ticks = ticksOf(span);
    assert.ok(ticks.length >= 1 && ticks.length <= 5, String(span));
    assert.ok(ticks.every((tick) => tick <= span));
  }
  assert.deepEqual([12, 1_240, 90_000].map(durationOf), ['12 ms', '1.2 s', '1.5 min']);
});

test('QA filters: are combined, and count what each choice would show', () => {
  const filter = { ...NO_FILTER, host: 'storage' };
  const shown = LOG.filter((one) => matches(one, { ...filter, fault: 'any' }));
  assert.deepEqual(numbersOf(shown), [6]);
  const choices = choicesOf(LOG, filter);
  assert.deepEqual(choices.method, [
    { value: '', count: 4 },
    { value: 'GET', count: 0 },
    { value: 'POST', count: 0 },
    { value: 'PUT', count: 4 },
  ]);
  assert.deepEqual(choices.host, [
    { value: '', count: 10 },
    { value: 'service', count: 6 },
    { value: 'storage', count: 4 },
  ]);
  assert.deepEqual(choices.fault, [
    { value: '', count: 4 },
    { value: 'any', count: 1 },
    { value: 'reset-mid-body', count: 1 },
    { value: 'status', count: 0 },
  ]);
  assert.deepEqual(choices.rule, [
    { value: '', count: 4 },
    { value: 'broken', count: 1 },
    { value: 'kept', count: 3 },
  ]);
  // A filter that no longer matches anything can still be seen and removed.
  assert.deepEqual(choicesOf([], { ...filter, fault: 'status' }).fault.at(-1), {
    value: 'status',
    count: 0,
  });
});

const DIAGNOSTICS: Diagnostics = {
  state: 'failed',
  userAgent: 'Browser',
  entries: [],
  tries: [],
  progress: describeProgress(IDLE, null),
};

const HOST = { name: 'host', value: '127.0.0.1:8080' };

const text = { type: 'string' };
const whole = { type: 'integer' };
const duration = { type: 'number', minimum: -1 };
const many = (items: object) => ({ type: 'array', items });
const object = (required: Readonly<Record<string, object>>, optional = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
});
const pair = object({ name: text, value: text });
const tool = object({ name: text, version: text });
const message = {
  ...{ httpVersion: text, cookies: many(pair), headers: many(pair) },
  ...{ headersSize: whole, bodySize: whole },
};

/** HAR 1.2, without pages and cookies: http://www.softwareishard.com/blog/har-12-spec/ */
const HAR = object({
  log: object(
    {
      version: { const: '1.2' },
      creator: tool,
      entries: many(
        object({
          startedDateTime: { ...text, format: 'date-time' },
          time: { type: 'number', minimum: 0 },
          request: object(
            { ...message, method: text, url: { ...text, format: 'uri' }, queryString: many(pair) },
            { postData: object({ mimeType: text }, { text }) },
          ),
          response: object({
            ...{ ...message, status: whole, statusText: text, redirectURL: text },
            content: object({ size: whole, mimeType: text }, { text, encoding: text }),
          }),
          cache: object({}),
          timings: object({ send: duration, wait: duration, receive: duration }),
        }),
      ),
    },
    { browser: tool },
  ),
});

test('QA HAR: is valid HAR 1.2, in the order of the requests', () => {
  const ajv = new Ajv();
  addFormats.default(ajv);
  const log = [
    part(2, 'a', 1, { at: 500, headers: [HOST], status: 0, ms: null, fault: 'reset-at-once' }),
    entry(3, {
      ...{ at: 100, kind: 'submit', headers: [{ name: 'host', value: '•••' }] },
      ...{ requestBody: { file_url: '•••' }, responseBody: { status: 'PENDING' }, bytesSent: 20 },
      responseHeaders: [{ name: 'content-type', value: 'application/json' }],
      violation: 'Section 4.7.',
    }),
  ];
  const har = JSON.parse(
    JSON.stringify(
      harOf(log, {
        version: '1.0.0',
        browser: { name: 'Chrome', version: '1' },
        diagnostics: DIAGNOSTICS,
      }),
    ),
  ) as { log: { entries: Record<string, Record<string, unknown>>[] } };
  assert.ok(ajv.validate(HAR, har), ajv.errorsText());
  const [submit, reset] = har.log.entries;
  assert.equal(submit?.['request']?.['url'], 'http://service.invalid/');
  assert.equal(submit['_violation'], 'Section 4.7.');
  assert.deepEqual(submit['response']?.['content'], {
    ...{ size: 20, mimeType: 'application/json', text: '{"status":"PENDING"}' },
  });
  assert.equal(reset?.['request']?.['url'], 'http://127.0.0.1:8080/');
  assert.equal(reset['_error'], 'No response.');
  // The schema is strict enough to find a mistake.
  delete submit['timings'];
  assert.equal(ajv.validate(HAR, har), false);
});

test('QA HAR: names the browser', () => {
  const names = [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'curl',
  ].map((userAgent) => Object.values(browserOf(userAgent)).join(' '));
  assert.deepEqual(names, ['Chrome 156.0.0.0', 'Firefox 140.0', 'Safari 26.0', 'unknown ']);
});

const outcome = (from: number, to: number, code: string | null): Outcome => ({
  ...{ from, to, diagnostics: DIAGNOSTICS, options: { language: 'a|b' } },
  error: code === null ? null : { code, reason: code },
});

test('QA runs: each has its own name and outcome, and a file that was refused at once is listed', () => {
  const listed = listRuns(groupLog(LOG).runs, [
    outcome(100, 450, null),
    outcome(470, 471, 'file-unsupported'),
    outcome(490, 1_500, 'network'),
    // It ended well without a request of its own: a transcript that was shown again.
    outcome(2_000, 2_100, null),
  ]);
  assert.deepEqual(
    listed.map(({ number, entries, outcome: it }) => [number, entries.length, it?.error?.code]),
    [
      [3, 2, 'network'],
      [2, 0, 'file-unsupported'],
      [1, 7, undefined],
    ],
  );
});

test('QA bug report: has the error, the options, the faults, the requests and the diagnostics', () => {
  const report = reportOf({
    ...{
      version: '1.0.0',
      userAgent: 'Browser',
      page: 'qa.html?width=390',
      viewport: '1 × 1 px',
      at: 0,
    },
    outcome: outcome(0, 1, 'network'),
    faults: [{ id: 1, fault: { name: 'status', at: 'query', status: 503 }, seen: 2, struck: 1 }],
    entries: [...Array.from({ length: 200 }, (_, at) => entry(-at)), ...LOG],
    har: null,
  });
  assert.match(report, /the state is `failed`, the error is `network`/);
  assert.match(report, /- Page: `qa\.html\?width=390`/);
  assert.match(report, /struck 1 of 2/);
  assert.match(report, /\| PUT part 2 \| no answer \| {2}\| 1\.0 KiB \| fault: reset-mid-body \|/);
  assert.match(report, /\*\*violation: Section 4\.5: Too short\.\*\*/);
  assert.match(report, /attach the downloaded file/);
  assert.equal(report.split('\n').filter((line) => /^\| \d\d:/.test(line)).length, 150);
  assert.match(report, /the last 150 of 210/);
});
