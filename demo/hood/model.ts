/** What the drawer shows, from a list of exchanges. */
import { SERVICE_PATHS } from '../../src/protocol/routes.js';
export interface Exchange {
  readonly number: number;
  readonly at: number /* ms since 1970 */;
  readonly ms: number | null;
  readonly from: 'browser' | 'backend';
  readonly to: 'backend' | 'service' | 'storage';
  readonly method: string;
  readonly path: string /* no query */;
  readonly status: number /* 0: no answer */;
  readonly bytes: number;
  readonly part?: number;
  readonly headers: readonly { readonly name: string; readonly value: string /* redacted */ }[];
  readonly note?: string;
}

/**
 * Delivers exchanges until the returned function is called: the new ones, or all of them again. A greater `number` is
 * newer. `onLimits` says what this source cannot see; empty if it sees everything.
 */
export type ExchangeSource = (
  onExchanges: (exchanges: readonly Exchange[]) => void,
  onLimits?: (sentence: string) => void,
) => () => void;

/** Maximum number of rows, so that a drawer that stays open does not become slow. */
const MOST_SHOWN = 300;

/** Adds exchanges; one with a known number replaces it. In the order in which they began. */
export const withExchanges = (
  known: readonly Exchange[],
  news: readonly Exchange[],
): readonly Exchange[] => {
  const byNumber = new Map([...known, ...news].map((one) => [one.number, one]));
  return [...byNumber.values()]
    .sort((one, other) => one.at - other.at || one.number - other.number)
    .slice(-MOST_SHOWN);
};

const hasHeader = ({ headers }: Exchange, name: string, start = ''): boolean =>
  headers.some((one) => one.name === name && one.value.startsWith(start));

/** What authorises requests, and the side that sends it. */
const SECRETS = [
  { side: 'browser', name: 'Session cookie', isIn: (it: Exchange) => hasHeader(it, 'cookie') },
  {
    side: 'browser',
    name: 'User token',
    isIn: (it: Exchange) => it.from === 'browser' && hasHeader(it, 'authorization', 'Bearer'),
  },
  {
    side: 'backend',
    name: 'Client id and secret',
    isIn: (it: Exchange) => hasHeader(it, 'authorization', 'Basic'),
  },
  {
    side: 'backend',
    name: 'Partner token',
    // A backend that also forwards upload plans sends the user's token with them.
    isIn: (it: Exchange) =>
      it.from === 'backend' &&
      it.path.endsWith(SERVICE_PATHS.userToken) &&
      hasHeader(it, 'authorization', 'Bearer'),
  },
  { side: 'backend', name: 'API key', isIn: (it: Exchange) => hasHeader(it, 'x-client-api-key') },
] as const;

export type Secret = (typeof SECRETS)[number];

/** The number of requests that contained each secret, in the order of `SECRETS`. */
export const countSecrets = (
  exchanges: readonly Exchange[],
): readonly (Secret & { readonly count: number })[] =>
  SECRETS.map((secret) => ({ ...secret, count: exchanges.filter((it) => secret.isIn(it)).length }));

/** Requests of the browser that contain what only the backend may have. There must be none. */
export const leaksIn = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter(
    (it) =>
      it.from === 'browser' &&
      (hasHeader(it, 'authorization', 'Basic') ||
        it.headers.some(({ name }) => name.startsWith('x-client-'))),
  );

/** The columns that an arrow connects. */
export const laneOf = ({ from, to }: Exchange): string =>
  from === 'backend' ? 'backend-service' : to === 'backend' ? 'browser-backend' : 'browser-service';

/** A duration, e.g. `12 ms` or `1.2 s`. */
export const durationOf = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** True until the response, or the loss of the connection, is known. */
export const isUnderWay = ({ ms }: Exchange): boolean => ms === null;

export const isFailure = (exchange: Exchange): boolean =>
  !isUnderWay(exchange) && (exchange.status === 0 || exchange.status >= 400);

// What the drawer asks the demo's server for.

export interface HoodAnswer {
  /** Differs after a restart of the server, which numbers from 1 again. */
  readonly run: string;
  /** Exchanges of the backend; each list has its own numbers. */
  readonly backend: readonly Exchange[];
  /** Exchanges of the browser with the service and the storage, from the sandbox's log. */
  readonly sandbox: readonly Exchange[];
  /** False if the demo uses the real service, whose log cannot be read. */
  readonly seesService: boolean;
  /** False if parts go to a store of its own, such as S3, whose log cannot be read. */
  readonly seesStorage: boolean;
}

export const HOOD_PATH = '/hood.json';

/** Longer segments are ids, which only need to be recognised. */
const LONGEST = 26;

/** A path without its query, with long segments cut. An id may allow what it names, so no log has it in full. */
export const shortPath = (path: string): string =>
  (path.split(/[?#]/)[0] ?? '')
    .split('/')
    .map((segment) => (segment.length > LONGEST ? `${segment.slice(0, 10)}…` : segment))
    .join('/');
