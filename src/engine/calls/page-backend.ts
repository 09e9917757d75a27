/** A page's own functions in place of the backend handler. */
import { isTranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import { parseTranscriptionTask, TerminalAnswerError } from '../../protocol/responses.js';
import type { TranscriptionRequest, TranscriptionTask } from '../../protocol/types.js';
import { isObject } from '../../protocol/read.js';
import type { Backend } from './backend.js';
import { needFunction } from './needed.js';
import {
  callPageFunction,
  networkError,
  repeated,
  resultUnreadable,
  submissionUnknown,
} from './call.js';
import { ENDLESS_RETRY, RetryableError, withRetries, type RetryPorts } from './retry.js';

/** A page's own functions that replace `backend-url`. Both must resolve with the JSON of 2.4, which is validated. */
export interface PartnerBackend {
  submit(
    request: TranscriptionRequest,
    options: {
      readonly signal: AbortSignal;
      /** Random, and new for each decision of the user. Your server submits once for each key: a browser may repeat a request. */
      readonly key: string;
      /** `userKey` of the user token that the file was uploaded with. Absent if the token has none. */
      readonly userKey?: string;
    },
  ): Promise<unknown>;
  query(transcriptionId: string, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

/** Throws RetryableError for anything but a task. */
const readQuery = (answer: unknown, call: 'query' | 'shown-query'): TranscriptionTask => {
  try {
    return parseTranscriptionTask(answer);
  } catch (cause) {
    if (cause instanceof TerminalAnswerError) throw resultUnreadable(cause);
    // The page may pass on the text of a sign-in page.
    const isTask = isObject(answer) && Object.hasOwn(answer, 'transcription_id');
    const failure = errorFor(isTask ? 'response-unreadable' : 'answered-by-another', {}, { cause });
    throw repeated(call, isTask ? 'open' : 'foreign', failure);
  }
};

/**
 * Creates a Backend from a page's own functions. A TranscribeError that they throw is final. After any other
 * failure, a query is repeated, but a submission only after a TypeError while the browser was offline, because otherwise
 * the service may have accepted it. Throws TranscribeError `configuration` if one of the functions is missing.
 */
export const createCheckedBackend = (partner: PartnerBackend, ports: RetryPorts): Backend => {
  for (const name of ['submit', 'query'] as const)
    needFunction((partner as PartnerBackend | null)?.[name], `backend.${name}`);
  return {
    submit(request, { signal, onTrouble, key, userKey }) {
      const submit = (watched: AbortSignal) =>
        partner.submit(request, {
          signal: watched,
          key,
          ...(userKey === undefined ? {} : { userKey }),
        });
      const attempt = async (): Promise<TranscriptionTask> => {
        const wasOnline = ports.connectivity.isOnline();
        try {
          return parseTranscriptionTask(await callPageFunction(ports, signal, submit));
        } catch (error) {
          signal.throwIfAborted();
          if (isTranscribeError(error)) throw error;
          const wasOffline = !wasOnline && !ports.connectivity.isOnline();
          // As `fetch` rejects: without a network, the request has not left the browser.
          if (wasOffline && error instanceof TypeError) {
            throw new RetryableError(networkError(error), null);
          }
          throw submissionUnknown(error);
        }
      };
      return withRetries(attempt, { ports, signal, ...(onTrouble && { onTrouble }) });
    },
    query(transcriptionId, options) {
      const { signal, isShown } = options;
      const call = isShown === true ? 'shown-query' : 'query';
      const attempt = async (): Promise<TranscriptionTask> => {
        try {
          const query = (watched: AbortSignal) =>
            partner.query(transcriptionId, { signal: watched });
          return readQuery(await callPageFunction(ports, signal, query), call);
        } catch (error) {
          signal.throwIfAborted();
          if (isTranscribeError(error) || error instanceof RetryableError) throw error;
          throw new RetryableError(errorFor('task-unavailable', {}, { cause: error }), null);
        }
      };
      return withRetries(attempt, { ports, policy: ENDLESS_RETRY, ...options });
    },
  };
};
