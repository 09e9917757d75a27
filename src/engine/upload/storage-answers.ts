/** What the answers of storage hosts to a PUT mean (4.5). */
import type { SeenAnswer, TranscribeError } from '../../protocol/errors.js';
import { errorFor } from '../../protocol/failures.js';
import type { StorageError } from '../../protocol/storage-error.js';
import { isRetryable } from '../calls/answers.js';
import { Answered } from '../calls/seen.js';

/**
 * `passing`: the same request can succeed later. `ended`: the address or the upload has ended. `clock`: a clock is wrong.
 * `set-up`: no request can succeed before somebody changes the host or the service. `full`: the host has no room, or the
 * part is too large for it.
 */
type Meaning = 'passing' | 'ended' | 'clock' | 'set-up' | 'full';

/**
 * The codes of storage hosts. Sources: AWS, "List of error codes" of the S3 API; Smithy, the throttling, transient and
 * clock-skew classes of `service-error-classification`; Google, "HTTP status and error codes for XML"; Azure, "Common
 * REST API error codes" and "Blob service error codes"; OSS and COS, their lists of error codes; MinIO,
 * `cmd/api-errors.go`; Ceph, `rgw_common.cc`.
 */
export const STORAGE_CODES: Readonly<Record<string, Meaning>> = {
  // AWS, 400. The connection was too slow or was interrupted.
  RequestTimeout: 'passing',
  IncompleteBody: 'passing',
  BadDigest: 'passing', // AWS, 400. The bytes were damaged on the way.
  XAmzContentSHA256Mismatch: 'passing', // AWS, 400, for a signed body.
  CrcMismatch: 'passing', // Google, 400. The same for a CRC32C.
  Md5Mismatch: 'passing', // Azure, 400.
  // AWS, 409. Another request for the same object was under way.
  OperationAborted: 'passing',
  ConditionalRequestConflict: 'passing',
  // AWS, 500 and 503.
  InternalError: 'passing',
  ServiceUnavailable: 'passing',
  SlowDown: 'passing',
  // MinIO, 503.
  SlowDownRead: 'passing',
  SlowDownWrite: 'passing',
  XMinioServerNotInitialized: 'passing',
  // Azure, 500 and 503.
  OperationTimedOut: 'passing',
  ServerBusy: 'passing',
  // OSS, 503.
  QpsLimitExceeded: 'passing',
  UploadTrafficRateLimitExceeded: 'passing',
  RequestTimeOut: 'passing', // COS, 400. Its spelling of RequestTimeout.
  // Smithy, transient.
  RequestTimeoutException: 'passing',
  TimeoutError: 'passing',
  // Smithy, throttling.
  BandwidthLimitExceeded: 'passing',
  PriorRequestNotComplete: 'passing',
  RequestLimitExceeded: 'passing',
  RequestThrottled: 'passing',
  RequestThrottledException: 'passing',
  ThrottledException: 'passing',
  Throttling: 'passing',
  ThrottlingException: 'passing',
  TooManyRequestsException: 'passing',

  ExpiredToken: 'ended', // Google and AWS, 400. A signed address, or the temporary credentials that signed it, have expired.
  TokenRefreshRequired: 'ended', // AWS, 400.
  ExpiredRequest: 'ended', // R2, 400. A signed address has expired.
  RequestExpired: 'ended', // Smithy. The time of the signature has passed.
  SecurityTokenExpired: 'ended', // OSS, 403.
  NoSuchUpload: 'ended', // AWS, 404. The upload was aborted, or completed already.

  RequestTimeTooSkewed: 'clock', // AWS, 403.
  RequestInTheFuture: 'clock', // Smithy.

  // AWS, 403.
  SignatureDoesNotMatch: 'set-up',
  AccessDenied: 'set-up',
  InvalidAccessKeyId: 'set-up',
  AllAccessDisabled: 'set-up',
  UserProjectAccountProblem: 'set-up', // Google, 403.
  // Azure, 403.
  AuthenticationFailed: 'set-up',
  AuthorizationFailure: 'set-up',
  AuthorizationPermissionMismatch: 'set-up',
  InsufficientAccountPermissions: 'set-up',
  AccountIsDisabled: 'set-up',
  // AWS, 400.
  AuthorizationQueryParametersError: 'set-up',
  InvalidToken: 'set-up',
  EntityTooSmall: 'set-up',
  EntityTooLarge: 'set-up',
  InvalidArgument: 'set-up',
  InvalidRequest: 'set-up',
  InvalidDigest: 'set-up',
  NoSuchBucket: 'set-up', // AWS, 404.
  // AWS, 405, 411 and 501.
  MethodNotAllowed: 'set-up',
  MissingContentLength: 'set-up',
  NotImplemented: 'set-up',

  // MinIO, 507 and 400.
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
  QuotaExceeded: 'full', // Ceph, 403.
  RequestBodyTooLarge: 'full', // Azure, 413.
};

