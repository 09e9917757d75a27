/** The paths of the service and of the backend handler, and the expiry of presigned URLs. */

/** Paths of the service, relative to {base_url} (sections 4.1 to 4.8). */
export const SERVICE_PATHS = {
  partnerToken: '/oauth/partner/access-token',
  partnerRefresh: '/oauth/partner/refresh-token',
  userToken: '/open/partner/users/access-token',
  uploadPlan: '/open/partner/files/upload/generate-presigned-urls',
  completeUpload: '/open/partner/files/upload/complete-upload',
  /** Ends with a slash (4.7). */
  transcriptions: '/open/partner/ai/transcriptions/',
} as const;

/** Path of one task (4.8). */
export const transcriptionPath = (transcriptionId: string): string =>
  SERVICE_PATHS.transcriptions + encodeURIComponent(transcriptionId);

/** Paths of the partner's backend handler, relative to its base path. */
export const BACKEND_PATHS = {
  userToken: '/user-token',
  transcriptions: '/transcriptions',
} as const;

/** Path of one task at the partner's backend handler. */
export const backendTranscriptionPath = (transcriptionId: string): string =>
  `${BACKEND_PATHS.transcriptions}/${encodeURIComponent(transcriptionId)}`;

/**
 * The header of every answer of the backend handler, also of errors. What has neither this header nor the shape of an
 * answer was written by something in between: a proxy, a sign-in page or a service worker.
 */
export const ANSWER_MARK = { name: 'Audio-Transcribe', value: '1' } as const;

/** Headers of the key pair (4.7, 4.8). */
export const CLIENT_HEADERS = { clientId: 'X-Client-Id', apiKey: 'X-Client-Api-Key' } as const;

/** Headers of a submission to the partner's backend handler. */
export const SUBMISSION_HEADERS = {
  /** The same for every attempt of one decision of the user. A repeat gets the first outcome. */
  key: 'Idempotency-Key',
  /** Seconds since an earlier attempt with this key was sent whose answer is missing. Absent if there was none. */
  age: 'Idempotency-Key-Age',
  /** `userKey` of the token that the file was uploaded with. */
  userKey: 'User-Key',
} as const;

/** Joins a base URL, with or without trailing slashes, and an absolute path. */
export const joinUrl = (base: string, path: string): string =>
  base.trim().replace(/\/+$/, '') + path;

/** In ms. An expiry time further away than this is ignored. */
const LONGEST_MS = 8 * 24 * 60 * 60 * 1000;

const seconds = (value: string | null): number | null =>
  value !== null && /^\d{1,12}$/.test(value) ? Number(value) : null;

/**
 * When a presigned URL received at `receivedAtMs` expires, in ms since the epoch by this device's clock. Null if the URL
 * does not say. The specification shows no such URLs, so this reads the common formats. A lifetime (S3, Google) is
 * preferred to an absolute time (CloudFront, S3 v2), which is of another clock: it is used only if `skewMs` is known, by
 * which this device's clock is behind that of servers.
 */
export const addressExpiry = (
  address: string,
  receivedAtMs: number,
  skewMs: number | null = null,
): number | null => {
  const query = /\?([^#]*)/.exec(address)?.[1] ?? '';
  const named = (name: string): string | null => {
    const parameter = query.split('&').find((it) => it.toLowerCase().startsWith(`${name}=`));
    return parameter?.slice(name.length + 1) ?? null;
  };
  const lifetime = seconds(named('x-amz-expires') ?? named('x-goog-expires'));
  if (lifetime !== null) return receivedAtMs + lifetime * 1000;
  const end = seconds(named('expires'));
  if (end === null || skewMs === null) return null;
  const endMs = end * 1000 - skewMs;
  const left = endMs - receivedAtMs;
  return left > 0 && left <= LONGEST_MS ? endMs : null;
};
