/** The failures that a session reports without the code that does the work. All others are in `failures.ts`. */
import {
  TranscribeError,
  type TranscribeErrorCode,
  type TranscribeErrorOptions,
} from './errors.js';
import type { FailureReason, FailureWords } from './failure-reasons.js';

export type SessionFailure = Extract<FailureReason, 'network' | 'stopped' | 'submission-unknown'>;

export const SESSION_CODES: Readonly<Record<SessionFailure, TranscribeErrorCode>> = {
  network: 'network',
  stopped: 'cancelled',
  'submission-unknown': 'network',
};

/** The messages in English. */
export const SESSION_FAILURES: Pick<FailureWords, SessionFailure> = {
  network: () =>
    'This device is offline, or its network blocks this page. Check the connection, then try again.',
  stopped: () => 'The transcription was stopped. Try again when you are ready.',
  'submission-unknown': () =>
    'We can’t tell whether the transcription started, because the answer was lost. If you try again, the recording may be transcribed twice, and you may be charged twice.',
};

export type FailureOptions = Omit<TranscribeErrorOptions, 'failure'> & {
  /** Replaces the reason's usual code. */
  readonly code?: TranscribeErrorCode;
};

/** The error for a reason. */
export const sessionError = (
  reason: SessionFailure,
  { code = SESSION_CODES[reason], ...options }: FailureOptions = {},
): TranscribeError =>
  new TranscribeError(code, SESSION_FAILURES[reason]({}), {
    ...options,
    failure: { reason, values: {} },
  });

/** Words an error. An error without a known reason, for example one that the page's own function threw, keeps its message. */
export const wordFailure = (error: TranscribeError, words: Partial<FailureWords>): string => {
  const known = error.failure ?? null;
  const word = known === null ? undefined : words[known.reason];
  if (known === null || typeof word !== 'function') return error.message;
  return (word as (values: unknown) => string)(known.values);
};
