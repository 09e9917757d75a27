/**
 * The report as JUnit XML: a suite for each section. A required check that failed is a failure, one that could not run
 * is an error; other checks that did not run are skipped.
 */
import { TITLES } from './report-text.js';
import type { Report, Result } from './report.js';

/** Characters that XML 1.0 allows. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escaped = (text: string): string =>
  text.replace(FORBIDDEN, ' ').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const detailOf = ({ expected, received, then, requests }: Result): string =>
  [
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(received === undefined ? [] : [`received: ${received}`]),
    ...(then === undefined ? [] : [`do: ${then}`]),
    ...requests.map(
      ({ method, path, status, at, tookMs, requestId }) =>
        `request: ${method} ${path} ${status} in ${tookMs} ms at ${at}${requestId === null ? '' : `, request id ${requestId}`}`,
    ),
  ].join('\n');

const element = (name: string, message: string, text: string): string =>
  `      <${name} message="${escaped(message)}">${escaped(text)}</${name}>`;

const insideOf = (result: Result): readonly string[] => {
  const { outcome, level, received = '', why = '' } = result;
  if (outcome === 'failed' && level === 'required')
    return [element('failure', received, detailOf(result))];
  if (outcome === 'not-run')
    return [level === 'required' ? element('error', why, '') : element('skipped', why, '')];
  if (outcome === 'passed') return [];
  return [`      <system-out>${escaped(detailOf(result))}</system-out>`];
};

const caseOf = (result: Result): readonly string[] => {
  const seconds = result.requests.reduce((sum, { tookMs }) => sum + tookMs, 0) / 1000;
  const start = `    <testcase classname="${escaped(result.level)}" name="${escaped(`${result.id} ${result.rule}`)}" time="${seconds}"`;
  const inside = insideOf(result);
  return inside.length === 0 ? [`${start}/>`] : [`${start}>`, ...inside, '    </testcase>'];
};

const suiteOf = (section: string, results: readonly Result[]): readonly string[] => {
  const count = (name: string): number =>
    results.flatMap(insideOf).filter((line) => line.trim().startsWith(`<${name}`)).length;
  const title = `${section} ${TITLES[section] ?? ''}`.trim();
  return [
    `  <testsuite name="${escaped(title)}" tests="${results.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}">`,
    ...results.flatMap(caseOf),
    '  </testsuite>',
  ];
};

export const junitOf = (report: Report): string => {
  const sections = [...new Set(report.results.map(({ section }) => section))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(report.serviceUrl)}" timestamp="${report.startedAt}">`,
    ...sections.flatMap((section) =>
      suiteOf(
        section,
        report.results.filter((it) => it.section === section),
      ),
    ),
    '</testsuites>',
    '',
  ].join('\n');
};
