import { TranscribeError, type TranscribeErrorCode } from '../../protocol/index.js';

/**
 * The service may have taken a submission (4.7): its answer was lost, could not be read, or was a 5xx other than 503.
 * Each task costs money and the service cannot be asked, so the person decides.
 */
export const submissionUnknown = (
  cause: unknown,
  code: Extract<TranscribeErrorCode, 'network' | 'cancelled'> = 'network',
): TranscribeError =>
  new TranscribeError(
    code,
    'We can’t tell whether the transcription started, because the answer was lost. Trying again may transcribe the recording, and charge for it, twice.',
    { cause },
  );

/** Whether a failed submission leaves open if there is a task now. */
export const isOutcomeUnknown = (code: TranscribeErrorCode): boolean =>
  code === 'network' || code === 'cancelled';
