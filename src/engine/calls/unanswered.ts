/** Why a place gives no answer: it is asked without CORS, so that any answer shows that the network works. */
import type { SeenAnswer, TranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import type { Ports, Reach } from '../ports.js';
import { seenNothing } from './seen.js';

/** Whom a call asks. */
export interface Place {
  readonly name: SeenAnswer['place'];
  /** An address there. Only its host is looked for and named. */
  readonly url: string;
}

type Reached = Awaited<ReturnType<Reach>>;

/** What a place must send so that a page of another origin can use it. */
const HEADERS: Readonly<Record<Place['name'], string>> = {
  backend:
    'Access-Control-Allow-Origin with this page’s origin, Access-Control-Allow-Credentials: true, and Access-Control-Allow-Headers as “allowedOrigins” of the handler does',
  service:
    'Access-Control-Allow-Origin, and Access-Control-Allow-Headers: Authorization, Content-Type',
  storage:
    'Access-Control-Allow-Origin, Access-Control-Allow-Methods: PUT, and Access-Control-Expose-Headers: ETag',
};

/** The host of an address; the path of a relative one. */
const hostOf = (url: string): string =>
  /^\w+:\/\/([^/?#]*)/.exec(url)?.[1] ?? url.replace(/[?#].*$/, '');

/** Looks for a place that gave no answer. Asks only its host: no signature and no id leaves the page. */
export const lookFor = async (
  { reach, connectivity }: Pick<Ports, 'reach' | 'connectivity'>,
  { url }: Place,
): Promise<Reached> => {
  const reached = await reach?.(url.replace(/^(\w+:\/\/[^/?#]*).*$/, '$1/'));
  // While the device is said to be offline, nothing is concluded.
  return connectivity.isOnline() ? (reached ?? 'unknown') : 'unknown';
};

/** The error for a place that was looked for. Null if nothing could be reached, so that the device may be offline. */
export const unansweredError = (
  reached: Reached,
  place: Place,
  error: unknown,
): TranscribeError | null => {
  const host = hostOf(place.url);
  const seen = seenNothing(place.name);
  switch (reached) {
    case 'unknown':
      return null;
    case 'silent':
      return errorFor('place-unreachable', { host }, { cause: error, seen });
    case 'answers': {
      const cause = new Error(
        `${host} (${place.name}) answers, but not to the requests of this page. On another origin, it must send ${HEADERS[place.name]}. Check proxies that limit the size of a request (413), scripts that add headers to every request, and content blockers.`,
        { cause: error },
      );
      return errorFor('place-refuses', { host }, { cause, seen });
    }
  }
};
