/** The partner's backend, called through the handler at `backend-url`. */
import { isTranscribeError, TranscribeError } from '../../protocol/errors.js';
import { toJson } from '../../protocol/json.js';
import { errorFor } from '../../protocol/failures.js';
import { parseTranscriptionTask, parseUserToken } from '../../protocol/responses.js';
import {
  BACKEND_PATHS,
  backendTranscriptionPath,
  joinUrl,
  SUBMISSION_HEADERS,
} from '../../protocol/routes.js';
import type { HttpRequest, HttpResponse } from '../ports.js';
import type { TranscriptionRequest, TranscriptionTask } from '../../protocol/types.js';
import { reactionTo } from './answers.js';
import {
  type CallPorts,
  hear,
  type Heard,
  isNoSuchPath,
  isProblem,
  JSON_HEADERS,
  lastingFailure,
  networkError,
  recordingRefused,
  resultUnreadable,
  retryAfterOf,
  send,
  submissionUnknown,
  unlessRepeated,
  unreadable,
  wrongAddress,
} from './call.js';
import { needAddress } from './needed.js';
import { ENDLESS_RETRY, RetryableError, withRetries } from './retry.js';
import { untilOnline, type CallOptions } from './waiting.js';
import type { ReportingFetchToken } from './user-tokens.js';

interface SubmitOptions extends CallOptions {
  /** Random, and the same for every attempt of one decision of the user. */
  readonly key: string;
  /** When an earlier attempt was sent whose response is unknown, in ms since the epoch. Default: there was none. */
  readonly openSinceMs?: number;
  /** `userKey` of the user token that the file was uploaded with. Default: it is not known. */
  readonly userKey?: string;
  /** True once the file's address has expired. Asked after a wait for the network. Default: it does not expire. */
  readonly isOutdated?: () => boolean;
}

/** The file's address has expired while the browser was offline. Nothing was sent. */
export class AddressExpired extends Error {
  override readonly name = 'AddressExpired';
}

/** The partner's backend: submission (4.7) and query (4.8), without the key pair. */
export interface Backend {
  /** True if a repeated submission with the same key creates no second task. Default false: the user is asked. */
  readonly knowsKeys?: boolean;
  /** Rejects with TranscribeError `network` if the service may still have accepted it. */
  submit(request: TranscriptionRequest, options: SubmitOptions): Promise<TranscriptionTask>;
  /**
   * Repeated until a response describes the task, for a day if the backend does not know it. `isShown`: the page only shows
   * the task, so it is told sooner that there is none.
   */
  query(
    transcriptionId: string,
    options: CallOptions & { readonly isShown?: boolean },
  ): Promise<TranscriptionTask>;
}

const ATTRIBUTE = 'backend-url';

const noHandler = (cause: Error): TranscribeError =>
  wrongAddress('backend handler', `the address in “${ATTRIBUTE}”`, cause);

/** A foreign origin is a mistake of the set-up: signing in does not help. */
const notSignedIn = ({ cause, code }: Heard<unknown>): TranscribeError => {
  const isForeign = isProblem(code, 'origin-not-allowed');
  const reason = isForeign ? 'backend-refused' : 'not-signed-in';
  return errorFor(reason, {}, { cause, recoverable: true });
};

/** `recoverable`: true if the backend can recover, so that a retry can succeed. */
const backendFailed = (cause: Error, recoverable: boolean): TranscribeError =>
  errorFor(recoverable ? 'backend-unavailable' : 'backend-refused', {}, { cause, recoverable });

const refusedSubmission = (heard: Heard<unknown>): TranscribeError => {
  const { code, cause } = heard;
  const { status } = heard.response;
  if (code === 'key-reused') return errorFor('key-reused', {}, { cause });
  if (isProblem(code, 'another-user'))
    return errorFor('another-user', {}, { cause, recoverable: false });
  if (status === 403) return notSignedIn(heard);
  if (isNoSuchPath(heard)) return noHandler(cause);
  if (isProblem(code, 'file-url-not-allowed')) {
    const detail =
      'the backend refused the host of the recording: see its option “allowedFileHosts”.';
    return errorFor('not-set-up', { detail }, { cause });
  }
  if (status >= 500) return backendFailed(cause, true);
  // The handler refused this page's request, so that another recording would be refused, too.
  if (isProblem(code, 'bad-request', 'not-json', 'body-too-large'))
    return errorFor('backend-refused', {}, { cause, recoverable: true });
  return recordingRefused(status, cause);
};

