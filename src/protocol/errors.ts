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

/** What a call got that failed. For support: it contains no URL, token, name or text of a person. */
export interface SeenAnswer {
  /** Who was asked. */
  readonly place: 'backend' | 'service' | 'storage';
  /** Who answered: that place, something in between such as a proxy or a sign-in page, or nobody. */
  readonly by: 'place' | 'in-between' | 'nobody';
  /** The HTTP status; 0 for a redirect that can't be followed. Null if nobody answered. */
  readonly status: number | null;
  /** The media type, such as `text/html`. Empty if there is none. */
  readonly type: string;
  /** The first words of a web page, at most 60 characters, without addresses and codes. Empty for anything else. */
  readonly words: string;
}

interface TranscribeErrorOptions {
  /** For developers; never shown to the user. Never contains a token or a presigned URL. */
  readonly cause?: unknown;
  /** Default: depends on the code. */
  readonly recoverable?: boolean;
  /** Why it happened, for wording it in the user's language. Default: null, which shows `message`. */
  readonly failure?: Failure;
  /** Default: the `seen` of the cause, else null. */
  readonly seen?: SeenAnswer;
}

/** An error of this package. Programs read `code`. `message` tells the user what happened and what to do. */
export class TranscribeError extends Error {
  override readonly name = 'TranscribeError';
  /** True if `retry()` can succeed without a change. */
  readonly recoverable: boolean;
  /** Why it happened, with the values of its message. Null if the page's own code threw it. */
  readonly failure: Failure | null;
  /** Who answered the call that failed, and how. Null if no call failed. */
  readonly seen: SeenAnswer | null;
  constructor(
    readonly code: TranscribeErrorCode,
    message: string,
    options: TranscribeErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.recoverable = options.recoverable ?? !FINAL.has(code);
    this.failure = options.failure ?? null;
    this.seen =
      options.seen ?? (options.cause as Partial<TranscribeError> | undefined)?.seen ?? null;
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
  /** It answers requests without CORS, but not those of the page. `host` is the path of an address of the page's own host. */
  'place-refuses': { readonly host: string };
  /** The page's own host answers, and this one does not. */
  'place-unreachable': { readonly host: string };
  'service-busy': Nothing;
  'response-unreadable': Nothing;
  'payment-required': Nothing;
  'recording-too-large': Nothing;
  'recording-refused': Nothing;
  'result-unreadable': Nothing;
  'submission-unknown': Nothing;
  /** The backend has seen the submission’s key with another request, so a task may exist. */
  'key-reused': Nothing;
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
  /** A sign-in page answers instead of whom the page asked. */
  'signed-out-page': Nothing;
  /** Something else between the page and the other side answers. */
  'answered-by-another': Nothing;
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

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/** Names of files and hosts keep their own direction inside a text from right to left. */
const isolated = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && value !== '' ? `\u2068${value}\u2069` : value,
    ]),
  );

/** Words an error. An error without a known reason, for example one that the page's own function threw, keeps its message. */
export const wordFailure = (error: TranscribeError, words: Partial<FailureWords>): string => {
  const known = error.failure ?? null;
  const word = known === null ? undefined : words[known.reason];
  if (known === null || typeof word !== 'function') return error.message;
  const wordWith = word as (values: unknown) => string;
  const text = wordWith(known.values);
  return RIGHT_TO_LEFT.test(text) ? wordWith(isolated(known.values)) : text;
};
