/** User tokens (2.2): fetched from the partner's backend or by the page, and held in memory. */
import { isTranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import { parseUserToken } from '../../protocol/responses.js';
import { LIMITS, type UserToken } from '../../protocol/types.js';
import { callPageFunction } from './call.js';
import { needFunction } from './needed.js';
import {
  DEFAULT_RETRY,
  RetryableError,
  withRetries,
  type RetryPolicy,
  type RetryPorts,
} from './retry.js';
import { rejectOnAbort, type OnTrouble } from './waiting.js';

/** Why a token is fetched: it is the first one, the last one is about to expire, or the service refused it. */
export type TokenReason = 'first-use' | 'expiring' | 'rejected';

/** Fetches a user token (2.2) from the partner's backend. A plain string counts as valid for 24 hours. */
export type FetchToken = (request: {
  readonly signal: AbortSignal;
  readonly reason: TokenReason;
}) => Promise<UserToken | string>;

/** A `FetchToken` that may say when it has to wait. */
export type ReportingFetchToken = (
  request: Parameters<FetchToken>[0],
  onTrouble?: OnTrouble,
) => ReturnType<FetchToken>;

/** A token is renewed this long before it expires, in ms. */
const MARGIN_MS = 60_000;

interface Held {
  readonly value: string;
  /** When to renew it, in ms since the epoch. */
  readonly renewAt: number;
  readonly scope: string | null;
  readonly aliases: readonly string[];
}

export interface TokenProvider {
  /**
   * Returns a valid token. Callers share one request. Rejects with the signal's reason, or with a
   * TranscribeError. `onTrouble` is called when the request has to wait, and with null when it continues.
   */
  get(signal: AbortSignal, onTrouble?: OnTrouble): Promise<string>;
  /** Call it if the service responded with 401 to this token. The next `get` fetches another one. */
  reject(token: string): void;
  /** `userKey` of the last token. Null if it had none, undefined before the first token. */
  scope(): string | null | undefined;
  /** `userKeyAliases` of the last token. Default: none. */
  aliases?(): readonly string[];
  /** When the last token was received, in ms since the epoch. Default: unknown. */
  receivedAtMs?(): number;
}

const toHeld = (answer: unknown, now: number): Held => {
  const token = parseUserToken(
    typeof answer === 'string'
      ? { access_token: answer, token_type: 'bearer', expires_in: LIMITS.userTokenSeconds }
      : answer,
  );
  const lifetime = token.expires_in * 1000;
  // A token that is valid for less than two minutes is used for half of that time.
  return {
    value: token.access_token,
    renewAt: now + lifetime - Math.min(MARGIN_MS, lifetime / 2),
    scope: token.userKey ?? null,
    aliases: token.userKeyAliases ?? [],
  };
};

/** Calls the page's `fetchToken` up to three times. A TranscribeError is final, because our own calls retry by themselves. */
const FETCH_RETRY: RetryPolicy = { ...DEFAULT_RETRY, attempts: 3 };

interface Pending {
  readonly token: Promise<string>;
  /** Aborted once no caller waits any more. */
  readonly controller: AbortController;
  readonly callers: Set<OnTrouble>;
  /** What callers that join later are told. */
  trouble: Parameters<OnTrouble>;
}

/**
 * Limits a page's own `fetchToken` to two minutes, because it may never settle and may ignore its signal. Throws
 * TranscribeError `configuration` if it is no function.
 */
export const withTimeout = (
  fetchToken: FetchToken,
  ports: Pick<RetryPorts, 'clock'> & Partial<Pick<RetryPorts, 'visibility'>>,
): FetchToken => {
  needFunction(fetchToken, 'fetchToken');
  return ({ signal, reason }) =>
    callPageFunction(ports, signal, (watched) => fetchToken({ signal: watched, reason }));
};

/** Holds the user token in memory. It is never stored and never logged (specification, section 5). */
export const createTokenProvider = (
  fetchToken: ReportingFetchToken,
  ports: RetryPorts,
  /** Called when a token has another `userKey` than the one before. */
  onScope: () => void = () => undefined,
): TokenProvider => {
  const { clock } = ports;
  let held: Held | null = null;
  let pending: Pending | null = null;
  let scope: string | null | undefined;
  let aliases: readonly string[] = [];
  let receivedAtMs = -Infinity;
  let reason: TokenReason = 'first-use';

  const renew = (signal: AbortSignal, onTrouble: OnTrouble): Promise<string> =>
    withRetries(
      async () => {
        try {
          const fetched = toHeld(await fetchToken({ signal, reason }, onTrouble), clock.now());
          signal.throwIfAborted();
          held = fetched;
          ({ aliases } = fetched);
          receivedAtMs = clock.now();
          if (scope !== fetched.scope) {
            scope = fetched.scope;
            onScope();
          }
          return fetched.value;
        } catch (error) {
          signal.throwIfAborted();
          if (isTranscribeError(error)) throw error;
          throw new RetryableError(errorFor('token-unavailable', {}, { cause: error }), null);
        }
      },
      { ports, signal, policy: FETCH_RETRY, onTrouble },
    );

  const start = (): Pending => {
    const controller = new AbortController();
    const callers = new Set<OnTrouble>();
    const token = renew(controller.signal, (...trouble) => {
      mine.trouble = trouble;
      for (const tell of callers) tell(...trouble);
    });
    const mine: Pending = { token, controller, callers, trouble: [null] };
    return mine;
  };

  const join = async (signal: AbortSignal, onTrouble?: OnTrouble): Promise<string> => {
    signal.throwIfAborted();
    const mine = (pending ??= start());
    const tell: OnTrouble = (...trouble) => onTrouble?.(...trouble);
    mine.callers.add(tell);
    if (mine.trouble[0] !== null) tell(...mine.trouble);
    try {
      const token = await rejectOnAbort(mine.token, signal);
      if (mine.trouble[0] !== null) tell(null);
      return token;
    } finally {
      mine.callers.delete(tell);
      if (mine.callers.size === 0) {
        pending = null;
        mine.controller.abort(new Error('nobody waits for the token'));
      }
    }
  };

  return {
    get(signal, onTrouble) {
      if (held && clock.now() < held.renewAt) return Promise.resolve(held.value);
      if (held) reason = 'expiring';
      held = null;
      return join(signal, onTrouble);
    },
    reject(token) {
      if (held?.value !== token) return;
      held = null;
      reason = 'rejected';
    },
    scope: () => scope,
    aliases: () => aliases,
    receivedAtMs: () => receivedAtMs,
  };
};
