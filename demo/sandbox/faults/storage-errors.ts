/** The errors of storage hosts by code, with the status that they come with. */
const STATUSES = {
  400: [
    ...['RequestTimeout', 'IncompleteBody', 'BadDigest', 'XAmzContentSHA256Mismatch'],
    ...['CrcMismatch', 'Md5Mismatch', 'RequestTimeOut', 'RequestTimeoutException', 'TimeoutError'],
    ...['BandwidthLimitExceeded', 'PriorRequestNotComplete', 'RequestLimitExceeded'],
    ...['RequestThrottled', 'RequestThrottledException', 'ThrottledException', 'Throttling'],
    ...['ThrottlingException', 'TooManyRequestsException', 'ExpiredToken', 'TokenRefreshRequired'],
    ...[
      'ExpiredRequest',
      'RequestExpired',
      'AuthorizationQueryParametersError',
      'InvalidToken',
      'EntityTooSmall',
    ],
    ...['EntityTooLarge', 'InvalidArgument', 'InvalidRequest', 'InvalidDigest'],
    ...['XMinioAdminBucketQuotaExceeded'],
  ],
  403: [
    ...['SecurityTokenExpired', 'RequestTimeTooSkewed', 'RequestInTheFuture'],
    ...['SignatureDoesNotMatch', 'AccessDenied', 'InvalidAccessKeyId', 'AllAccessDisabled'],
    ...['UserProjectAccountProblem', 'AuthenticationFailed', 'AuthorizationFailure'],
    ...['AuthorizationPermissionMismatch', 'InsufficientAccountPermissions', 'AccountIsDisabled'],
    ...['QuotaExceeded'],
  ],
  404: ['NoSuchUpload', 'NoSuchBucket'],
  405: ['MethodNotAllowed'],
  409: ['OperationAborted', 'ConditionalRequestConflict'],
  411: ['MissingContentLength'],
  413: ['RequestBodyTooLarge'],
  500: ['InternalError', 'OperationTimedOut'],
  501: ['NotImplemented'],
  503: [
    ...['SlowDown', 'ServiceUnavailable', 'SlowDownRead', 'SlowDownWrite', 'ServerBusy'],
    ...['XMinioServerNotInitialized', 'QpsLimitExceeded', 'UploadTrafficRateLimitExceeded'],
  ],
  507: ['XMinioStorageFull'],
} as const;

/** The status of each code. */
export const STORAGE_ERRORS: ReadonlyMap<string, number> = new Map(
  Object.entries(STATUSES).flatMap(([status, codes]) =>
    codes.map((code): [string, number] => [code, Number(status)]),
  ),
);
