import type { LogEntry } from '../sandbox/index.js';
import { type Exchange, shortPath, type ExchangeSource } from './model.js';
import { watchSimulation } from '../simulation/watch.js';
import type { Diagnostics } from '../../src/index.js';

// The sandbox's log as exchanges.

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
const exchangeOf = (entry: LogEntry): Exchange | null => {
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

// The exchanges of “Pull the plug”.

/** Each simulated server has a folder of its own; a real one has an origin. */
const SERVER = /^.*\/simulation\/[^/]+\/(?:backend|service|storage)(?=\/)/;

/** The path as a real server would see it. */
export const simulatedPath = (path: string): string => shortPath(path.replace(SERVER, ''));

export const simulatedRequests: ExchangeSource = (onExchanges) =>
  watchSimulation((exchanges) =>
    onExchanges(exchanges.map((one) => ({ ...one, path: simulatedPath(one.path) }))),
  );

// Attempts to send a part, as the element's `diagnostics()` has them, as exchanges.

type Try = Diagnostics['tries'][number];

const OUTCOMES: Readonly<Record<Try['outcome'], string>> = {
  stored: 'Measured by the element.',
  refused: 'The storage refused it. Measured by the element.',
  'no-answer': 'The connection broke. Measured by the element.',
  stalled: 'Stopped, because no bytes moved. Measured by the element.',
  stopped: 'Stopped by the element.',
};

export const exchangeOfTry = (one: Try, number: number): Exchange => ({
  ...{ number, at: one.startedAtMs, ms: one.tookMs },
  ...{ from: 'browser', to: 'storage', method: 'PUT', path: '/…' },
  ...{ status: one.status ?? 0, bytes: one.sentBytes, part: one.part, headers: [] },
  note: `Attempt ${one.attempt}. ${OUTCOMES[one.outcome]}`,
});

/** A log may have an entry this much before or after the element's times, in ms. */
const TOLERANCE_MS = 250;
/** The log has an entry at the latest this long after the attempt, in ms. */
const LATE_MS = 2_000;

/** Attempts without a response that have ended, and that no exchange of the log stands for: they never arrived. */
export const lostTries = (
  tries: readonly Try[],
  log: readonly Exchange[],
  now: number,
): readonly Try[] =>
  tries.filter(
    ({ part, status, startedAtMs, tookMs }) =>
      status === null &&
      startedAtMs + tookMs + LATE_MS < now &&
      !log.some(
        (it) =>
          it.part === part &&
          it.at >= startedAtMs - TOLERANCE_MS &&
          it.at <= startedAtMs + tookMs + TOLERANCE_MS,
      ),
  );

/** Identifies an attempt. */
export const keyOfTry = ({ part, attempt, startedAtMs }: Try): string =>
  `${part}-${attempt}-${startedAtMs}`;

/** The requests that the drawer shows: from the log of the sandbox, the simulation, and the tries of the element. */
