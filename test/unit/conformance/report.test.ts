import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import {
  compareSections,
  failed,
  noted,
  notReached,
  passed,
  sectionOf,
  type Finding,
} from '../../../conformance/finding.js';
import { createRedactor } from '../../../conformance/redact.js';
import { bySection, exitCodeOf, totalsOf, type Report } from '../../../conformance/report.js';
import { textOf, wrap } from '../../../conformance/report-text.js';

const result = (id: string, finding: Finding, rule = 'A rule.') => ({
  id,
  section: sectionOf(id),
  rule,
  finding,
});

const reportOf = (...results: readonly ReturnType<typeof result>[]): Report => ({
  serviceUrl: 'https://service.example',
  clientId: 'client-1',
  startedAt: '2026-11-21T00:00:00.000Z',
  requests: 12,
  totals: totalsOf(results),
  results: bySection(results),
});

const LONG =
  'A rule that takes more than a line of eighty columns to say what it has to say, and so is broken.';

const REPORT = reportOf(
  result('4.4.one', passed),
  result('2.3.1.two', failed('the MD5', 'another value', 'Ask the operator.'), LONG),
  result('2.3.three', noted('as usual', 'Set `exchange`.')),
  result('2.3.four', notReached('4.1 gave no token')),
);

test('report: in a terminal', () => {
  assert.equal(
    textOf(REPORT, { colours: false }),
    `https://service.example against its specification, 2026-11-21T00:00:00.000Z
client_id client-1, 12 requests

2.3 Upload plan
  noted  A rule.
         here: as usual
         → Set \`exchange\`.
  left   A rule.
         not reached: 4.1 gave no token

2.3.1 Uploaded file
  FAILED A rule that takes more than a line of eighty columns to say what it has
         to say, and so is broken.
         expected: the MD5
         came: another value
         → Ask the operator.
         [2.3.1.two]

4.4 Upload plan
  passed A rule.

1 passed, 1 failed, 1 not reached, 1 noted`,
  );
});

test('report: colours only add control codes around the same text', () => {
  const coloured = textOf(REPORT, { colours: true });
  assert.ok(coloured.includes('\u001b[31mFAILED\u001b[0m'));
  assert.equal(stripVTControlCharacters(coloured), textOf(REPORT, { colours: false }));
});

test('report: no line exceeds 80 columns, except for a longer word', () => {
  for (const line of wrap(`${'word '.repeat(60)}end`)) assert.ok(line.length <= 80, line);
  const word = 'x'.repeat(100);
  assert.deepEqual(wrap(`before ${word} after`, ''), ['before', word, 'after']);
});

test('report: only a violation makes the exit code 1', () => {
  assert.equal(exitCodeOf(REPORT), 1);
  assert.equal(exitCodeOf(reportOf(result('3.a', noted('x')), result('3.b', notReached('y')))), 0);
});

test('report: sections have the order of the specification', () => {
  const sections = ['4.10', '2.4', '8', '2.3.1', '4.2', '2.3', '3', '4'];
  assert.deepEqual(sections.sort(compareSections), [
    ...['2.3', '2.3.1', '2.4', '3', '4', '4.2', '4.10', '8'],
  ]);
  assert.equal(sectionOf('2.3.1.file-md5'), '2.3.1');
});

test('report: hides secrets, signatures, and text after Basic or Bearer, and removes control characters', () => {
  const { hide, clean } = createRedactor();
  for (const secret of ['token-1', 'token-1-and-more', 'ab', '']) hide(secret);
  assert.equal(clean('a token-1-and-more, token-1.'), 'a [hidden], [hidden].');
  assert.equal(clean('about'), 'about');
  assert.equal(
    clean('PUT https://s.example/p/1?sig=abc&x=1 failed'),
    'PUT https://s.example/p/1?[hidden] failed',
  );
  assert.equal(clean('"Basic eHg6c2Vj", Bearer abc'), '"Basic [hidden]", Bearer [hidden]');
  assert.equal(clean('a\u001b[2Jb\r\nc'), 'a [2Jb c');
  assert.equal(clean('y'.repeat(1000)).length, 401);
});