export interface StorageAnswer {
  readonly status: number;
  readonly code: string | null;
  readonly meaning: Meaning;
  /** True if the host itself says what is wrong, by a code that is known or by a message. */
  readonly isExplicit: boolean;
}

/** Statuses that say enough without a code. */
const STATUSES: Readonly<Record<number, Meaning>> = {
  405: 'set-up',
  411: 'set-up',
  413: 'full',
  501: 'set-up',
  507: 'full',
};

const guessed = (status: number): Meaning => {
  if (status === 404 || status === 410) return 'ended';
  return isRetryable(status) || status === 409 ? 'passing' : 'set-up';
};

/** The meaning of an answer that is no success. The code counts more than the status, and the message more than both. */
export const readStorageAnswer = (status: number, { code, says }: StorageError): StorageAnswer => {
  const known =
    (code !== null && Object.hasOwn(STORAGE_CODES, code) ? STORAGE_CODES[code] : undefined) ??
    STATUSES[status];
  const meaning = known ?? guessed(status);
  if (meaning === 'set-up' && says !== null)
    return { status, code, meaning: says === 'expired' ? 'ended' : 'clock', isExplicit: true };
  return { status, code, meaning, isExplicit: known !== undefined };
};

/** The status and the code, for `error.cause`. */
export const answerText = ({ status, code }: Pick<StorageAnswer, 'status' | 'code'>): string =>
  `status ${status}${code === null ? '' : `, ${code}`}`;

/** The host refused a part, so its address must not be used again. */
export class PartRefused extends Error {
  override readonly name = 'PartRefused';
  constructor(
    readonly answer: StorageAnswer,
    /** When the refused attempt started, in ms since the epoch. */
    readonly triedAtMs: number,
    readonly seen: SeenAnswer,
  ) {
    super(answerText(answer));
  }
}

interface RefusedUpload {
  /** True if the host has stored a part of this plan. */
  readonly hasStored: boolean;
  /** True if the addresses cannot have expired when the part was sent. */
  readonly isFresh: boolean;
  /** True if a new plan was requested before because of a clock or of the set-up. */
  readonly wasRenewed: boolean;
}

/**
 * What to do after a refusal. `expired`: request a new plan. `renew`: the same, but only once. Anything else is the error
 * to stop with. If the host has stored nothing and says nothing, new addresses are requested only in place of old ones.
 */
export const afterRefusal = (
  refused: PartRefused,
  { hasStored, isFresh, wasRenewed }: RefusedUpload,
): 'expired' | 'renew' | TranscribeError => {
  const { answer } = refused;
  const { meaning, isExplicit, status } = answer;
  if (meaning === 'ended' && (hasStored || !isFresh)) return 'expired';
  if (meaning === 'ended' && isExplicit && !wasRenewed) return 'renew';
  if (meaning === 'set-up' && status === 403 && !isFresh) return 'expired';
  if (meaning === 'clock' && !wasRenewed) return 'renew';
  if (meaning === 'set-up' && hasStored && !wasRenewed) return 'renew';
  const text = answerText(answer);
  const message = isFresh ? `${text} to an address that has just been issued` : text;
  const cause = new Answered(message, refused.seen);
  switch (meaning) {
    case 'clock':
      return errorFor('storage-clock', {}, { cause });
    case 'full':
      return errorFor('storage-full', {}, { cause });
    default:
      return errorFor(isExplicit ? 'storage-set-up' : 'storage-rejected', {}, { cause });
  }
};
