import {
  ContractError,
  isTranscribeError,
  TerminalAnswerError,
  TranscribeError,
  type ProblemCode,
} from '../../protocol/index.js';
import { unlessAborted } from './linked-abort.js';
import type { Clock, HttpRequest, HttpResponse, Ports } from '../ports.js';
import { answerCause, codeIn, resultUnreadable } from './refusals.js';
import {
  DEFAULT_RETRY,
  givesUp,
  isRetryable,
  parseRetryAfter,
  retryDelay,
  type RetryPolicy,
} from './retry.js';
import {
  waitUnlessCalled,
  waitUntilOnline,
  type Trouble,
  type WaitPorts,
} from '../session/waiting.js';
import { withWatchdog } from '../upload/watchdog.js';

export type CallPorts = WaitPorts & Pick<Ports, 'http' | 'random'>;

/** What every call is given by whoever waits for it. */
export interface CallOptions {
  readonly signal: AbortSignal;
  /** Told when the call has to wait, and null when it goes on. */
  readonly onTrouble?: (trouble: Trouble | null) => void;
}

export interface RetryOptions extends CallOptions {
  readonly ports: Omit<CallPorts, 'http'>;
  readonly policy?: RetryPolicy;
  /** Grows with whatever is achieved: then the tries are counted anew. */
  readonly achieved?: () => number;
}

/** Thrown by an attempt that may be repeated as it is. */
export class RetryableError extends Error {
  override readonly name = 'TryAgain';
  constructor(
    /** What the person is told if no try succeeds. */
    readonly failure: TranscribeError,
    /** The status of the answer; null where none came. */
    readonly status: number | null,
    /** The answer's `Retry-After`, in ms. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(failure.message);
  }
}

/**
 * Repeats an attempt that throws TryAgain as the policy allows; being offline costs no try. Rejects with the
 * failure of the last try, or with the signal's reason.
 */
export const withRetries = async <T>(
  attempt: () => Promise<T>,
  { ports, signal, policy = DEFAULT_RETRY, onTrouble, achieved = () => 0 }: RetryOptions,
): Promise<T> => {
  const { clock, connectivity, random } = ports;
  let tries = 0;
  let since = clock.now();
  let mark = achieved();
  for (;;) {
    try {
      const result = await attempt();
      if (tries > 0) onTrouble?.(null);
      return result;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RetryableError)) throw error;
      if (achieved() > mark || tries === 0) {
        tries = 0;
        since = clock.now();
        mark = achieved();
      }
      tries++;
      if (!connectivity.isOnline()) {
        onTrouble?.('offline');
        await waitUntilOnline(ports, signal);
        tries = 0;
        if (connectivity.isOnline()) onTrouble?.('retrying');
        continue;
      }
      if (givesUp(policy, tries, clock.now() - since)) throw error.failure;
      onTrouble?.('retrying');
      await waitToRetry(
        retryDelay(tries, random(), error.retryAfterMs, policy),
        error,
        ports,
        signal,
      );
    }
  }
};

/** The network coming back is no reason to ask a busy host before the time that it named. */
const waitToRetry = (
  ms: number,
  { retryAfterMs }: RetryableError,
  ports: WaitPorts,
  signal: AbortSignal,
): Promise<void> =>
  retryAfterMs === null ? waitUnlessCalled(ms, ports, signal) : ports.clock.sleep(ms, signal);

export const networkError = (cause: unknown): TranscribeError =>
  new TranscribeError(
    'network',
    'The network cannot be reached, or it blocks this page. Check the connection, then try again.',
    { cause },
  );

/** Longest wait for an answer: merging a large file takes the service a while. In ms. */
export const ANSWER_PATIENCE_MS = 120_000;

/** Codes of the partner's backend after which repeating the request cannot help, although the status is a 5xx. */
const FINAL_PROBLEMS: ReadonlySet<string> = new Set<ProblemCode>([
  'misconfigured',
  'service-credentials',
  'service-result-invalid',
]);

const INVALID: ProblemCode = 'service-answer-invalid';

/** What an answer that is worth repeating comes to if no other follows; null for any other answer. */
const repeatable = async (response: HttpResponse): Promise<TranscribeError | null> => {
  if (!isRetryable(response.status)) return null;
  const code = await codeIn(response);
  if (FINAL_PROBLEMS.has(code)) return null;
  const cause = answerCause(response);
  return code === INVALID ? garbled(cause) : serviceBusy(cause);
};

/** The same request can succeed later. */
export const serviceBusy = (cause: Error): TranscribeError =>
  new TranscribeError(
    'backend-rejected',
    'The service is busy or not available. Nothing is lost. Try again in a moment.',
    { cause },
  );

/** Waits for an answer that may have been on its way while the machine slept. Rejects with Stalled. */
const withTimeout = <T>(
  clock: Clock,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  withWatchdog({ clock, quietMs: ANSWER_PATIENCE_MS, afterSleep: 'wait', signal }, work);

/**
 * Sends one request and waits for its whole answer, for as long as a machine that is awake may take. Rejects where
 * none came, or only a piece of it.
 */
export const ask = (
  { http, clock }: Pick<Ports, 'http' | 'clock'>,
  request: HttpRequest,
): Promise<HttpResponse> =>
  withTimeout(clock, request.signal, async (signal) => {
    const response = await http({ ...request, signal });
    await response.json().catch((error: unknown) => {
      // What is no JSON has arrived all the same.
      if (!(error instanceof SyntaxError)) throw error;
    });
    return response;
  });

/** Asks a function of the page, which may never settle, nor look at its signal. Rejects with Stalled then. */
export const callPageFunction = <T>(
  clock: Clock,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => withTimeout(clock, signal, (watched) => unlessAborted(work(watched), watched));

/**
 * As `ask`. No answer becomes TryAgain, and so does a status that is worth repeating. A TranscribeError of the
 * transport is final.
 */
export const send = async (
  ports: Pick<Ports, 'http' | 'clock'>,
  request: HttpRequest,
): Promise<HttpResponse> => {
  let response: HttpResponse;
  try {
    response = await ask(ports, request);
  } catch (error) {
    request.signal.throwIfAborted();
    throw isTranscribeError(error) ? error : new RetryableError(networkError(error), null);
  }
  const failure = await repeatable(response);
  if (failure !== null)
    throw new RetryableError(
      failure,
      response.status,
      parseRetryAfter(response.header('Retry-After'), ports.clock.now()),
    );
  return response;
};

const garbled = (cause: Error): TranscribeError =>
  new TranscribeError(
    'response-invalid',
    'The service gave an answer that cannot be understood. Try again. If it happens again, contact support.',
    { cause },
  );

/**
 * Reads a body that came from outside. One that does not fit is `response-invalid`, and not recoverable where it says
 * that the task has ended.
 */
export const readAnswer = async <T>(
  response: HttpResponse,
  parse: (json: unknown) => T,
): Promise<T> => {
  try {
    return parse(await response.json());
  } catch (cause) {
    if (cause instanceof TerminalAnswerError) throw resultUnreadable(cause);
    throw garbled(cause instanceof ContractError ? cause : new Error('the body is not JSON'));
  }
};

export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' };
