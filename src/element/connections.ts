/** The element's connections to the service and the backend, and whose data it may store. */
import type { Backend } from '../engine/calls/backend.js';
import type { UploadService, FetchToken, TokenProvider } from '../engine/calls/upload-service.js';
import { storageScope, type ScopeSource } from '../engine/resume/scope.js';
import type { Ports } from '../engine/ports.js';
import { loadWork } from './downloads.js';
import type { ConnectionSettings } from './work.js';

type Work = Awaited<ReturnType<typeof loadWork>>;

export interface Connections {
  /** Rejects with TranscribeError `configuration` if a setting is missing. */
  service(): Promise<UploadService>;
  backend(): Promise<Backend>;
  /** `userKey` of the user token; null if it has none, undefined if there is no token yet. */
  tokenScope(): string | null | undefined;
  /** Requests a user token if there is none. */
  needToken(signal: AbortSignal): Promise<void>;
  /** Drops the user token, so that the next user gets a new one. */
  forgetToken(): void;
}

/**
 * The connections that the element's settings name. Their code is loaded at the first call. Keeps the user token until the
 * page changes the source of tokens.
 */
export const createConnections = (
  ports: Ports,
  settings: ConnectionSettings,
  /** Called when a user token has another `userKey` than the one before. */
  onTokenScope: () => void,
): Connections => {
  let tokens: { readonly from: FetchToken | string; readonly provider: TokenProvider } | null =
    null;

  const tokenSource = (): FetchToken | string | null => settings.fetchToken ?? settings.backendUrl;

  const tokenProvider = ({ connectTokens }: Work): TokenProvider => {
    const from = tokenSource();
    if (tokens === null || tokens.from !== from) {
      const provider = connectTokens(from, ports, onTokenScope);
      tokens = { from: from ?? '', provider };
    }
    return tokens.provider;
  };

  const needToken = async (signal: AbortSignal): Promise<void> =>
    void (await tokenProvider(await loadWork()).get(signal));

  /** The session belongs to another user than the token, so the next one tells who is signed in. */
  const renewToken = (): void => {
    tokens = null;
    // Without a token, nobody's stored work is shown.
    needToken(new AbortController().signal).catch(() => undefined);
    onTokenScope();
  };

  return {
    async service() {
      const work = await loadWork();
      return work.connectService(ports, settings, () => tokenProvider(work));
    },
    backend: async () => (await loadWork()).connectBackend(ports, settings, renewToken),
    tokenScope() {
      const from = tokenSource();
      if (from === null) return null;
      return tokens?.from === from ? tokens.provider.scope() : undefined;
    },
    needToken,
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
  readonly userKey: string;
  readonly noStorage: boolean;
}

/**
 * The scope of stored data: `user-key`, or else the user of the token, or else the page's session; null if the
 * browser forbids session storage.
 */
export const createScopeSource = (
  settings: ScopeSettings,
  connections: Connections,
  session: SessionScope,
): ScopeSource => {
  const now = (): string | null | undefined => {
    const { noStorage, userKey } = settings;
    if (noStorage) return null;
    if (userKey) return storageScope('page', userKey);
    const user = connections.tokenScope();
    if (user === undefined) return undefined;
    return user === null ? session.scope() : storageScope('user', user);
  };
  return {
    now,
    async requestFromToken(signal) {
      if (now() === undefined) await connections.needToken(signal);
      return now() ?? null;
    },
    session: () => session.existing(),
  };
};
