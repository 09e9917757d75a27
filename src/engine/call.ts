import {
  ContractError,
  problemCode,
  TranscribeError,
  type ProblemCode,
} from '../protocol/index.js';
import type { HttpRequest, HttpResponse, Ports } from './ports.js';
import { withLinkedAbort } from './linked-abort.js';
import { withWatchdog } from './watchdog.js';
import { DEFAULT_RETRY, isRetryable, parseRetryAfter, retryDelay } from './retry.js';

export type CallPorts = Pick<Ports, 'http' | 'clock' | 'connectivity' | 'random'>;

/** Runs `attempt` until it succeeds, its error cannot be retried, or the tries are used up. */
export type Attempt<T> = () => Promise<T>;

/** Thrown by an attempt that may be repeated as it is. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';
  constructor(
    /** What the person is told if no try succeeds. */
    readonly failure: TranscribeError,
    readonly retryAfterMs: number | null = null,
  ) {
    super(failure.message);
  }
}

/** Waits before the next try, but no longer than until the network comes back. */
const waitToRetry = (ms: number, ports: CallPorts, signal: AbortSignal): Promise<void> =>
  withLinkedAbort(signal, async (waiting) => {
    try {
      await Promise.race([
        ports.clock.sleep(ms, waiting.signal),
        ports.connectivity.whenBack(waiting.signal),
      ]);
    } finally {
      waiting.abort(new Error('waited enough'));
    }
  });

/** Repeats an attempt that throws TryAgain; being offline costs no try. Rejects with the signal's reason on abort. */
export const withRetries = async <T>(
  attempt: Attempt<T>,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TryAgain)) throw error;
      if (!ports.connectivity.isOnline()) {
        await ports.connectivity.whenOnline(signal);
        tries = 0;
        continue;
      }
      if (tries >= DEFAULT_RETRY.attempts) throw error.failure;
      await waitToRetry(retryDelay(tries, ports.random(), error.retryAfterMs), ports, signal);
    }
  }
};

export const networkError = (cause: unknown): TranscribeError =>
  new TranscribeError(
    'network',
    'The network cannot be reached, or it blocks this page. Check the connection, then try again.',
    { cause },
  );

/** Longest wait for an answer: merging a large file takes the service a while. In ms. */
export const ANSWER_PATIENCE_MS = 120_000;

/** What the partner's backend says when asking again cannot help, though its status says that something broke. */
const FINAL_PROBLEMS: ReadonlySet<string> = new Set<ProblemCode>([
  'misconfigured',
  'service-rejected',
  'service-credentials',
]);

const isWorthRepeating = async (response: HttpResponse): Promise<boolean> =>
  isRetryable(response.status) &&
  !FINAL_PROBLEMS.has(problemCode(await response.json().catch(() => null)) ?? '');

/** Sends one request; no answer becomes TryAgain, and so does a status that is worth repeating. */
export const send = async (ports: CallPorts, request: HttpRequest): Promise<HttpResponse> => {
  let response: HttpResponse;
  try {
    response = await withWatchdog(ports.clock, ANSWER_PATIENCE_MS, request.signal, (signal) =>
      ports.http({ ...request, signal }),
    );
  } catch (error) {
    request.signal.throwIfAborted();
    throw new TryAgain(networkError(error));
  }
  if (await isWorthRepeating(response)) {
    throw new TryAgain(
      new TranscribeError(
        'backend-rejected',
        'The service is busy or not available. Nothing is lost: try again in a moment.',
        { cause: new Error(`status ${response.status}`) },
      ),
      parseRetryAfter(response.header('Retry-After'), ports.clock.now()),
    );
  }
  return response;
};

/** Reads a body that came from outside; what does not fit is `response-invalid`. */
export const readAnswer = async <T>(
  response: HttpResponse,
  parse: (json: unknown) => T,
): Promise<T> => {
  try {
    return parse(await response.json());
  } catch (cause) {
    throw new TranscribeError(
      'response-invalid',
      'The service gave an answer that cannot be understood. Try again; if it happens again, tell the operator of this page.',
      { cause: cause instanceof ContractError ? cause : new Error('the body is not JSON') },
    );
  }
};

export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' };
