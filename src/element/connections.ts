/** The element's connections to the service and the backend, which are loaded when they are needed. */
import {
  storageScope,
  type Backend,
  type ScopeSource,
  type UploadService,
} from '../engine/index.js';
import type { Ports } from '../engine/ports.js';
import { loadWork } from './downloads.js';
import type { ConnectionSettings, LiveConnections } from './work.js';

export interface Connections extends Omit<LiveConnections, 'service' | 'backend'> {
  service(): Promise<UploadService>;
  backend(): Promise<Backend>;
}

export const createConnections = (
  ports: Ports,
  settings: () => ConnectionSettings,
  /** Called when a user token has another `userKey` than the one before. */
  onTokenScope: () => void,
): Connections => {
  let live: LiveConnections | null = null;
  const load = async (): Promise<LiveConnections> => {
    const { connect } = await loadWork();
    return (live ??= connect(ports, settings, onTokenScope));
  };
  return {
    service: async () => (await load()).service(),
    backend: async () => (await load()).backend(),
    tokenScope() {
      if (live !== null) return live.tokenScope();
      const { fetchToken, backendUrl } = settings();
      return fetchToken === null && backendUrl === null ? null : undefined;
    },
    needToken: async (signal) => (await load()).needToken(signal),
    forgetToken: () => live?.forgetToken(),
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
  settings: () => ScopeSettings,
  connections: Connections,
  session: SessionScope,
): ScopeSource => {
  const now = (): string | null | undefined => {
    const { noStorage, userKey } = settings();
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
