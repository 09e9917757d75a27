/** A bug report as Markdown: what happened, with which faults and options, and the requests. It has no secret. */
import type { FaultRecord, LogEntry } from '../../sandbox/index.js';
import { clockTime, sizeOf } from '../time.js';
import type { Outcome } from './outcomes.js';

export interface ReportContext {
  /** Of the package. */
  readonly version: string;
  readonly userAgent: string;
  /** With the environment in its query. */
  readonly page: string;
  /** CSS pixels, e.g. `1280 × 800`. */
  readonly viewport: string;
  /** In ms since 1970. */
  readonly at: number;
  /** At the end of the recording, or now if it is under way. */
  readonly outcome: Outcome;
  readonly faults: readonly FaultRecord[];
  readonly entries: readonly LogEntry[];
  /** Null if it is too long for the report: then it is a file beside it. */
  readonly har: string | null;
}

/** Longer lists are cut. The HAR file has all requests and the whole diagnostics. */
const MOST_REQUESTS = 150;
const MOST_TRIES = 50;

/** Text in a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

const row = (entry: LogEntry): string => {
  const {
    at,
    method,
    kind = 'unknown path',
    partNumber,
    status,
    ms,
    fault,
    refusal,
    violation,
  } = entry;
  const notes = [
    fault === undefined ? '' : `fault: ${fault}`,
    refusal === undefined ? '' : `refused: ${refusal}`,
    violation === undefined ? '' : `**violation: ${violation}**`,
  ].filter((note) => note !== '');
  const what = `${method} ${kind}${partNumber === undefined ? '' : ` ${partNumber}`}`;
  const cells = [
    clockTime(at),
    what,
    status === 0 ? 'no answer' : String(status),
    ms === null ? '' : `${ms} ms`,
    entry.bytesReceived === 0 ? '' : sizeOf(entry.bytesReceived),
    notes.join(', '),
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
};

const json = (value: unknown): string => ['```json', JSON.stringify(value), '```'].join('\n');

const details = (title: string, content: string): string =>
  `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;

const faultLine = ({ fault, seen, struck }: FaultRecord): string =>
  `- \`${JSON.stringify(fault)}\`: struck ${struck} of ${seen}`;

export const reportOf = (context: ReportContext): string => {
  const { entries, faults, har } = context;
  const { diagnostics, error, options } = context.outcome;
  return [
    '## Bug report: audio-transcribe',
    '',
    '**What I did:** …',
    '',
    '**What I expected:** …',
    '',
    `**What happened:** the state is \`${diagnostics.state}\`${
      error === null
        ? '.'
        : `, the error is \`${error.code}\`${error.reason === null ? '' : ` (\`${error.reason}\`)`}.`
    }`,
    '',
    `- Version: ${context.version}`,
    `- Browser: ${context.userAgent}`,
    `- Page: \`${context.page}\``,
    `- Viewport: ${context.viewport}`,
    `- Time: ${new Date(context.at).toISOString()}`,
    `- Options: ${Object.keys(options).length === 0 ? 'defaults' : `\`${JSON.stringify(options)}\``}`,
    '',
    '### Faults that are set',
    '',
    faults.length === 0 ? 'None.' : faults.map(faultLine).join('\n'),
    '',
    '### Requests',
    '',
    ...(entries.length === 0 ? ['None: nothing was sent.', ''] : []),
    '| Time | Request | Status | Duration | Received | Notes |',
    '| --- | --- | --- | --- | --- | --- |',
    ...entries.slice(-MOST_REQUESTS).map(row),
    ...(entries.length > MOST_REQUESTS
      ? ['', `These are the last ${MOST_REQUESTS} of ${entries.length}. The HAR file has all.`]
      : []),
    '',
    details('Diagnostics', json({ ...diagnostics, tries: diagnostics.tries.slice(-MOST_TRIES) })),
    '',
    har === null
      ? 'The HAR file is too long for this report: attach the downloaded file.'
      : details('HAR file', ['```json', har, '```'].join('\n')),
    '',
  ].join('\n');
};
