/** What the element needs once there is a recording, such as the connections to the service. Loaded by `downloads.ts`. */
import {
  createBackendFetchToken,
  createCheckedBackend,
  createHttpBackend,
  type Backend,
  type PartnerBackend,
} from '../engine/calls/backend.js';
import {
  createUploadService,
  type UploadService,
  createTokenProvider,
  withTimeout,
  type FetchToken,
  type TokenProvider,
} from '../engine/calls/upload-service.js';
import { isTranscribeError, type TranscribeError } from '../protocol/errors.js';
import type { Ports } from '../engine/ports.js';
import { errorFor } from '../protocol/failures.js';

export { createPeaksReader } from '../browser/peaks-reader.js';
export { createTransports, keepFiles } from '../browser/transports.js';
export { createWakeLock } from '../browser/wake-lock.js';
export { runJob } from '../engine/session/run-job.js';
export { intake } from '../strings/en-intake.js';
export { DeepLinkController } from './controllers/deep-links.js';
export { tellErrors, tellMistakes } from './tell-developers.js';
export { renderWorking } from './views/working.js';
export { working as workingStyles } from './views/working.styles.js';

export interface ConnectionSettings {
  readonly serviceUrl: string | null;
  readonly backendUrl: string | null;
  readonly fetchToken: FetchToken | null;
  readonly backend: PartnerBackend | null;
}

const isOfAnotherUser = (error: unknown): boolean =>
  isTranscribeError(error) && error.failure?.reason === 'another-user';

const missing = (what: string): TranscribeError =>
  errorFor('not-set-up', { detail: `<audio-transcribe> needs ${what}.` });

const isBelow = (url: string, baseUrl: string): boolean => {
  const target = new URL(url, document.baseURI);
  const base = new URL(baseUrl, document.baseURI);
  const folder = `${base.pathname.replace(/\/+$/, '')}/`;
  return target.origin === base.origin && target.pathname.startsWith(folder);
};

/**
 * Sends cookies with every request below `backend-url`, even to another origin, as the partner's backend needs the
 * session. This includes `service-url` if the backend relays uploads; the service itself gets no cookies.
 */
const withSession = (ports: Ports, backendUrl: string | null): Ports => {
  if (backendUrl === null) return ports;
  const http: Ports['http'] = (request) =>
    ports.http(isBelow(request.url, backendUrl) ? { ...request, withCookies: true } : request);
  return { ...ports, http };
};

/** User tokens of the page's function, or of the backend at this address. Throws TranscribeError `configuration` if there is neither. */
export const connectTokens = (
  from: FetchToken | string | null,
  ports: Ports,
  onScope: () => void,
): TokenProvider => {
  if (from === null) throw missing('“backend-url” or a “fetchToken” function');
  const fetch =
    typeof from === 'string'
      ? createBackendFetchToken(from, withSession(ports, from))
      : withTimeout(from, ports);
  return createTokenProvider(fetch, ports, onScope);
};

/** Throws TranscribeError `configuration` if a setting is missing. */
export const connectService = (
  ports: Ports,
  { serviceUrl, backendUrl }: ConnectionSettings,
  tokens: () => TokenProvider,
): UploadService => {
  if (serviceUrl === null) throw missing('“service-url”');
  return createUploadService(serviceUrl, tokens(), withSession(ports, backendUrl));
};

/** Throws TranscribeError `configuration` if a setting is missing. */
export const connectBackend = (
  ports: Ports,
  { backend, backendUrl }: ConnectionSettings,
  /** The backend's session belongs to another user than the token. */
  onOtherUser: () => void,
): Backend => {
  if (backend !== null) return createCheckedBackend(backend, ports);
  if (backendUrl === null) throw missing('“backend-url” or a “backend” object');
  const handler = createHttpBackend(backendUrl, withSession(ports, backendUrl));
  return {
    ...handler,
    submit: (request, options) =>
      handler.submit(request, options).catch((error: unknown) => {
        if (isOfAnotherUser(error)) onOtherUser();
        throw error;
      }),
  };
};
