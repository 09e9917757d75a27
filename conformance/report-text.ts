/** The report for a terminal of 80 columns. */
import type { Finding, Result } from './finding.js';
import type { Report } from './report.js';

const WIDTH = 80;
const INDENT = '         ';

/** The titles of the specification's sections. */
const TITLES: Readonly<Record<string, string>> = {
  '2.1': 'Partner token',
  '2.2': 'User token',
  '2.3': 'Upload plan',
  '2.3.1': 'Uploaded file',
  '2.4': 'Transcription task',
  '3': 'States',
  '4': 'Endpoints',
  '4.1': 'Exchange for a partner token',
  '4.2': 'Refresh of the partner token',
  '4.3': 'User tokens',
  '4.4': 'Upload plan',
  '4.5': 'Chunks',
  '4.6': 'Completion',
  '4.7': 'Submission',
  '4.8': 'Query',
  '5': 'Levels of credentials',
  '7': 'Errors',
  '8': 'Limits',
};

const COLOURS = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const;
type Paint = (colour: keyof typeof COLOURS, text: string) => string;

const plain: Paint = (_, text) => text;
const painted: Paint = (colour, text) => `\u001b[${COLOURS[colour]}m${text}\u001b[0m`;

const MARKS: Readonly<Record<Finding['kind'], readonly [string, keyof typeof COLOURS]>> = {
  passed: ['passed', 'green'],
  failed: ['FAILED', 'red'],
  'not-reached': ['left', 'yellow'],
  noted: ['noted', 'cyan'],
};

/** Wraps a text at spaces to fit the width after the indent; a longer word gets its own line. */
export const wrap = (text: string, indent = INDENT): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, indent + line];
};

const details = (finding: Finding): readonly string[] => {
  switch (finding.kind) {
    case 'passed':
      return [];
    case 'failed':
      return [
        `expected: ${finding.expected}`,
        `came: ${finding.came}`,
        ...(finding.advice === undefined ? [] : [`→ ${finding.advice}`]),
      ];
    case 'not-reached':
      return [`not reached: ${finding.why}`];
    case 'noted':
      return [
        `here: ${finding.came}`,
        ...(finding.advice === undefined ? [] : [`→ ${finding.advice}`]),
      ];
  }
};

const lines = ({ id, rule, finding }: Result, paint: Paint): readonly string[] => {
  const [word, colour] = MARKS[finding.kind];
  const [first = '', ...rest] = wrap(rule);
  return [
    `  ${paint(colour, word.padEnd(6))} ${first.trimStart()}`,
    ...rest,
    ...details(finding).flatMap((text) => wrap(text)),
    ...(finding.kind === 'failed' ? [paint('dim', `${INDENT}[${id}]`)] : []),
  ];
};

/** The last line, e.g. `12 passed, 0 failed, …`. */
export const totalsLine = ({ totals }: Report): string =>
  `${totals.passed} passed, ${totals.failed} failed, ${totals.notReached} not reached, ${totals.noted} noted`;

export const textOf = (report: Report, { colours }: { readonly colours: boolean }): string => {
  const paint = colours ? painted : plain;
  const output = [
    ...wrap(`${report.serviceUrl} against its specification, ${report.startedAt}`, ''),
    ...wrap(`client_id ${report.clientId}, ${report.requests} requests`, ''),
  ];
  let section = '';
  for (const result of report.results) {
    if (result.section !== section) {
      section = result.section;
      output.push('', paint('bold', `${section} ${TITLES[section] ?? ''}`.trimEnd()));
    }
    output.push(...lines(result, paint));
  }
  const colour = report.totals.failed > 0 ? 'red' : 'green';
  return [...output, '', paint(colour, totalsLine(report))].join('\n');
};
