import type { Failure } from './failure-reasons.js';

/** The codes of all errors of this package. */
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
  'task-failed',
  'task-revoked',
  'cancelled',
  'configuration',
] as const;

export type TranscribeErrorCode = (typeof ERROR_CODES)[number];

/** Codes that allow a retry without a change. */
const RECOVERABLE: ReadonlySet<TranscribeErrorCode> = new Set([
  'file-changed',
  'token-unavailable',
  'not-authorized',
  'storage-rejected',
  'upload-expired',
  'integrity-mismatch',
  'network',
  'backend-rejected',
  'response-invalid',
  'task-failed',
  'task-revoked',
  'cancelled',
]);

export interface TranscribeErrorOptions {
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
    this.recoverable = options.recoverable ?? RECOVERABLE.has(code);
    this.failure = options.failure ?? null;
  }
}

const CODES: ReadonlySet<unknown> = new Set(ERROR_CODES);

/**
 * True for a TranscribeError, including one from another copy of this package or another realm. `instanceof`
 * fails for those, so this checks the name and the fields.
 */
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
