/** The report for a terminal of 80 columns. */
import { verdictOf, type Exchange, type Report, type Result } from './report.js';

const WIDTH = 80;
const INDENT = '           ';

/** The titles of the specification's sections. */
export const TITLES: Readonly<Record<string, string>> = {
  '2.1': 'Partner token',
  '2.2': 'User token',
  '2.3': 'Upload plan',
  '2.3.1': 'Uploaded file',
  '2.4': 'Transcription task',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '4.1': 'Exchange for a partner token',
  '4.2': 'Refresh of the partner token',
  '4.3': 'Issue of a user token',
  '4.4': 'Request for an upload plan',
  '4.5': 'Upload of chunks',
  '4.6': 'Completion of an upload',
  '4.7': 'Submission',
  '4.8': 'Query',
  '4.9': 'Typical flow',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
};

const COLOURS = { red: 31, green: 32, yellow: 33, cyan: 36, bold: 1, dim: 2 } as const;
type Colour = keyof typeof COLOURS;
type Paint = (colour: Colour, text: string) => string;

const plain: Paint = (_, text) => text;
const painted: Paint = (colour, text) => `\u001b[${COLOURS[colour]}m${text}\u001b[0m`;

/** The word of a result, at most 7 letters. */
const markOf = ({ outcome, level }: Result): readonly [string, Colour] => {
  switch (outcome) {
    case 'passed':
      return ['passed', 'green'];
    case 'failed':
      return level === 'required' ? ['FAILED', 'red'] : ['ADVISED', 'yellow'];
    case 'noted':
      return ['noted', 'cyan'];
    case 'not-run':
      return ['NOT RUN', 'yellow'];
  }
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

const exchangeLine = ({ method, path, status, at, tookMs, requestId }: Exchange): string =>
  `${method} ${path} → ${status} in ${tookMs} ms, ${at}${requestId === null ? '' : `, request id ${requestId}`}`;

/** A label in front of a text that may take several lines. */
const labelled = (label: string, text: string): readonly string[] => {
  const [first = '', ...rest] = wrap(text, `${INDENT}          `);
  return [INDENT + label.padEnd(10) + first.trimStart(), ...rest];
};

const askOperator = ({ id, requests }: Result): string =>
  `Ask the operator; quote ${id}${requests.some(({ requestId }) => requestId !== null) ? ' and the request id' : ''}.`;

const detailsOf = (result: Result): readonly string[] => {
  const { outcome, expected, received, then, requests } = result;
  if (outcome === 'passed' || outcome === 'not-run') return [];
  const next = then ?? (outcome === 'failed' ? askOperator(result) : undefined);
  return [
    ...(expected === undefined ? [] : labelled('expected', expected)),
    ...(received === undefined
      ? []
      : labelled(outcome === 'noted' ? 'here' : 'received', received)),
    ...(next === undefined ? [] : labelled('do', next)),
    ...requests.flatMap((exchange) => labelled('request', exchangeLine(exchange))),
  ];
};

const linesOf = (result: Result, paint: Paint): readonly string[] => {
  const [word, colour] = markOf(result);
  const [first = '', ...rest] = wrap(`${result.rule} [${result.id}]`);
  return [
    `  ${paint(colour, word.padEnd(7))}  ${first.trimStart()}`,
    ...rest,
    ...detailsOf(result),
  ];
};

/** Checks that did not run, by reason: one cause often stops many. */
const notRunLines = (results: readonly Result[], paint: Paint): readonly string[] => {
  const reasons = new Map<string, string[]>();
  for (const { outcome, why = '', id, level } of results) {
    if (outcome !== 'not-run') continue;
    const ids = reasons.get(why) ?? [];
    reasons.set(why, [...ids, level === 'required' ? id : `(${id})`]);
  }
  if (reasons.size === 0) return [];
  return [
    '',
    paint('bold', 'Not run, by reason (required checks without brackets)'),
    ...[...reasons].flatMap(([why, ids]) => [
      ...wrap(`${why}:`, '  '),
      ...wrap(ids.join(', '), '      '),
    ]),
  ];
};

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The counts, such as `12 passed, 0 failed, …`. */
const totalsLine = ({ totals }: Report): string =>
  `${totals.passed} passed, ${totals.failed} failed, ${totals.advised} advised, ${totals.noted} noted, ${totals.notRun} not run`;

export const textOf = (report: Report, { colours }: { readonly colours: boolean }): string => {
  const paint = colours ? painted : plain;
  const { serviceUrl, clientId, startedAt, requests, submissions } = report;
  const { submitted, reused } = submissions;
  const again = `, ${counted(reused, 'task')} of an earlier run (--fresh submits again)`;
  const spent = `${counted(submitted, 'submission')}${reused === 0 ? '' : again}`;
  const output = [
    ...wrap(`${serviceUrl} against its specification, ${startedAt}`, ''),
    ...wrap(`client_id ${clientId ?? 'not given'}, ${requests} requests, ${spent}`, ''),
  ];
  let section = '';
  for (const result of report.results.filter(({ outcome }) => outcome !== 'not-run')) {
    if (result.section !== section) {
      section = result.section;
      output.push('', paint('bold', `${section} ${TITLES[section] ?? ''}`.trimEnd()));
    }
    output.push(...linesOf(result, paint));
  }
  const { code, sentence } = verdictOf(report);
  const colour = (['green', 'red', 'yellow'] as const)[code];
  return [
    ...output,
    ...notRunLines(report.results, paint),
    '',
    totalsLine(report),
    ...wrap(sentence, '').map((line) => paint(colour, line)),
  ].join('\n');
};
