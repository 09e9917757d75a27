import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { Window } from 'happy-dom';
import { junitOf } from '../../../conformance/report-junit.js';
import { textOf, wrap } from '../../../conformance/report-text.js';
import {
  bySection,
  pathOf,
  totalsOf,
  verdictOf,
  type Report,
  type Result,
} from '../../../conformance/report.js';
import { sectionOf } from '../../../conformance/select.js';

const EXCHANGE = {
  ...{ method: 'POST', path: '/open/partner', status: 200, at: '2026-11-21T00:00:01.000Z' },
  ...{ tookMs: 34, requestId: 'r-7' },
};

const result = (id: string, outcome: Result['outcome'], more: Partial<Result> = {}): Result => ({
  ...{ id, section: sectionOf(id), rule: 'A rule.', level: 'required', outcome, requests: [] },
  ...more,
});

const reportOf = (...results: readonly Result[]): Report => ({
  serviceUrl: 'https://service.example',
  clientId: 'client-1',
  startedAt: '2026-11-21T00:00:00.000Z',
  endedAt: '2026-11-21T00:01:00.000Z',
  requests: 12,
  submissions: { submitted: 3, reused: 1 },
  totals: totalsOf(results),
  results: bySection(results),
});

const LONG =
  'A rule that takes more than a line of eighty columns to say what it has to say, and so is broken.';

const REPORT = reportOf(
  result('4.4.one', 'passed', { requests: [EXCHANGE] }),
  result('2.3.1.two', 'failed', {
    ...{ rule: LONG, expected: 'the MD5', received: 'another value', requests: [EXCHANGE] },
  }),
  result('2.3.three', 'noted', {
    ...{ level: 'noted', received: 'as usual', then: 'Set `exchange`.' },
  }),
  result('2.3.four', 'not-run', { why: '4.1 gave no token' }),
  result('2.3.five', 'not-run', { level: 'noted', why: '4.1 gave no token' }),
  result('4.4.six', 'failed', {
    ...{ level: 'recommended', expected: 'a <b> & "c"', received: 'another', then: 'Ask.' },
  }),
);

test('report: in a terminal', () => {
  assert.equal(
    textOf(REPORT, { colours: false }),
    `https://service.example against its specification, 2026-11-21T00:00:00.000Z
client_id client-1, 12 requests, 3 submissions, 1 task of an earlier run
(--fresh submits again)

2.3 Upload plan
  noted    A rule. [2.3.three]
           here      as usual
           do        Set \`exchange\`.

2.3.1 Uploaded file
  FAILED   A rule that takes more than a line of eighty columns to say what it
           has to say, and so is broken. [2.3.1.two]
           expected  the MD5
           received  another value
           do        Ask the operator; quote 2.3.1.two and the request id.
           request   POST /open/partner → 200 in 34 ms,
                     2026-11-21T00:00:01.000Z, request id r-7

4.4 Request for an upload plan
  passed   A rule. [4.4.one]
  ADVISED  A rule. [4.4.six]
           expected  a <b> & "c"
           received  another
           do        Ask.

Not run, by reason (required checks without brackets)
  4.1 gave no token:
      2.3.four, (2.3.five)

1 passed, 1 failed, 1 advised, 1 noted, 2 not run
Does not conform: 1 required check failed: 2.3.1.two.`,
  );
});

test('report: colours only add control codes around the same text', () => {
  const coloured = textOf(REPORT, { colours: true });
  assert.ok(coloured.includes('\u001b[31mFAILED \u001b[0m'));
  assert.equal(stripVTControlCharacters(coloured), textOf(REPORT, { colours: false }));
});

test('report: no line exceeds 80 columns, except for a longer word', () => {
  for (const line of wrap(`${'word '.repeat(60)}end`)) assert.ok(line.length <= 80, line);
  const word = 'x'.repeat(100);
  assert.deepEqual(wrap(`before ${word} after`, ''), ['before', word, 'after']);
});

test('report: as JUnit, with failures, errors and skipped checks', () => {
  const { DOMParser } = new Window();
  const document = new DOMParser().parseFromString(junitOf(REPORT), 'application/xml');
  const texts = (selector: string): readonly (string | null)[] =>
    [...document.querySelectorAll(selector)].map((it) => it.getAttribute('name'));
  assert.deepEqual(texts('testsuite'), [
    ...['2.3 Upload plan', '2.3.1 Uploaded file', '4.4 Request for an upload plan'],
  ]);
  assert.deepEqual(texts('testcase:has(failure)'), [`2.3.1.two ${LONG}`]);
  assert.deepEqual(texts('testcase:has(error)'), ['2.3.four A rule.']);
  assert.deepEqual(texts('testcase:has(skipped)'), ['2.3.five A rule.']);
  const [first] = [...document.querySelectorAll('testsuite')];
  assert.deepEqual(
    ['tests', 'failures', 'errors', 'skipped'].map((name) => first?.getAttribute(name)),
    ['3', '0', '1', '1'],
  );
  const failure = document.querySelector('failure');
  assert.equal(failure?.getAttribute('message'), 'another value');
  assert.match(failure?.textContent ?? '', /request: POST \/open\/partner 200 in 34 ms at .*r-7$/);
  // A recommendation is no failure, but its text is there, with its special characters.
  assert.match(document.documentElement.textContent ?? '', /a <b> & "c"/);
});

test('report: of the storage host, only the origin is shown, even if its name begins like the service', () => {
  const service = 'https://service.example';
  assert.equal(pathOf(`${service}/open/partner`, service), '/open/partner');
  assert.equal(
    pathOf('https://service.example.storage.net/bucket/key', service),
    'https://service.example.storage.net/…',
  );
});

test('verdict: 1 if a required check failed, 2 if one could not run, else 0', () => {
  const codeOf = (...results: readonly Result[]) => verdictOf(reportOf(...results)).code;
  const recommended = { level: 'recommended' } as const;
  assert.equal(codeOf(result('3.a', 'passed'), result('3.b', 'noted')), 0);
  assert.equal(codeOf(result('3.a', 'failed'), result('3.b', 'not-run')), 1);
  assert.equal(codeOf(result('3.a', 'passed'), result('3.b', 'not-run')), 2);
  assert.equal(
    codeOf(
      result('3.a', 'passed'),
      ...[result('3.b', 'failed', recommended), result('3.c', 'not-run', recommended)],
    ),
    0,
  );
  assert.match(verdictOf(reportOf(result('3.b', 'not-run'))).sentence, /^Could not be judged/);
});