const refusedQuery = (heard: Heard<unknown>): TranscribeError => {
  const { answer, code, cause, response } = heard;
  if (isProblem(code, 'service-result-invalid')) return resultUnreadable(cause);
  const isSession = answer === 'no-session' || response.status === 403;
  return isSession ? notSignedIn(heard) : backendFailed(cause, true);
};

const refusedToken = (heard: Heard<unknown>): TranscribeError => {
  const { cause } = heard;
  const { status } = heard.response;
  if (status < 300) return unreadable(cause);
  if (status === 401 || status === 403) return notSignedIn(heard);
  if (isNoSuchPath(heard)) return noHandler(cause);
  if (status === 402) return recordingRefused(status, cause);
  return backendFailed(cause, status >= 500);
};

/** The same failure, after an earlier attempt whose outcome is unknown. Only the person who sent that can repeat it. */
const stillOpen = ({ failure, message, cause }: TranscribeError): TranscribeError =>
  failure?.reason === 'another-user'
    ? errorFor('not-signed-in', {}, { cause, code: 'network' })
    : new TranscribeError('network', message, {
        cause,
        recoverable: true,
        ...(failure === null ? {} : { failure }),
      });

/** In seconds. Sent if the clock was set back, so that the age is not known. */
const LONG_AGO = 366 * 86_400;

const ageOf = (openSinceMs: number | null, nowMs: number): Readonly<Record<string, string>> => {
  if (openSinceMs === null) return {};
  const seconds = Math.ceil((nowMs - openSinceMs) / 1000);
  return { [SUBMISSION_HEADERS.age]: String(seconds < 0 ? LONG_AGO : seconds) };
};

/** Submits until a response tells whether a task exists. All attempts have one key, so the service gets only one of them. */
const submitByKey = (
  backendUrl: string,
  request: TranscriptionRequest,
  ports: CallPorts,
  options: SubmitOptions,
): Promise<TranscriptionTask> => {
  const { signal, onTrouble, key, userKey } = options;
  const { clock, connectivity } = ports;
  /** When the first attempt was sent whose outcome is unknown. */
  let openSinceMs = options.openSinceMs ?? null;

  /** The error to end with. While the outcome of an attempt is unknown, no other failure means that there is no task. */
  const ended = (failure: TranscribeError): TranscribeError =>
    openSinceMs === null ? failure : stillOpen(failure);

  const sendOnce = async (sentAtMs: number): Promise<Heard<TranscriptionTask>> => {
    const wasOnline = connectivity.isOnline();
    const sent: HttpRequest = {
      method: 'POST',
      url: joinUrl(backendUrl, BACKEND_PATHS.transcriptions),
      headers: {
        ...JSON_HEADERS,
        [SUBMISSION_HEADERS.key]: key,
        ...ageOf(openSinceMs, sentAtMs),
        ...(userKey === undefined ? {} : { [SUBMISSION_HEADERS.userKey]: userKey }),
      },
      body: toJson(request),
      signal,
    };
    try {
      return await hear(ports, 'submission', sent, parseTranscriptionTask);
    } catch (error) {
      signal.throwIfAborted();
      if (isTranscribeError(error)) throw ended(error);
      // Without a network, the request has not left the browser.
      if (wasOnline || connectivity.isOnline()) openSinceMs ??= sentAtMs;
      throw new RetryableError(networkError(error, 'backend'), null);
    }
  };

  const attempt = async (): Promise<TranscriptionTask> => {
    const hasWaited = await untilOnline(ports, options);
    if (hasWaited && openSinceMs === null && options.isOutdated?.()) throw new AddressExpired();
    const sentAtMs = clock.now();
    const heard = await sendOnce(sentAtMs);
    const { answer, response, cause } = heard;
    if (answer === 'result') return heard.value;
    // A proxy may have written this answer after it passed the request on.
    if (answer === 'foreign' || answer === 'sign-in' || answer === 'none') openSinceMs ??= sentAtMs;
    unlessRepeated(ports, 'submission', heard, (it) => ended(lastingFailure('submission', it)));
    if (reactionTo('submission', answer).does !== 'ask') throw ended(refusedSubmission(heard));
    // While the first attempt is still open, the handler says when to ask again.
    const retryAfterMs = retryAfterOf(response, clock);
    if (retryAfterMs === null) throw submissionUnknown(cause);
    throw new RetryableError(submissionUnknown(cause), response.status, retryAfterMs);
  };

  const place = { name: 'backend', url: backendUrl } as const;
  return withRetries(attempt, { ports, signal, place, ...(onTrouble && { onTrouble }) });
};

