/** What the element needs once there is a recording, and the connections to the service. Loaded by `downloads.ts`. */
import {
  createBackendFetchToken,
  createCheckedBackend,
  createHttpBackend,
  createTokenProvider,
  createUploadService,
  isTranscribeError,
  withTimeout,
  type Backend,
  type FetchToken,
  type PartnerBackend,
  type TokenProvider,
  type TranscribeError,
  type UploadService,
} from '../engine/index.js';
import { errorFor } from '../protocol/index.js';
import type { Ports } from '../engine/ports.js';

export { createPeaksReader } from '../browser/peaks-reader.js';
export { createTransports, keepFiles } from '../browser/transports.js';
export { createWakeLock } from '../browser/wake-lock.js';
export { runJob } from '../engine/session/run-job.js';
export { intake } from '../strings/en-intake.js';
export { tellErrors, tellMistakes } from './tell-developers.js';
export { renderWorking } from './views/working.js';
export { working as workingStyles } from './views/working.styles.js';

export interface ConnectionSettings {
  readonly serviceUrl: string | null;
  readonly backendUrl: string | null;
  readonly fetchToken: FetchToken | null;
  readonly backend: PartnerBackend | null;
}

export interface LiveConnections {
  /** Throws TranscribeError `configuration` if a setting is missing. */
  service(): UploadService;
  backend(): Backend;
  /** `userKey` of the user token; null if it has none, undefined if there is no token yet. */
  tokenScope(): string | null | undefined;
  /** Requests a user token if there is none. */
  needToken(signal: AbortSignal): Promise<void>;
  /** Drops the user token, so that the next user gets a new one. */
  forgetToken(): void;
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

/**
 * The connections that the element's settings name. Keeps the token provider, and its token, until the page changes the source of
 * tokens.
 */
export const connect = (
  ports: Ports,
  settings: () => ConnectionSettings,
  /** Called when a user token has another `userKey` than the one before. */
  onTokenScope: () => void,
): LiveConnections => {
  let tokens: { readonly from: FetchToken | string; readonly provider: TokenProvider } | null =
    null;

  const findTokenProvider = (): TokenProvider | null => {
    const { fetchToken, backendUrl } = settings();
    const from = fetchToken ?? backendUrl;
    if (from === null) return null;
    if (tokens?.from !== from) {
      const fetch =
        typeof from === 'string'
          ? createBackendFetchToken(from, withSession(ports, from))
          : withTimeout(from, ports);
      tokens = { from, provider: createTokenProvider(fetch, ports, onTokenScope) };
    }
    return tokens.provider;
  };

  const tokenProvider = (): TokenProvider => {
    const provider = findTokenProvider();
    if (provider === null) throw missing('“backend-url” or a “fetchToken” function');
    return provider;
  };

  /** The session belongs to another user than the token, so the next one tells who is signed in. */
  const renewToken = (): void => {
    tokens = null;
    const renewed = findTokenProvider()?.get(new AbortController().signal);
    // Without a token, nobody's stored work is shown.
    renewed?.catch(() => undefined);
    onTokenScope();
  };

  return {
    service() {
      const { serviceUrl, backendUrl } = settings();
      if (serviceUrl === null) throw missing('“service-url”');
      const provider = tokenProvider();
      return createUploadService(serviceUrl, provider, withSession(ports, backendUrl));
    },
    backend() {
      const { backend, backendUrl } = settings();
      if (backend === null && backendUrl === null)
        throw missing('“backend-url” or a “backend” object');
      if (backend !== null) return createCheckedBackend(backend, ports);
      const handler = createHttpBackend(backendUrl ?? '', withSession(ports, backendUrl));
      return {
        ...handler,
        submit: (request, options) =>
          handler.submit(request, options).catch((error: unknown) => {
            if (isOfAnotherUser(error)) renewToken();
            throw error;
          }),
      };
    },
    tokenScope() {
      const provider = findTokenProvider();
      return provider === null ? null : provider.scope();
    },
    async needToken(signal) {
      await tokenProvider().get(signal);
    },
    forgetToken() {
      tokens = null;
    },
  };
};
