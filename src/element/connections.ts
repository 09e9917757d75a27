/** Creates the engine's services from the element's settings. */
import {
  createBackendFetchToken,
  createPatientFetchToken,
  createTokenProvider,
  storageScope,
  type TranscribeError,
  type Backend,
  type FetchToken,
  type PartnerBackend,
  type ScopeSource,
  type TokenProvider,
  type UploadService,
} from '../engine/index.js';
import { errorFor } from '../protocol/index.js';
import type { Ports } from '../engine/ports.js';
import { loadWork } from './load-work.js';

export interface ConnectionSettings {
  readonly serviceUrl: string | null;
  readonly backendUrl: string | null;
  readonly fetchToken: FetchToken | null;
  readonly backend: PartnerBackend | null;
}

export interface Connections {
  /** Rejects with TranscribeError `configuration` if a setting is missing. */
  service(): Promise<UploadService>;
  backend(): Promise<Backend>;
  /** `storage_scope` of the user token; null if it has none, undefined if there is no token yet. */
  tokenScope(): string | null | undefined;
  /** Requests a user token if there is none. */
  needToken(signal: AbortSignal): Promise<void>;
  /** Drops the user token, so that the next user gets a new one. */
  forgetToken(): void;
}

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

/** Keeps the token provider, and its token, until the page changes the source of tokens. */
export const createConnections = (
  ports: Ports,
  settings: () => ConnectionSettings,
  /** Called when a user token has another `storage_scope` than the one before. */
  onTokenScope: () => void,
): Connections => {
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
          : createPatientFetchToken(from, ports);
      tokens = { from, provider: createTokenProvider(fetch, ports, onTokenScope) };
    }
    return tokens.provider;
  };

  const tokenProvider = (): TokenProvider => {
    const provider = findTokenProvider();
    if (provider === null) throw missing('“backend-url” or a “fetchToken” function');
    return provider;
  };

  return {
    async service() {
      const { serviceUrl, backendUrl } = settings();
      if (serviceUrl === null) throw missing('“service-url”');
      const provider = tokenProvider();
      const { createUploadService } = await loadWork();
      return createUploadService(serviceUrl, provider, withSession(ports, backendUrl));
    },
    async backend() {
      const { backend, backendUrl } = settings();
      if (backend === null && backendUrl === null)
        throw missing('“backend-url” or a “backend” object');
      const { createCheckedBackend, createHttpBackend } = await loadWork();
      return backend === null
        ? createHttpBackend(backendUrl ?? '', withSession(ports, backendUrl))
        : createCheckedBackend(backend, ports);
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

/** The scope of the page's session; null if there is none. */
export interface SessionScope {
  /** Starts a session if there is none. */
  scope(): string | null;
  existing(): string | null;
}

export interface ScopeSettings {
  readonly resumeScope: string;
  readonly noResume: boolean;
}

/**
 * The scope of stored data: `resume-scope`, or else the user of the token, or else the page's session; null if the
 * browser forbids session storage.
 */
export const createScopeSource = (
  settings: () => ScopeSettings,
  connections: Connections,
  session: SessionScope,
): ScopeSource => {
  const now = (): string | null | undefined => {
    const { noResume, resumeScope } = settings();
    if (noResume) return null;
    if (resumeScope) return storageScope('page', resumeScope);
    const told = connections.tokenScope();
    if (told === undefined) return undefined;
    return told === null ? session.scope() : storageScope('user', told);
  };
  return {
    now,
    async learn(signal) {
      if (now() === undefined) await connections.needToken(signal);
      return now() ?? null;
    },
    session: () => session.existing(),
  };
};
