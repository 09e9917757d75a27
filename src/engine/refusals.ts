/** Errors for answers after which the same request cannot succeed, or not soon. */
import { problemCode, TranscribeError } from '../protocol/index.js';
import type { HttpResponse } from './ports.js';

/** The `code` of a problem+json; empty where the answer has none. */
export const codeIn = async (response: HttpResponse): Promise<string> =>
  problemCode(await response.json().catch(() => null)) ?? '';

/** For developers: what the answer was, without anything it said. */
export const answerCause = ({ status }: HttpResponse, code = ''): Error =>
  new Error(`status ${status}${code === '' ? '' : `, ${code}`}`);

/** The address in an attribute leads somewhere else. */
export const wrongAddress = (attribute: string, owner: string, cause: Error): TranscribeError =>
  new TranscribeError(
    'configuration',
    `This page is not set up to transcribe: there is no ${owner} at the address in “${attribute}”.`,
    { cause },
  );

/** True where a path does not exist at the host that was asked. */
export const isNoSuchPath = ({ status }: HttpResponse): boolean => status === 404 || status === 405;

/**
 * The service takes no recordings, or not this one (4.4, 4.6, 4.7). Only a 402 is recoverable: once it is paid for, the
 * work continues where it stopped.
 */
export const recordingRefused = (status: number, cause: Error): TranscribeError => {
  switch (status) {
    case 402:
      return new TranscribeError(
        'backend-rejected',
        'The transcription service asks for payment, so it did not take this recording. Contact support, then try again.',
        { cause },
      );
    case 413:
      return new TranscribeError(
        'file-too-large',
        'This recording is too large for the transcription service. Choose a smaller one.',
        { cause },
      );
    default:
      return new TranscribeError(
        'backend-rejected',
        'The transcription service did not accept this recording. Choose another one. If that does not help, contact support.',
        { cause, recoverable: false },
      );
  }
};

/** The task has ended and must not be queried again, but its answer cannot be read. */
export const resultUnreadable = (cause: Error): TranscribeError =>
  new TranscribeError(
    'response-invalid',
    'The transcription has ended, but its result cannot be read. Contact support.',
    { cause, recoverable: false },
  );
