import {
  parseTranscriptionTask,
  TranscribeError,
  type TranscriptionRequest,
} from '../protocol/index.js';
import type { Backend } from './backend.js';

/** A page's own way to its backend, in place of `backend-url`; answers in the shape of 2.4, checked like any other. */
export interface PartnerBackend {
  submit(
    request: TranscriptionRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<unknown>;
  query(transcriptionId: string, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

const ask = async (call: () => Promise<unknown>, signal: AbortSignal): Promise<unknown> => {
  try {
    return await call();
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof TranscribeError) throw cause;
    throw new TranscribeError(
      'backend-rejected',
      'The transcription could not be started or found. Try again; if it happens again, tell the operator of this page.',
      { cause },
    );
  }
};

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

export const createCheckedBackend = (partner: PartnerBackend): Backend => ({
  submit: async (request, options) =>
    read(await ask(() => partner.submit(request, options), options.signal)),
  query: async (transcriptionId, options) =>
    read(await ask(() => partner.query(transcriptionId, options), options.signal)),
});
