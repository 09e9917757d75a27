/** An HTTP archive (HAR 1.2) of logged requests. It has what the log has, so no secret. */
import type { Diagnostics } from '../../../src/index.js';
import type { LogEntry } from '../../sandbox/index.js';
import { endOf } from './runs.js';

type Headers = readonly { readonly name: string; readonly value: string }[];

export interface HarContext {
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
