import {
  ContractError,
  LIMITS,
  parseUserToken,
  TranscribeError,
  type UserToken,
} from '../protocol/index.js';
import type { Clock } from './ports.js';

/** Why a token is asked for: the first one, one near its end, or one that the service refused. */
export type TokenReason = 'first-use' | 'expiring' | 'rejected';

/** Asks the partner's backend for a user token (2.2); a bare string is taken to live 24 hours. */
export type FetchToken = (request: {
  readonly signal: AbortSignal;
  readonly reason: TokenReason;
}) => Promise<UserToken | string>;

/** A token is renewed this long before it ends, in ms. */
const MARGIN_MS = 60_000;

interface Held {
  readonly value: string;
  /** When to renew it, in ms since the epoch. */
  readonly renewAt: number;
}

export interface TokenProvider {
  /** A token that is valid now; one request however many ask. */
  get(signal: AbortSignal): Promise<string>;
  /** The service answered 401 to this token: the next `get` asks for another. */
  reject(token: string): void;
}

const hold = (answer: unknown, now: number): Held => {
  const token = parseUserToken(
    typeof answer === 'string'
      ? { access_token: answer, token_type: 'bearer', expires_in: LIMITS.userTokenSeconds }
      : answer,
  );
  const lifetime = token.expires_in * 1000;
  // A token that lives less than two margins is used for half of its life.
  return { value: token.access_token, renewAt: now + lifetime - Math.min(MARGIN_MS, lifetime / 2) };
};

const unavailable = (cause: unknown): TranscribeError =>
  cause instanceof TranscribeError
    ? cause
    : new TranscribeError(
        'token-unavailable',
        'This page could not get permission to upload. Sign in again or reload the page, then try again.',
        { cause: cause instanceof ContractError || cause instanceof Error ? cause : undefined },
      );

/** Holds the user token in memory only: it is never stored and never logged (specification, section 5). */
export const createTokenProvider = (fetchToken: FetchToken, clock: Clock): TokenProvider => {
  let held: Held | null = null;
  let pending: Promise<string> | null = null;
  let reason: TokenReason = 'first-use';

  const renew = async (signal: AbortSignal): Promise<string> => {
    try {
      held = hold(await fetchToken({ signal, reason }), clock.now());
      return held.value;
    } catch (error) {
      signal.throwIfAborted();
      throw unavailable(error);
    } finally {
      pending = null;
    }
  };

  return {
    get(signal) {
      if (held && clock.now() < held.renewAt) return Promise.resolve(held.value);
      if (held) reason = 'expiring';
      held = null;
      return (pending ??= renew(signal));
    },
    reject(token) {
      if (held?.value !== token) return;
      held = null;
      reason = 'rejected';
    },
  };
};