/** Two answers with the same `Date` that arrive this long after each other, in ms, are one answer from a cache. */
const CACHED_MS = 1_500;

/** Calls the handler of `createPartnerHandler`, mounted at `backendUrl`. Throws TranscribeError `configuration` if that is not set. */
export const createHttpBackend = (backendUrl: string, ports: CallPorts): Backend => {
  needAddress(backendUrl, 'backendUrl');
  /** The first answer with this `Date` to the queries of a task. */
  const dated = new Map<string, { readonly date: string | null; readonly atMs: number }>();
  /** A service worker of the page answers queries from its cache, which `no-store` does not prevent. */
  let isCached = false;
  const noteDate = (url: string, { header }: HttpResponse): void => {
    const [date, atMs] = [header('Date'), ports.clock.now()];
    const first = dated.get(url);
    if (first === undefined || first.date !== date) dated.set(url, { date, atMs });
    else if (date !== null && atMs - first.atMs >= CACHED_MS) isCached = true;
  };
  return {
    knowsKeys: true,
    submit: (request, options) => submitByKey(backendUrl, request, ports, options),
    async query(transcriptionId, options) {
      const { signal, isShown } = options;
      const url = joinUrl(backendUrl, backendTranscriptionPath(transcriptionId));
      const headers = { Accept: 'application/json' };
      const call = isShown ? 'shown-query' : 'query';
      const attempt = (): Promise<Heard<TranscriptionTask>> => {
        const asked = isCached ? `${url}?at=${ports.clock.now()}` : url;
        return send(
          ports,
          call,
          { method: 'GET', url: asked, headers, signal },
          parseTranscriptionTask,
        );
      };
      const heard = await withRetries(attempt, { ports, policy: ENDLESS_RETRY, ...options });
      noteDate(url, heard.response);
      if (heard.answer === 'result') return heard.value;
      throw refusedQuery(heard);
    },
  };
};

/** The default `fetchToken`: `POST {backendUrl}/user-token`. Throws TranscribeError `configuration` if that is not set. */
export const createBackendFetchToken = (
  backendUrl: string,
  ports: CallPorts,
): ReportingFetchToken => {
  needAddress(backendUrl, 'backendUrl');
  const url = joinUrl(backendUrl, BACKEND_PATHS.userToken);
  return async ({ signal, reason }, onTrouble) => {
    const call = reason === 'first-use' ? 'first-token' : 'token';
    const request = { method: 'POST', url, headers: JSON_HEADERS, body: '{}', signal } as const;
    const heard = await withRetries(
      () =>
        send(ports, call, request, parseUserToken, (it) =>
          it.answer === 'foreign' && isNoSuchPath(it) ? noHandler(it.cause) : null,
        ),
      { ports, signal, place: { name: 'backend', url }, ...(onTrouble && { onTrouble }) },
    );
    if (heard.answer === 'result') return heard.value;
    throw refusedToken(heard);
  };
};
