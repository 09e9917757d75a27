/** Loads `work.ts` when it is needed: what transcribes, its view, and the connections to the service and the backend. */
import { openStores, pageSession } from '../browser/page-storage.js';
import type { Backend } from '../engine/calls/backend.js';
import type { FetchToken, TokenProvider, UploadService } from '../engine/calls/upload-service.js';
import type { Ports } from '../engine/ports.js';
import { storageScope, type ScopeSource } from '../engine/resume/scope.js';
import type { RunJob, Session } from '../engine/session/session.js';
import type { TranscribeError } from '../protocol/errors.js';
import { onDemand } from '../ui/on-demand.js';
import type { LanguageController } from './controllers/language.js';
import type { LateStylesController } from './controllers/rendering.js';
import type { ElementSettings } from './settings.js';
import type { StateView } from './views/view-parts.js';
import type { ConnectionSettings, WakeLock } from './work.js';

/** What uploads and transcribes. If the download fails, the next call tries again. */
export const loadWork = onDemand('runJob', () => import('./work.js'));

/** The player and the transcript. */
export const loadReader = onDemand(
  'ReaderController',
  () => import('../reader/reader-controller.js'),
);

/** Loads the reader early, so that nobody waits for it. */
export const preloadReader = (): void => void loadReader().catch(() => undefined);

type Work = Awaited<ReturnType<typeof loadWork>>;

/** Loads what transcribes, with the view and the texts that show it. */
export class WorkLoader {
  /** Null until it is loaded. */
  renderWorking: StateView['renderWorking'] = null;
  #wakeLock: WakeLock | null = null;

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly styles: LateStylesController,
    private readonly language: LanguageController,
  ) {}

  /** Rejects if the download fails. Can be called again. */
  async load(session: Session): Promise<RunJob> {
    const work = await loadWork();
    const state = session.getState();
    if ('job' in state && state.job?.source.kind === 'file') {
      openStores().then(
        ({ jobs }) => jobs.keepShown(session),
        () => undefined,
      );
    }
    if (this.renderWorking === null) {
      this.styles.add([work.workingStyles]);
      this.language.addIntake(work.intake, work.tellMistakes);
      this.renderWorking = work.renderWorking;
      this.#wakeLock = work.createWakeLock();
    }
    return work.runJob;
  }

  /** Keeps the screen on, or no longer. */
  keepAwake(wanted: boolean): void {
    this.#wakeLock?.set(wanted);
  }

  /** Prints an error that the developers of the page must read. */
  async tell(error: TranscribeError): Promise<void> {
    if (error.code === 'configuration') (await loadWork()).tellError(error, this.settings);
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

  /** The session belongs to another user than the token, so the next one tells who is signed in. */
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
  settings: Pick<ElementSettings, 'userKey' | 'noStorage'>,
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
  };
};
