import {
  parseTranscriptionTask,
  TranscribeError,
  type TranscriptionRequest,
} from '../protocol/index.js';
import type { Backend } from './backend.js';
import { askPage, TryAgain, withRetries, type RetryOptions } from './call.js';
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
    'The transcription could not be found. Try again; if it happens again, tell the operator of this page.',
    { cause },
  );

const read = (answer: unknown): ReturnType<typeof parseTranscriptionTask> => {
  try {
    return parseTranscriptionTask(answer);
  } catch (cause) {
    throw new TranscribeError(
      'response-invalid',
      'This page gave an answer about the transcription that cannot be understood. Tell its operator.',
      { cause },
    );
  }
};

/**
 * Checks what a page's own backend answers. A TranscribeError that it throws is its last word; after anything else
 * a query is repeated, and a submission is left to the person: it may have arrived.
 */
export const createCheckedBackend = (
  partner: PartnerBackend,
  ports: RetryOptions['ports'],
): Backend => ({
  async submit(request, { signal }) {
    try {
      const ask = (watched: AbortSignal) => partner.submit(request, { signal: watched });
      return read(await askPage(ports.clock, signal, ask));
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof TranscribeError ? error : submissionUnknown(error);
    }
  },
  query: (transcriptionId, options) =>
    withRetries(
      async () => {
        const { signal } = options;
        try {
          const ask = (watched: AbortSignal) => partner.query(transcriptionId, { signal: watched });
          return read(await askPage(ports.clock, signal, ask));
        } catch (error) {
          signal.throwIfAborted();
          throw error instanceof TranscribeError ? error : new TryAgain(unavailable(error), null);
        }
      },
      { ports, policy: ENDLESS_RETRY, ...options },
    ),
});
