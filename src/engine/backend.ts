import {
  BACKEND_PATHS,
  backendTranscriptionPath,
  joinUrl,
  parseTranscriptionTask,
  parseUserToken,
  problemCode,
  TranscribeError,
  type TranscriptionRequest,
  type TranscriptionTask,
} from '../protocol/index.js';
import {
  ANSWER_PATIENCE_MS,
  JSON_HEADERS,
  networkError,
  readAnswer,
  send,
  TryAgain,
  withRetries,
  type CallPorts,
} from './call.js';
import { parseRetryAfter } from './retry.js';
import type { HttpResponse } from './ports.js';
import type { FetchToken } from './tokens.js';
import { withWatchdog } from './watchdog.js';

/** The partner's backend as the page sees it: submission (4.7) and query (4.8), without the key pair. */
export interface Backend {
  submit(
    request: TranscriptionRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<TranscriptionTask>;
  query(
    transcriptionId: string,
    options: { readonly signal: AbortSignal },
  ): Promise<TranscriptionTask>;
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

const submitOnce = async (
  backendUrl: string,
  request: TranscriptionRequest,
  ports: CallPorts,
  signal: AbortSignal,
): Promise<HttpResponse> => {
  let response: HttpResponse;
  try {
    response = await withWatchdog(ports.clock, ANSWER_PATIENCE_MS, signal, (watched) =>
      ports.http({
        method: 'POST',
        url: joinUrl(backendUrl, BACKEND_PATHS.transcriptions),
        headers: JSON_HEADERS,
        body: JSON.stringify(request),
        signal: watched,
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw networkError(error);
  }
  if (response.status !== 429) return response;
  throw new TryAgain(
    await refused(response),
    parseRetryAfter(response.header('Retry-After'), ports.clock.now()),
  );
};

/** Talks to `createPartnerHandler` mounted at `backendUrl`. */
export const createHttpBackend = (backendUrl: string, ports: CallPorts): Backend => ({
  // Repeated only where it surely was not taken: each submission costs the partner money.
  async submit(request, { signal }) {
    const response = await withRetries(
      () => submitOnce(backendUrl, request, ports, signal),
      ports,
      signal,
    );
    return readAnswer(await accept(response), parseTranscriptionTask);
  },
  async query(transcriptionId, { signal }) {
    const url = joinUrl(backendUrl, backendTranscriptionPath(transcriptionId));
    const response = await withRetries(
      () => send(ports, { method: 'GET', url, headers: { Accept: 'application/json' }, signal }),
      ports,
      signal,
    );
    return readAnswer(await accept(response), parseTranscriptionTask);
  },
});

/** The default `fetchToken`: `POST {backendUrl}/user-token`. */
export const createBackendFetchToken =
  (backendUrl: string, ports: CallPorts): FetchToken =>
  async ({ signal }) => {
    const url = joinUrl(backendUrl, BACKEND_PATHS.userToken);
    const response = await withRetries(
      () => send(ports, { method: 'POST', url, headers: JSON_HEADERS, body: '{}', signal }),
      ports,
      signal,
    );
    return readAnswer(await accept(response), parseUserToken);
  };
