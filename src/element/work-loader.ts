/** Loads `work.ts` when it is needed: what transcribes, its view, and the connections to the service and the backend. */
import { openStores } from '../browser/page-storage.js';
import { pageSession } from '../browser/tab-session.js';
import type { Backend } from '../engine/calls/backend.js';
import type { FetchToken, TokenProvider } from '../engine/calls/user-tokens.js';
import type { UploadService } from '../engine/calls/upload-service.js';
import type { Ports } from '../engine/ports.js';
import { storageScope, type ScopeSource } from '../engine/resume/scope.js';
import type { RunJob, Session } from '../engine/session/session.js';
import { IDLE } from '../engine/session/state.js';
import type { TranscribeError } from '../protocol/errors.js';
import { onDemand } from '../ui/on-demand.js';
import type { LanguageController } from './controllers/language.js';
import type { LateStylesController } from '../shown/late-styles.js';
import { backendOf } from './origin.js';
import type { ElementSettings } from './settings.js';
import type { StateView } from './views/view-parts.js';
import type { ConnectionSettings, LoadedWork } from './work.js';

/** What uploads and transcribes. If the download fails, the next call tries again. */
export const loadWork = onDemand('runJob', () => import('./work.js'));

/** The player and the transcript. */
export const loadReader = onDemand('ReaderController', () => import('../reader/whole-reader.js'));

/** Loads the reader early, so that nobody waits for it. */
export const preloadReader = (): void => void loadReader().catch(() => undefined);

export type Work = Awaited<ReturnType<typeof loadWork>>;

/** Loads what transcribes, with the view and the texts that show it. */
export class WorkLoader {
  /** Everything that is loaded. Null until then. */
  #loaded: LoadedWork | null = null;

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly styles: LateStylesController,
    private readonly language: LanguageController,
  ) {}

  /** `session`: what needs it; null to load it ahead. Rejects if the download fails. Can be called again. */
  async load(session: Session | null): Promise<RunJob> {
    const work = await loadWork();
    const state = session?.getState() ?? IDLE;
    if (session !== null && 'job' in state && state.job?.source.kind === 'file') {
      openStores().then(
        ({ jobs }) => jobs.keepShown(session),
        () => undefined,
      );
    }
    this.#loaded ??= work.openWork(this.styles, this.language);
    return this.#loaded.runJob;
  }

  /** Null until it is loaded. */
  get renderWorking(): StateView['renderWorking'] {
    return this.#loaded?.renderWorking ?? null;
  }

  /** What shows a transcript. Only what is loaded here can make one. */
  get shows(): LoadedWork {
    if (this.#loaded === null) throw new Error('not loaded');
    return this.#loaded;
  }

  /** True if somebody else than this owner is signed in. False until it is loaded. */
  isOfAnother(...who: Parameters<LoadedWork['isOfAnother']>): boolean {
    return this.#loaded?.isOfAnother(...who) === true;
  }

  /** Keeps the screen on, or no longer. */
  keepAwake(wanted: boolean): void {
    this.#loaded?.keepAwake(wanted);
  }

  /** Prints an error that the developers of the page must read; null: a task or an address waits for a backend. */
  async tell(error: TranscribeError | null): Promise<void> {
    if (error === null || error.code === 'configuration')
      (await loadWork()).tellError(error, this.settings);
  }

  /** Prints that this browser stores nothing. Not printed if the code for that cannot be loaded. */
  async tellNoStorage(): Promise<void> {
    await loadWork().then(
      ({ tellNoStorage }) => tellNoStorage(),
      () => undefined,
    );
  }
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
) => {
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

  /** Requests a user token if there is none. */
  const needToken = async (signal: AbortSignal): Promise<void> =>
    void (await tokenProvider(await loadWork()).get(signal));

  /** Requests a new token to learn who is signed in, because the session no longer belongs to the user of the old one. */
  const renewToken = (): void => {
    tokens = null;
    // Without a token, nobody's stored work is shown.
    needToken(new AbortController().signal).catch(() => undefined);
    onTokenScope();
  };

  return {
    /** Rejects with TranscribeError `configuration` if a setting is missing. */
    async service(): Promise<UploadService> {
      const work = await loadWork();
      return work.connectService(ports, settings, () => tokenProvider(work));
    },
    /** Rejects with TranscribeError `configuration` if a setting is missing. */
    backend: async (): Promise<Backend> =>
      (await loadWork()).connectBackend(ports, settings, renewToken),
    /** `userKey` of the user token; null if it has none, undefined if there is no token yet. */
    tokenScope(): string | null | undefined {
      const from = tokenSource();
      if (from === null) return null;
      return tokens?.from === from ? tokens.provider.scope() : undefined;
    },
    /** Other `userKey`s of the same user. */
    tokenAliases: (): readonly string[] => tokens?.provider.aliases?.() ?? [],
    /** When the user token was received, in ms since the epoch. Undefined if that is not known. */
    tokenAtMs: (): number | undefined => tokens?.provider.receivedAtMs?.(),
    needToken,
    /** Drops the user token, so that the next user gets a new one. */
    forgetToken(): void {
      tokens = null;
    },
  };
};

export type Connections = ReturnType<typeof createConnections>;

/**
 * The scope of stored data: `user-key`, or else the user of the token, or else the page's session; null if the
 * browser forbids session storage.
 */
export const createScopeSource = (
  settings: Pick<ElementSettings, 'userKey' | 'noStorage' | 'backend' | 'backendUrl'>,
  connections: Connections,
): ScopeSource => {
  const now = (): string | null | undefined => {
    const { noStorage, userKey } = settings;
    if (noStorage) return null;
    if (userKey) return storageScope('page', userKey);
    const user = connections.tokenScope();
    if (user === undefined) return undefined;
    return user === null ? pageSession.scope() : storageScope('user', user);
  };
  return {
    now,
    async requestFromToken(signal) {
      if (now() === undefined) await connections.needToken(signal);
      return now() ?? null;
    },
    session: () => pageSession.existing(),
    named: () => pageSession.named(),
    aliases: () =>
      settings.userKey ? [] : connections.tokenAliases().map((key) => storageScope('user', key)),
    token: () => ({ backend: backendOf(settings), receivedAtMs: connections.tokenAtMs() }),
  };
};
