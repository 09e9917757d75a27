/** Every way in which a transcription can end badly; `code` is for programs, `message` is for the person. */
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

/** Codes after which trying again, as it is, can succeed. */
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
  /** What led to it; for developers, never shown to a person, never a token or a presigned address. */
  readonly cause?: unknown;
  /** Overrides what the code alone would say. */
  readonly recoverable?: boolean;
}

/** The one error of this package. `message` tells a person what happened and what to do. */
export class TranscribeError extends Error {
  override readonly name = 'TranscribeError';
  /** True where `retry()` can succeed with nothing changed. */
  readonly recoverable: boolean;
  constructor(
    readonly code: TranscribeErrorCode,
    message: string,
    options: TranscribeErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.recoverable = options.recoverable ?? RECOVERABLE.has(code);
  }
}

const CODES: ReadonlySet<unknown> = new Set(ERROR_CODES);

/**
 * True for a TranscribeError, also for one made by another copy of this package or in another realm. `instanceof` is
 * false for those, so the name and the fields decide.
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
