import { TranscribeError, type TranscribeErrorCode } from '../protocol/index.js';

/**
 * A submission (4.7) whose answer is lost: the task may exist, and each one costs money. There is no way to ask
 * the service, so the person decides.
 */
export const submissionUnknown = (
  cause: unknown,
  code: Extract<TranscribeErrorCode, 'network' | 'cancelled'> = 'network',
): TranscribeError =>
  new TranscribeError(
    code,
    'The recording was handed over, but the answer was lost: nobody knows whether its transcription has started. If you try again, it may be transcribed, and paid for, twice.',
    { cause },
  );

/** Whether a failed submission leaves open if there is a task now. */
export const isOutcomeUnknown = (code: TranscribeErrorCode): boolean =>
  code === 'network' || code === 'cancelled';
