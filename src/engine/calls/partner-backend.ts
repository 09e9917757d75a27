import {
  isTranscribeError,
  parseTranscriptionTask,
  TerminalAnswerError,
  TranscribeError,
  type TranscriptionRequest,
  type TranscriptionTask,
} from '../../protocol/index.js';
import type { Backend } from './backend.js';
import { callPageFunction, RetryableError, withRetries, type RetryOptions } from './call.js';
import { resultUnreadable } from './refusals.js';
import { ENDLESS_RETRY } from './retry.js';
import { submissionUnknown } from './submission.js';

/** A page's own way to its backend, in place of `backend-url`; answers in the shape of 2.4, checked like any other. */
export interface PartnerBackend {
  submit(
    request: TranscriptionRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<unknown>;
  query(transcriptionId: string, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

const unavailable = (cause: unknown): TranscribeError =>
  new TranscribeError(
    'backend-rejected',
    'The transcription could not be found. Try again. If it happens again, contact support.',
    { cause },
  );

const readQuery = (answer: unknown): TranscriptionTask => {
  try {
    return parseTranscriptionTask(answer);
  } catch (cause) {
    if (cause instanceof TerminalAnswerError) throw resultUnreadable(cause);
    throw new TranscribeError(
      'response-invalid',
      'This page gave an answer about the transcription that cannot be understood. Contact support.',
      { cause },
    );
  }
};

/**
 * Checks what a page's own backend answers. A TranscribeError that it throws is final. After any other failure a query
 * is repeated, and a submission is left to the person: the service may have taken it.
 */
export const createCheckedBackend = (
  partner: PartnerBackend,
  ports: RetryOptions['ports'],
): Backend => ({
  async submit(request, { signal }) {
    try {
      const ask = (watched: AbortSignal) => partner.submit(request, { signal: watched });
      return parseTranscriptionTask(await callPageFunction(ports.clock, signal, ask));
    } catch (error) {
      signal.throwIfAborted();
      throw isTranscribeError(error) ? error : submissionUnknown(error);
    }
  },
  query: (transcriptionId, options) =>
    withRetries(
      async () => {
        const { signal } = options;
        try {
          const ask = (watched: AbortSignal) => partner.query(transcriptionId, { signal: watched });
          return readQuery(await callPageFunction(ports.clock, signal, ask));
        } catch (error) {
          signal.throwIfAborted();
          throw isTranscribeError(error) ? error : new RetryableError(unavailable(error), null);
        }
      },
      { ports, policy: ENDLESS_RETRY, ...options },
    ),
});
