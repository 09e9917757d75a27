import {
  isTranscribeError,
  LIMITS,
  parseUserToken,
  TranscribeError,
  type UserToken,
} from '../protocol/index.js';
import { askPage, TryAgain, withRetries, type RetryOptions } from './call.js';
import { unlessAborted } from './linked-abort.js';
import { DEFAULT_RETRY, type RetryPolicy } from './retry.js';

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
  readonly scope: string | null;
}

export interface TokenProvider {
  /** A token that is valid now; one request however many ask. */
  get(signal: AbortSignal): Promise<string>;
  /** The service answered 401 to this token: the next `get` asks for another. */
  reject(token: string): void;
  /** `storage_scope` of the last token; null where it had none, undefined before there was one. */
  scope(): string | null | undefined;
}

const hold = (answer: unknown, now: number): Held => {
  const token = parseUserToken(
    typeof answer === 'string'
      ? { access_token: answer, token_type: 'bearer', expires_in: LIMITS.userTokenSeconds }
      : answer,
  );
  const lifetime = token.expires_in * 1000;
  // A token that lives less than two margins is used for half of its life.
  return {
    value: token.access_token,
    renewAt: now + lifetime - Math.min(MARGIN_MS, lifetime / 2),
    scope: token.storage_scope ?? null,
  };
};

const unavailable = (cause: unknown): TranscribeError =>
  new TranscribeError(
    'token-unavailable',
    'This page could not get permission to upload. Sign in again or reload the page, then try again.',
    { cause },
  );

/** Retries the page's `fetchToken` up to three times. A TranscribeError is final: our own calls have been retried. */
const FETCH_RETRY: RetryPolicy = { ...DEFAULT_RETRY, attempts: 3 };

interface Pending {
  readonly token: Promise<string>;
  /** Aborted once nobody waits any more. */
  readonly controller: AbortController;
  waiting: number;
}

/** A page's own `fetchToken`, which may never answer and not look at its signal: it is given up and asked again. */
export const createPatientFetchToken =
  (fetchToken: FetchToken, { clock }: Pick<RetryOptions['ports'], 'clock'>): FetchToken =>
  ({ signal, reason }) =>
    askPage(clock, signal, (watched) => fetchToken({ signal: watched, reason }));

/** Holds the user token in memory only: it is never stored and never logged (specification, section 5). */
export const createTokenProvider = (
  fetchToken: FetchToken,
  ports: RetryOptions['ports'],
  /** Told when a token has come whose scope is another than that of the one before. */
  onScope: () => void = () => undefined,
): TokenProvider => {
  const { clock } = ports;
  let held: Held | null = null;
  let pending: Pending | null = null;
  let scope: string | null | undefined;
  let reason: TokenReason = 'first-use';

  const renew = (signal: AbortSignal): Promise<string> =>
    withRetries(
      async () => {
        try {
          const fetched = hold(await fetchToken({ signal, reason }), clock.now());
          signal.throwIfAborted();
          held = fetched;
          if (scope !== fetched.scope) {
            scope = fetched.scope;
            onScope();
          }
          return fetched.value;
        } catch (error) {
          signal.throwIfAborted();
          if (isTranscribeError(error)) throw error;
          throw new TryAgain(unavailable(error), null);
        }
      },
      { ports, signal, policy: FETCH_RETRY },
    );

  const start = (): Pending => {
    const controller = new AbortController();
    return { token: renew(controller.signal), controller, waiting: 0 };
  };

  const join = async (signal: AbortSignal): Promise<string> => {
    const mine = (pending ??= start());
    mine.waiting++;
    try {
      return await unlessAborted(mine.token, signal);
    } finally {
      if (--mine.waiting === 0) {
        pending = null;
        mine.controller.abort(new Error('nobody waits for the token'));
      }
    }
  };

  return {
    get(signal) {
      if (held && clock.now() < held.renewAt) return Promise.resolve(held.value);
      if (held) reason = 'expiring';
      held = null;
      return join(signal);
    },
    reject(token) {
      if (held?.value !== token) return;
      held = null;
      reason = 'rejected';
    },
    scope: () => scope,
  };
};
