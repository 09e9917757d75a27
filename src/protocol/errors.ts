/** The errors of this package: their codes, and every reason for which a transcription can fail. */

export const ERROR_CODES = [
  'unsupported-format',
  'file-empty',
  'file-too-large',
  'file-too-long',
  'file-changed',
  'token-unavailable',
  'not-authorized',
  'plan-invalid',
  'etag-unreadable',
  'storage-rejected',
  'upload-expired',
  'integrity-mismatch',
  'network',
  'backend-rejected',
  'response-invalid',
  'no-sound',
  'task-failed',
  'task-revoked',
  'cancelled',
  'configuration',
] as const;

export type TranscribeErrorCode = (typeof ERROR_CODES)[number];

/** Codes after which a retry needs a change first. */
const FINAL: ReadonlySet<TranscribeErrorCode> = new Set([
  'unsupported-format',
  'file-empty',
  'file-too-large',
  'file-too-long',
  'plan-invalid',
  'etag-unreadable',
  'configuration',
]);

interface TranscribeErrorOptions {
  /** For developers; never shown to the user. Never contains a token or a presigned URL. */
  readonly cause?: unknown;
  /** Default: depends on the code. */
  readonly recoverable?: boolean;
  /** Why it happened, for wording it in the user's language. Default: null, which shows `message`. */
  readonly failure?: Failure;
}

/** An error of this package. Programs read `code`. `message` tells the user what happened and what to do. */
export class TranscribeError extends Error {
  override readonly name = 'TranscribeError';
  /** True if `retry()` can succeed without a change. */
  readonly recoverable: boolean;
  /** Why it happened, with the values of its message. Null if the page's own code threw it. */
  readonly failure: Failure | null;
  constructor(
    readonly code: TranscribeErrorCode,
    message: string,
    options: TranscribeErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.recoverable = options.recoverable ?? !FINAL.has(code);
    this.failure = options.failure ?? null;
  }
}

const CODES: ReadonlySet<unknown> = new Set(ERROR_CODES);

/** True for a TranscribeError, also from another copy of this package or another realm, where `instanceof` fails. */
export const isTranscribeError = (value: unknown): value is TranscribeError => {
  if (typeof value !== 'object' || value === null) return false;
  const { name, code, message, recoverable } = value as Partial<TranscribeError>;
  return (
    name === 'TranscribeError' &&
    CODES.has(code) &&
    typeof message === 'string' &&
    typeof recoverable === 'boolean'
  );
};

/** What a file is that is not an MP3, M4A or WAV recording. */
export type FoundKind =
  | 'audio'
  | 'protected-audio'
  | 'video'
  | 'silent-video'
  | 'picture'
  | 'document'
  | 'archive'
  | 'program'
  | 'text'
  | 'no-audio';

export interface FoundFile {
  readonly kind: FoundKind;
  /** The name of the format, such as `FLAC`. The same in all languages. Empty if the kind says enough. */
  readonly format: string;
}

interface Named {
  readonly name: string;
}

type Nothing = Readonly<Record<never, never>>;

/** The values in the message of each reason. */
export interface FailureValues {
  'file-empty': Named;
  /** In bytes. */
  'file-too-large': Named & { readonly size: number; readonly limit: number };
  /** In seconds. */
  'file-too-long': Named & { readonly length: number; readonly limit: number };
  /** `found` is null if the kind of file is unknown. */
  'unsupported-format': Named & { readonly found: FoundFile | null };
  'm4a-incomplete': Named;
  /** `codec` is the name of the format that this browser can't decode, such as `AMR`. Empty if it is unknown. */
  'convert-undecodable': Named & { readonly codec: string };
  /** The sound is damaged or missing. */
  'convert-unreadable': Named;
  'convert-no-space': Named;
  /** The browser gives the page no disk, and the result does not fit into memory. */
  'convert-too-long': Named;
  /** The page allows no worker. */
  'convert-unavailable': Named;
  'file-unreadable': Nothing;
  /** It must be copied before it can be used, and there is no space for that. */
  'file-not-copied': Nothing;
  'file-changed-while-uploading': Nothing;
  'file-gone': Nothing;
  /** `expected` is the name of the interrupted recording; null if it is the same as `name`. */
  'another-file': Named & { readonly expected: string | null };
  network: Nothing;
  'service-busy': Nothing;
  'response-unreadable': Nothing;
  'payment-required': Nothing;
  'recording-too-large': Nothing;
  'recording-refused': Nothing;
  'result-unreadable': Nothing;
  'submission-unknown': Nothing;
  'token-unavailable': Nothing;
  'upload-not-allowed': Nothing;
  'not-signed-in': Nothing;
  'another-user': Nothing;
  'backend-unavailable': Nothing;
  'backend-refused': Nothing;
  'task-unknown': Nothing;
  'task-unavailable': Nothing;
  'upload-expired': Nothing;
  'upload-not-assembled': Nothing;
  'upload-differs': Nothing;
  'part-damaged': Nothing;
  'storage-rejected': Nothing;
  /** The signatures, rights or limits of the storage host do not fit the upload. */
  'storage-set-up': Nothing;
  /** The clock of the storage host, or of the service that signs its addresses, is wrong. */
  'storage-clock': Nothing;
  'storage-full': Nothing;
  'etag-unreadable': Nothing;
  'plan-invalid': Nothing;
  stopped: Nothing;
  unexpected: Nothing;
  /** `retry()` transcribes the recording anyway. */
  'no-sound': Nothing;
  /** `again`: true if the recording can be submitted again. */
  'task-failed': { readonly again: boolean };
  'task-revoked': { readonly again: boolean };
  'signed-out-page': Nothing;
  /** `detail` is in English, for the developers of the page. */
  'not-set-up': { readonly detail: string };
}

export type FailureReason = keyof FailureValues;

/** How to word each reason. */
export type FailureWords = {
  readonly [Reason in FailureReason]: (values: FailureValues[Reason]) => string;
};

/** The reason of an error with its values, for wording it in another language. */
export type Failure = {
  readonly [Reason in FailureReason]: {
    readonly reason: Reason;
    readonly values: FailureValues[Reason];
  };
}[FailureReason];

/** The failures that a session reports without the code that does the work. All others are worded in `failures.ts`. */
type SessionFailure = Extract<FailureReason, 'network' | 'stopped'>;

export const SESSION_CODES: Readonly<Record<SessionFailure, TranscribeErrorCode>> = {
  network: 'network',
  stopped: 'cancelled',
};

/** Their messages in English. */
export const SESSION_FAILURES: Pick<FailureWords, SessionFailure> = {
  network: () =>
    'This device is offline, or its network blocks this page. Check the connection, then try again.',
  stopped: () => 'The transcription was stopped. Try again when you are ready.',
};

export type FailureOptions = Omit<TranscribeErrorOptions, 'failure'> & {
  /** Replaces the reason's usual code. */
  readonly code?: TranscribeErrorCode;
};

/** The error for a reason. `errorFor` in `failures.ts` creates those of all others. */
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
