/** Answers of what stands between a page and the service: gateways, sign-in proxies, frameworks and service workers. */
import {
  Refusal,
  type Answer,
  type Exchange,
  type NoAnswer,
  type Route,
} from '../../service/route.js';
import type { Clock } from '../../service/settings.js';
import { drain } from './answers.js';
import type { Fault } from './catalogue.js';

export interface BetweenState {
  /** The paths that requests were redirected to. */
  readonly redirected: Set<string>;
  /** By session: when the merge that is under way began, in ms since the epoch. */
  readonly merges: Map<string | null, number>;
}

const BAD_GATEWAY =
  '<!doctype html><html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';

const OFFLINE_PAGE =
  '<!doctype html><html><head><title>Offline</title></head><body><h1>You are offline</h1></body></html>';

/** Of another origin, which lets no page read its answer. */
const SIGN_IN = 'https://sign-in.invalid/';

const HTML_TYPE = { 'Content-Type': 'text/html; charset=utf-8' };

/** A web page, or a redirect to one. */
export const pageInBetween = (
  fault: Extract<Fault, { name: 'html-error' | 'sign-in-page' | 'offline-page' }>,
): Answer => {
  switch (fault.name) {
    case 'html-error':
      return { status: fault.status ?? 502, headers: HTML_TYPE, body: BAD_GATEWAY };
    case 'offline-page':
      return { status: 200, headers: HTML_TYPE, body: OFFLINE_PAGE };
    case 'sign-in-page':
      return { status: 302, headers: { Location: SIGN_IN } };
  }
};

/** The other spelling of a path: with a slash at its end, or without it. */
export const otherSlash = (path: string): string =>
  path.endsWith('/') ? path.slice(0, -1) : `${path}/`;

export const redirectSlash = ({ path }: Exchange, { redirected }: BetweenState): Answer => {
  const Location = otherSlash(path);
  redirected.add(Location);
  return { status: 308, headers: { Location } };
};

export const refuseInPlace = async (exchange: Exchange, refusal: Refusal): Promise<never> => {
  await drain(exchange);
  throw refusal;
};

/** The first answer is a gateway's, which waits no longer. */
export const mergeSlowly = async (
  ms: number,
  exchange: Exchange,
  handle: Route['handle'],
  { merges, clock }: BetweenState & { readonly clock: Clock },
): Promise<Answer | NoAnswer> => {
  const { session } = exchange;
  const beganAt = merges.get(session);
  if (beganAt === undefined) {
    await handle(exchange);
    merges.set(session, clock.now());
    return { status: 504, headers: HTML_TYPE, body: BAD_GATEWAY };
  }
  if (clock.now() - beganAt < ms)
    return refuseInPlace(exchange, new Refusal(423, 'locked', 'The file is being merged.'));
  merges.delete(session);
  return handle(exchange);
};
