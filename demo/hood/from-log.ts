/** The sandbox's log as exchanges. */
import type { LogEntry } from '../sandbox/index.js';
import type { Exchange } from './exchange.js';
import { shortPath } from './short-path.js';

/** Node's `fetch` sends neither of them. */
const BROWSER_HEADERS: ReadonlySet<string> = new Set(['origin', 'sec-fetch-site']);

const noteOf = ({ method, fault, refusal, violation }: LogEntry): string =>
  [
    method === 'OPTIONS' ? 'The browser asks whether this page may send the request (CORS).' : '',
    fault === undefined ? '' : `Fault: ${fault}.`,
    refusal === undefined ? '' : `Refused: ${refusal}.`,
    violation === undefined ? '' : `Violation. ${violation}`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');

/** Null if no browser sent it: the backend records its own requests, and the service fetches the audio. */
export const exchangeOf = (entry: LogEntry): Exchange | null => {
  if (!entry.headers.some(({ name }) => BROWSER_HEADERS.has(name))) return null;
  const { number, at, ms, host, method, path, status, partNumber, headers } = entry;
  const note = noteOf(entry);
  return {
    ...{
      number,
      at,
      ms: ms ?? 0,
      from: 'browser',
      to: host,
      method,
      path: shortPath(path),
      status,
    },
    ...{ bytes: entry.bytesReceived, headers },
    ...(partNumber === undefined ? {} : { part: partNumber }),
    ...(note === '' ? {} : { note }),
  };
};

/**
 * The exchanges of a session, and those that belong to nobody. Of these, preflights are left out, because every visitor
 * causes some.
 */
export const exchangesOf = (
  log: readonly LogEntry[],
  session: string,
  since: number,
): readonly Exchange[] =>
  log
    .filter(({ number }) => number > since)
    .filter((entry) =>
      entry.session === undefined ? entry.method !== 'OPTIONS' : entry.session === session,
    )
    .map(exchangeOf)
    .filter((it) => it !== null);
