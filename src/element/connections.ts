/** Turns what the page has set on the element into what the engine works with. */
import {
  createBackendFetchToken,
  createCheckedBackend,
  createHttpBackend,
  createPatientFetchToken,
  createTokenProvider,
  createUploadService,
  storageScope,
  TranscribeError,
  type Backend,
  type FetchToken,
  type PartnerBackend,
  type ScopeSource,
  type TokenProvider,
  type UploadService,
} from '../engine/index.js';
import type { Ports } from '../engine/ports.js';

export interface ConnectionSettings {
  readonly serviceUrl: string | null;
  readonly backendUrl: string | null;
  readonly fetchToken: FetchToken | null;
  readonly backend: PartnerBackend | null;
}

export interface Connections {
  /** Throws TranscribeError `configuration` where the page has not said what is needed. */
  service(): UploadService;
  backend(): Backend;
  /** `storage_scope` of the user token; null where there is none, undefined while there is no token yet. */
  tokenScope(): string | null | undefined;
  /** Asks for a user token where there is none. */
  needToken(signal: AbortSignal): Promise<void>;
  /** Drops the user token: whoever signs in next gets one of his own. */
  forgetToken(): void;
}

const missing = (what: string): TranscribeError =>
  new TranscribeError(
    'configuration',
    `This page is not set up to transcribe: <audio-transcribe> needs ${what}.`,
  );

const isBelow = (url: string, baseUrl: string): boolean => {
  const target = new URL(url, document.baseURI);
  const base = new URL(baseUrl, document.baseURI);
  const folder = `${base.pathname.replace(/\/+$/, '')}/`;
  return target.origin === base.origin && target.pathname.startsWith(folder);
};

/**
 * Sends cookies with every call below `backend-url`, also on another origin: the partner's backend knows the person by
 * them. That includes the calls to `service-url` where the backend relays uploads. The service itself gets none.
 */
const withSession = (ports: Ports, backendUrl: string | null): Ports => {
  if (backendUrl === null) return ports;
  const http: Ports['http'] = (request) =>
    ports.http(isBelow(request.url, backendUrl) ? { ...request, withCookies: true } : request);
  return { ...ports, http };
};

/** Keeps the token provider, and with it the token, until the page changes where tokens come from. */
export const createConnections = (
  ports: Ports,
  settings: () => ConnectionSettings,
  /** Told when a user token has come that tells another `storage_scope`. */
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
    service() {
      const { serviceUrl, backendUrl } = settings();
      if (serviceUrl === null) throw missing('“service-url”');
      return createUploadService(serviceUrl, tokenProvider(), withSession(ports, backendUrl));
    },
    backend() {
      const { backend, backendUrl } = settings();
      if (backend !== null) return createCheckedBackend(backend, ports);
      if (backendUrl === null) throw missing('“backend-url” or a “backend” object');
      return createHttpBackend(backendUrl, withSession(ports, backendUrl));
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

/** The scope of the page's session; null where there is none. */
export interface SessionScope {
  /** Begins one where there is none. */
  scope(): string | null;
  existing(): string | null;
}

export interface ScopeSettings {
  readonly resumeScope: string;
  readonly noResume: boolean;
}

/**
 * Whose work is stored: what the page says in `resume-scope` comes first, then the user that the token is for, then
 * the session of the page, null where the browser gives it none.
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
