/** How the elements of a page are made from the product's parts. The rest of the model knows only `ModelElement`. */
import type { Origin } from '../../../src/engine/ports.js';
import { createOngoingJobs } from '../../../src/browser/tab-session.js';
import {
  createBackendFetchToken,
  createHttpBackend,
  createStorageCleanup,
  createTokenProvider,
  createUploadService,
  storageScope,
  type EditStore,
  type JobStore,
  type Locks,
  type Ports,
  type ScopeSource,
  type SessionEvent,
  type SessionState,
  type TabChannel,
} from '../../../src/engine.js';
import type { OngoingJobs } from '../../../src/engine/resume/held-job.js';
import { createLivePage, type LivePage } from '../../../src/engine/resume/scope.js';
import { isOfAnother } from '../../../src/engine/session/owner.js';
import { runJob } from '../../../src/engine/session/run-job.js';
import { isTranscribeError } from '../../../src/protocol/errors.js';
import { TRANSCRIPTION_DEFAULTS } from '../../../src/protocol/types.js';
import type { Entry } from '../../../src/queue/entries.js';
import { createQueue } from '../../../src/queue/queue.js';
import { createList } from '../../../src/queue/list.js';
import { createListStore } from '../../../src/queue/stored-list.js';
import { EMPTY_RECORDS, ownScopeFor } from '../../support/own-scope.js';

export interface ElementOptions {
  readonly kind: 'single' | 'list' | 'address';
  /** Which element of the page it is, as `placeOf` of the product names it. */
  readonly place: string;
  readonly serviceUrl: string;
  readonly backendUrl: string;
  readonly userKey: string | null;
  /** Of an element of the kind `address`. */
  readonly fileUrl: string;
  readonly manualStart: boolean;
  readonly ports: Ports;
  /** Called for each change of each session. `name` is that of the recording. */
  readonly onEvent: (
    name: string,
    state: SessionState,
    previous: SessionState,
    event: SessionEvent,
  ) => void;
}

interface Page extends PageOptions {
  /** What its elements share. */
  readonly live: LivePage;
  readonly ongoing: OngoingJobs;
  readonly isRevisited: (listKey: string) => boolean;
}

export interface PageOptions {
  readonly store: JobStore;
  readonly lists: EditStore;
  readonly locks: Locks;
  readonly news: TabChannel;
  readonly newId: () => string;
  /** The page's path and query. */
  readonly path: string;
  readonly tab: string;
  /** Of this tab. */
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly isReloaded: boolean;
}

/** A recording that an element works on. */
export interface Work {
  readonly name: string;
  readonly state: SessionState;
  readonly retry: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
}

export interface Offer {
  readonly name: string;
  readonly accept: () => unknown;
  readonly decline: () => unknown;
}

export interface ModelElement {
  readonly works: () => readonly Work[];
  readonly choose: (files: readonly File[]) => unknown;
  readonly offers: () => readonly Offer[];
  /** Starts what `manual-start` holds back. */
  readonly start: () => void;
  /** The page sets or removes `multiple`. */
  readonly switchMultiple: () => void;
  readonly forget: () => Promise<void>;
  /** `userKey` of the page or of its token; undefined while it is not known. */
  readonly user: () => string | null | undefined;
  /** Puts it into the page. Returns what removes it. */
  readonly connect: () => () => void;
}

/** What all kinds of elements use. */
const partsOf = (page: Page, options: ElementOptions, onUser: () => void) => {
  const { store, lists, locks, news, newId } = page;
  const { ports } = options;
  const { clock } = ports;
  const newTokens = () =>
    createTokenProvider(createBackendFetchToken(options.backendUrl, ports), ports, onUser);
  let tokens = newTokens();
  const tokenUser = (): string | null | undefined => tokens.scope();
  const tokenAliases = (): readonly string[] => tokens.aliases?.() ?? [];
  const now = (): string | null | undefined => {
    if (options.userKey !== null) return storageScope('page', options.userKey);
    const user = tokenUser();
    return typeof user === 'string' ? storageScope('user', user) : user;
  };
  const source: ScopeSource = {
    now,
    requestFromToken: async (signal) => {
      if (now() === undefined) await tokens.get(signal);
      return now() ?? null;
    },
    session: () => null,
    aliases: () =>
      options.userKey !== null ? [] : tokenAliases().map((key) => storageScope('user', key)),
    token: () => ({ backend: options.backendUrl, receivedAtMs: tokens.receivedAtMs?.() }),
  };
  const records = { jobs: store, edits: lists, locks, clock };
  const scope = ownScopeFor(source, records);
  const cleanup = createStorageCleanup({ ...records, peaks: EMPTY_RECORDS });
  const origin = (): Origin => ({
    page: page.path,
    element: options.place,
    service: options.serviceUrl,
    backend: options.backendUrl,
  });
  const kept = {
    ...{ store, locks, news, clock, newId, scope, origin, page: page.live },
    onUnavailable: () => undefined,
  };
  const backend = () => {
    const handler = createHttpBackend(options.backendUrl, ports);
    return {
      ...handler,
      submit: (...call: Parameters<typeof handler.submit>) =>
        handler.submit(...call).catch((error: unknown) => {
          if (isTranscribeError(error) && error.failure?.reason === 'another-user') {
            tokens = newTokens();
            tokens.get(new AbortController().signal).catch(() => undefined);
            onUser();
          }
          throw error;
        }),
    };
  };
  const context = () => ({
    service: () => createUploadService(options.serviceUrl, tokens, ports),
    backend,
    tokenScope: tokenUser,
    tokenAliases,
    userKey: () => options.userKey ?? '',
    needToken: async (signal: AbortSignal) => void (await tokens.get(signal)),
    limits: {},
  });
  const load = () => Promise.resolve(runJob);
  return { ports, kept, scope, cleanup, context, load, lists };
};

