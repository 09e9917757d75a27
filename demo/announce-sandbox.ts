/** What `npm run sandbox` and `npx audio-transcribe sandbox` print. */
import type { Sandbox } from './sandbox/index.js';

/** `recognizer` says how words are recognised. */
export const announceSandbox = (
  { serviceUrl, storageUrl, credentials }: Sandbox,
  recognizer: string,
): string => `
  The service of the specification, on this machine; its storage is at ${storageUrl}
  ${recognizer}
  For your backend, or for “npm run conformance”; the credentials are good for this sandbox alone.
  ALLOWED_FILE_HOSTS is for the handler's option allowedFileHosts, because this storage is on no public host:

export SERVICE_URL=${serviceUrl}
export CLIENT_ID=${credentials.clientId}
export CLIENT_SECRET=${credentials.clientSecret}
export API_KEY=${credentials.apiKey}
export ALLOWED_FILE_HOSTS=${new URL(storageUrl).host}

  Stop with Ctrl+C.
`;
