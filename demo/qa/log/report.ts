/** A bug report as Markdown: what happened, with which faults and options, and the requests. It has no secret. */
import type { Diagnostics } from '../../../src/index.js';
import type { LogEntry, FaultRecord } from '../../sandbox/index.js';
import { endOf, type Outcome } from './runs.js';
import { clockTime, sizeOf } from '../time.js';

// An HTTP archive (HAR 1.2) of logged requests. It has what the log has, so no secret.

type Headers = readonly { readonly name: string; readonly value: string }[];

interface HarContext {
  /** Of the package. */
  readonly version: string;
  readonly browser: { readonly name: string; readonly version: string };
  /** Of the element. */
  readonly diagnostics: Diagnostics;
}

const valueOf = (headers: Headers, name: string): string | undefined =>
  headers.find((header) => header.name === name)?.value;

/** The host that the client named; a hidden or missing one is replaced by a name that cannot exist. */
const addressOf = ({ headers, host, path }: LogEntry): string => {
  const named = valueOf(headers, 'host') ?? '';
  return `http://${/^[\w.:[\]-]+$/.test(named) ? named : `${host}.invalid`}${path}`;
};

const jsonText = (body: unknown): { readonly text?: string } =>
  body === undefined ? {} : { text: JSON.stringify(body) };

/** Fields that are not in HAR 1.2 begin with an underscore. */
const own = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [`_${name}`, value]),
  );

const harEntry = (entry: LogEntry): Readonly<Record<string, unknown>> => {
  const {
    at,
    headers,
    method,
    ms,
    requestBody,
    responseBody,
    responseHeaders = [],
    status,
  } = entry;
  const { bytesReceived, bytesSent = 0 } = entry;
  return {
    startedDateTime: new Date(at).toISOString(),
    time: ms ?? 0,
    request: {
      method,
      url: addressOf(entry),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers,
      queryString: [],
      ...(requestBody === undefined
        ? {}
        : { postData: { mimeType: 'application/json', ...jsonText(requestBody) } }),
      headersSize: -1,
      bodySize: bytesReceived,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: responseHeaders,
      content: {
        size: bytesSent,
        mimeType: valueOf(responseHeaders, 'content-type') ?? 'x-unknown',
        ...jsonText(responseBody),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: status === 0 ? -1 : bytesSent,
    },
    cache: {},
    timings: { send: 0, wait: ms ?? 0, receive: 0 },
    ...own({
      number: entry.number,
      kind: entry.kind,
      partNumber: entry.partNumber,
      fault: entry.fault,
      refusal: entry.refusal,
      violation: entry.violation,
      error: status === 0 ? 'No response.' : undefined,
    }),
  };
};

/** Only requests that reached the sandbox are in it, not those from the page to its backend. */
export const harOf = (
  entries: readonly LogEntry[],
  { version, browser, diagnostics }: HarContext,
): Readonly<Record<string, unknown>> => ({
  log: {
    version: '1.2',
    creator: { name: 'audio-transcribe QA console', version },
    browser,
    pages: [],
    entries: entries
      .toSorted((one, other) => one.at - other.at || endOf(one) - endOf(other))
      .map(harEntry),
    comment:
      'Recorded by the sandbox. Secrets, addresses and texts are replaced by •••; queries are left out. Times end when the response begins.',
    _diagnostics: diagnostics,
  },
});

/** The name and version in a user agent string. */
export const browserOf = (userAgent: string): HarContext['browser'] => {
  const [, name = 'unknown', version = ''] =
    /(Edg|OPR|Firefox|HeadlessChrome|Chrome)\/([\d.]+)/.exec(userAgent) ??
    /(?:(Version)\/([\d.]+)).*Safari/.exec(userAgent) ??
    ([] as readonly string[]);
  return { name: name === 'Version' ? 'Safari' : name, version };
};

interface ReportContext {
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