/** The recordings of an element. Looks up again what is stored when the owner changes, as the element does. */
const open = (page: Page, options: ElementOptions): ModelElement => {
  const { ports, kept, scope, cleanup, context, load, lists } = partsOf(page, options, () =>
    queueMicrotask(() => queue.ownerChanged()),
  );
  const queue = createQueue({
    ...{ ...kept, ports, context, load, ongoing: page.ongoing },
    isDisabled: () => false,
    isOfAnother: (owner) => isOfAnother(context(), owner),
    transcription: () => TRANSCRIPTION_DEFAULTS,
    manualStart: () => options.manualStart,
    onEvent: (entry, ...change) => options.onEvent(entry.name, ...change),
    onChange: () => undefined,
  });
  const { front } = queue;
  let isList = options.kind === 'list';
  const shown = (): readonly Entry[] => [front.entry() ?? []].flat();
  const offers = (): readonly Offer[] => {
    const { offer } = front;
    if (offer === null) return [];
    const { needs, title } = offer.job;
    // The person would choose the file again.
    const accept = () => (needs === 'recording' ? null : front.accept());
    return [{ name: title, accept, decline: () => front.decline() }];
  };
  const list = createList(
    queue,
    createListStore({
      ...{ lists, scope, clock: ports.clock, isRevisited: page.isRevisited },
      listKey: () => JSON.stringify([page.tab, kept.origin()]),
      onUnavailable: () => undefined,
    }),
  );
  if (isList) queue.setList(list, null);
  const listOffers = (): readonly Offer[] =>
    list.entries.flatMap(({ id, name, content }) =>
      content.kind === 'stored'
        ? { name, accept: () => list.continue(id), decline: () => list.remove(id) }
        : [],
    );
  let wasOpened = false;
  return {
    works: () =>
      (isList ? list.entries : shown()).flatMap(({ id, name, content }) =>
        content.kind === 'work' && content.session.getState().name !== 'idle'
          ? {
              ...{ name, state: content.session.getState() },
              retry: () => (isList ? list.continue(id) : front.retry()),
              pause: () => list.pauseItem(id),
              resume: () => (isList ? list.continue(id) : front.resume()),
              cancel: () => (isList ? list.remove(id) : void front.reset()),
            }
          : [],
      ),
    choose: (files) => (isList ? list.add(files) : files[0] && front.choose(files[0])),
    offers: () => (isList ? listOffers() : offers()),
    start: () => queue.controlled.start(),
    switchMultiple() {
      isList = !isList;
      if (isList) queue.setList(list, null);
      else queue.setList(null, front.entry()?.id ?? list.first());
    },
    async forget() {
      await queue.forget(options.userKey);
      await cleanup.forget(options.userKey);
    },
    user: () => scope.now(),
    connect() {
      const disconnect = queue.connect();
      if (options.kind === 'address' && !wasOpened) void front.openAddress(options.fileUrl, true);
      else if (!isList) queue.ownerChanged();
      wasOpened = true;
      return disconnect;
    },
  };
};

/** The elements of one page. */
export const openPage = (options: PageOptions) => {
  const lists = new Set<string>();
  const page: Page = {
    ...options,
    live: createLivePage(),
    ongoing: createOngoingJobs(
      () => options.sessionStorage,
      () => options.isReloaded,
    ),
    isRevisited(listKey) {
      const isShown = lists.has(listKey);
      lists.add(listKey);
      return isShown || options.isReloaded;
    },
  };
  return {
    open: (element: ElementOptions): ModelElement => open(page, element),
  };
};
