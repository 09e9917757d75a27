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

/** Headers of the key pair (4.7, 4.8). */
export const CLIENT_HEADERS = { clientId: 'X-Client-Id', apiKey: 'X-Client-Api-Key' } as const;

/** Joins a base address and an absolute path, whatever slashes the base ends with. */
export const joinUrl = (base: string, path: string): string => base.replace(/\/+$/, '') + path;
