import {
  BACKEND_PATHS,
  backendTranscriptionPath,
  joinUrl,
  parseTranscriptionTask,
  parseUserToken,
  problemCode,
  TranscribeError,
  type ProblemCode,
  type TranscriptionRequest,
  type TranscriptionTask,
} from '../protocol/index.js';
import {
  ask,
  JSON_HEADERS,
  readAnswer,
  send,
  TryAgain,
  withRetries,
  type CallOptions,
  type CallPorts,
} from './call.js';
import type { HttpResponse } from './ports.js';
import { ENDLESS_RETRY, parseRetryAfter } from './retry.js';
import { submissionUnknown } from './submission.js';
import type { FetchToken } from './tokens.js';

/** The partner's backend as the page sees it: submission (4.7) and query (4.8), without the key pair. */
export interface Backend {
  /** Rejects with `submissionUnknown` where the answer was lost. */
  submit(request: TranscriptionRequest, options: CallOptions): Promise<TranscriptionTask>;
  /** Asked again for as long as the answer says nothing about the task itself. */
  query(transcriptionId: string, options: CallOptions): Promise<TranscriptionTask>;
}

const refused = async (response: HttpResponse): Promise<TranscribeError> => {
  const code = problemCode(await response.json().catch(() => null));
  const cause = new Error(`status ${response.status}${code === undefined ? '' : `, ${code}`}`);
  if (response.status === 401 || response.status === 403) {
    return new TranscribeError(
      'not-authorized',
      'You are not signed in, or this page may not transcribe. Sign in again or reload the page, then try again.',
      { cause },
    );
  }
  if (response.status === 404) {
    return new TranscribeError(
      'backend-rejected',
      'This transcription does not exist, or it belongs to somebody else.',
      { cause, recoverable: false },
    );
  }
  return new TranscribeError(
    'backend-rejected',
    'The transcription could not be started. Try again; if it happens again, tell the operator of this page.',
    { cause },
  );
};

const accept = async (response: HttpResponse): Promise<HttpResponse> => {
  if (response.status === 200) return response;
  throw await refused(response);
};

/** An answer that cannot be understood so often in a row is not a portal's any more. */
const MOST_GARBLED = 5;

/** What our handler says of a submission that surely was not taken. */
const NOT_TAKEN: ReadonlySet<string> = new Set<ProblemCode>([
  'misconfigured',
  'service-rejected',
  'service-credentials',
]);

/** Busy, and sure about it: whoever names the time to come back has not begun. */
const isBusy = (response: HttpResponse): boolean =>
  response.status === 429 || (response.status === 503 && response.header('Retry-After') !== null);

/** An answer after which nobody knows whether there is a task now: something broke, somewhere. */
const isOutcomeOpen = async (response: HttpResponse): Promise<boolean> =>
  response.status >= 500 &&
  !isBusy(response) &&
  !NOT_TAKEN.has(problemCode(await response.json().catch(() => null)) ?? '');

const submitOnce = async (
  backendUrl: string,
  request: TranscriptionRequest,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<HttpResponse> => {
  let response: HttpResponse;
  try {
    response = await ask(ports, {
      method: 'POST',
      url: joinUrl(backendUrl, BACKEND_PATHS.transcriptions),
      headers: JSON_HEADERS,
      body: JSON.stringify(request),
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw submissionUnknown(error);
  }
  if (await isOutcomeOpen(response))
    throw submissionUnknown(new Error(`status ${response.status}`));
  if (!isBusy(response)) return response;
  throw new TryAgain(
    await refused(response),
    response.status,
    parseRetryAfter(response.header('Retry-After'), ports.clock.now()),
  );
};

/** Talks to `createPartnerHandler` mounted at `backendUrl`. */
export const createHttpBackend = (backendUrl: string, ports: CallPorts): Backend => ({
  // Repeated only where it surely was not taken: each submission costs the partner money.
  async submit(request, options) {
    await ports.connectivity.whenOnline(options.signal);
    const response = await withRetries(
      () => submitOnce(backendUrl, request, ports, options.signal),
      { ports, ...options },
    );
    await accept(response);
    try {
      return parseTranscriptionTask(await response.json());
    } catch (cause) {
      // Taken, as it seems; what the task is called nobody knows.
      throw submissionUnknown(cause);
    }
  },
  async query(transcriptionId, options) {
    const { signal } = options;
    const url = joinUrl(backendUrl, backendTranscriptionPath(transcriptionId));
    let garbled = 0;
    const attempt = async (): Promise<TranscriptionTask> => {
      const headers = { Accept: 'application/json' };
      try {
        const response = await accept(await send(ports, { method: 'GET', url, headers, signal }));
        return await readAnswer(response, parseTranscriptionTask);
      } catch (error) {
        const failure = error instanceof TryAgain ? error.failure : error;
        if (!(failure instanceof TranscribeError) || failure.code !== 'response-invalid')
          throw error;
        // A portal in between may answer for the backend, or for the service behind it, for a while.
        if (++garbled >= MOST_GARBLED) throw failure;
        throw error instanceof TryAgain ? error : new TryAgain(failure, 200);
      }
    };
    return withRetries(attempt, { ports, policy: ENDLESS_RETRY, ...options });
  },
});

/** The default `fetchToken`: `POST {backendUrl}/user-token`. */
export const createBackendFetchToken =
  (backendUrl: string, ports: CallPorts): FetchToken =>
  async ({ signal }) => {
    const url = joinUrl(backendUrl, BACKEND_PATHS.userToken);
    const response = await withRetries(
      () => send(ports, { method: 'POST', url, headers: JSON_HEADERS, body: '{}', signal }),
      { ports, signal },
    );
    return readAnswer(await accept(response), parseUserToken);
  };
