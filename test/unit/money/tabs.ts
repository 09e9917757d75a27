/** The tabs of one browser: pages with one recording, or with a list. */
import {
  createBackendFetchToken,
  createHttpBackend,
  createJobPersistence,
  createTokenProvider,
  createUploadService,
  storageScope,
  titleOf,
  type Http,
  type JobPersistence,
  type ScopeSource,
  type Session,
  type SessionEvent,
  type SessionState,
} from '../../../src/engine.js';
import type { ResumableJob } from '../../../src/engine/resume/stored-job.js';
import { runJob } from '../../../src/engine/session/run-job.js';
import { createSessionOf } from '../../../src/engine/session/session.js';
import { SERVICE_PATHS } from '../../../src/protocol/routes.js';
import { createQueue } from '../../../src/queue/queue.js';
import { createMemoryStore, createMemoryTabs } from '../../support/memory-store.js';
import { ownScopeFor } from '../../support/own-scope.js';
import { createLists } from '../../support/queue.js';
import { jsonResponse } from '../../support/simulated-world.js';
import type { SeededRandom } from '../../support/seeded-random.js';
import { BACKEND, type Outside } from './outside.js';

/** A recording that a tab works on. */
interface Work {
  readonly name: string;
  readonly session: Pick<Session, 'getState' | 'dispatch'>;
  readonly persistence: Pick<JobPersistence, 'isKeeping' | 'settled'>;
  readonly retry: () => void;
}

export interface Tab {
  readonly works: () => readonly Work[];
  readonly choose: (files: readonly File[]) => void;
  /** What the tab offers to continue, from an earlier visit or another tab. */
  readonly offers: () => Promise<readonly ResumableJob[]>;
  readonly accept: (offer: ResumableJob) => Promise<unknown>;
  /** The scope of the signed-in user; undefined until a token has told. */
  readonly scope: () => string | null | undefined;
  /** Kills the tab in the middle of what it does. */
  readonly die: () => void;
}

const never = new Promise<never>(() => undefined);

type Method = (...args: readonly unknown[]) => unknown;

/** The same object, whose asynchronous methods never settle once `isDead` returns true. */
const mortal = <T extends object>(target: T, isDead: () => boolean): T =>
  new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]): unknown => {
        if (isDead()) return never;
        const result = (member as Method)(...args);
        if (!(result instanceof Promise)) return result;
        return result.then(
          (value: unknown) => (isDead() ? never : value),
          (error: unknown) => (isDead() ? never : Promise.reject(error as Error)),
        );
      };
    },
  });

export const createBrowser = (outside: Outside, random: SeededRandom) => {
  const { world, recordings } = outside;
  const memory = createMemoryStore();
  const lists = createLists();
  const tabs = createMemoryTabs();
  /** `full`: how often a write fails. */
  const browser = { memory, full: 0 };
  let ids = 0;

  const upload = (request: Parameters<Http>[0]): ReturnType<Http> | null => {
    const { pathname } = new URL(request.url);
    if (pathname === SERVICE_PATHS.uploadPlan) {
      const Parts = [{ PartNumber: 1, PresignedUrl: 'https://storage.test/1' }];
      const plan = { FileId: 'f', UploadId: 'u', ChunkSize: 1_000, Parts };
      return Promise.resolve(jsonResponse(200, plan));
    }
    if (pathname !== SERVICE_PATHS.completeUpload) return null;
    const md5 = (JSON.parse(request.body ?? '{}') as { file_md5: string }).file_md5;
    const DownloadUrl = `https://storage.example.com/${md5}`;
    const file = { FileId: 'f', FileType: 'wav', DownloadUrl, FileMd5: md5 };
    return Promise.resolve(jsonResponse(200, file));
  };

  /** What both kinds of page use. */
  const openParts = () => {
    let isDead = false;
    const dies = (): boolean => isDead;
    const { die, locks, news } = tabs.open();
    const ports = mortal(
      {
        ...world,
        clock: mortal({ ...world.clock, now: () => world.clock.now() + outside.clockError }, dies),
        random: () => random.next(),
        http: ((request) => upload(request) ?? outside.http(request)) satisfies Http,
      },
      dies,
    );
    const fill =
      <Rest extends readonly unknown[], T>(save: (...rest: Rest) => Promise<T>) =>
      (...rest: Rest): Promise<T> =>
        random.chance(browser.full)
          ? Promise.reject(new Error('QuotaExceededError'))
          : save(...rest);
    const store = mortal({ ...memory, save: fill(memory.save) }, dies);
    const tokens = createTokenProvider(createBackendFetchToken(BACKEND, ports), ports);
    const now = (): string | null | undefined => {
      const scope = tokens.scope();
      return typeof scope === 'string' ? storageScope('user', scope) : scope;
    };
    const source: ScopeSource = {
      now,
      requestFromToken: async (signal) => {
        await tokens.get(signal);
        return now() ?? null;
      },
      session: () => null,
    };
    const shared = { locks: mortal(locks, dies), clock: ports.clock };
    return {
      ports,
      kept: {
        ...{ ...shared, news, store, newId: () => `job-${++ids}` },
        scope: ownScopeFor(source, { jobs: store, ...shared }),
        onUnavailable: () => undefined,
      },
      lists: mortal({ ...lists, save: fill(lists.save) }, dies),
      context: () => ({
        service: () => createUploadService('https://service.example', tokens, ports),
        backend: () => createHttpBackend(BACKEND, ports),
        tokenScope: () => tokens.scope(),
        limits: {},
      }),
      scope: now,
      die: () => {
        isDead = true;
        die();
      },
    };
  };

  const note = (name: string, event: SessionEvent): void => {
    const recording = recordings.get(name);
    if (event.type !== 'planned' || recording === undefined) return;
    recording.owner = outside.users.get(event.uploadedBy ?? '') ?? null;
  };

  const openSingle = (): Tab => {
    const { ports, kept, context, scope, die } = openParts();
    const session = createSessionOf(
      ports,
      () => ({
        ...{ ...context(), manualStart: false },
        flushed: () => persistence.flushed(),
        discard: () => persistence.discard(),
      }),
      () => Promise.resolve(runJob),
    );
    let name = '';
    session.subscribe((_state, _previous, event) => {
      if (event.type === 'selected') name = titleOf(event.job);
      note(name, event);
    });
    const persistence = createJobPersistence({ ...kept, session });
    const retry = (): void => session.dispatch({ type: 'retry' });
    return {
      works: () => [{ name, session, persistence, retry }],
      choose([file]) {
        if (file === undefined) return;
        session.dispatch({ type: 'select', source: { kind: 'file', file }, options: {} });
      },
      offers: async () => {
        const offer = await persistence.findOffer();
        return offer === null ? [] : [offer];
      },
      accept: (offer) => persistence.accept(offer),
      ...{ scope, die },
    };
  };

  const openList = (listKey: string, isRevisited: boolean): Tab => {
    const parts = openParts();
    const queue = createQueue({
      ...{ ...parts.kept, ports: parts.ports, lists: parts.lists, context: parts.context },
      ...{ listKey, isRevisited },
      load: () => Promise.resolve(runJob),
      transcription: () => ({}),
      manualStart: () => false,
      onEvent: (entry, _state: SessionState, _previous: SessionState, event) =>
        note(entry.name, event),
      onChange: () => undefined,
    });
    queue.connect();
    return {
      works: () =>
        queue.entries.flatMap(({ id, name, content }) =>
          content.kind === 'work' ? [{ name, ...content, retry: () => queue.continue(id) }] : [],
        ),
      choose: (files) => void queue.add(files),
      offers: () =>
        Promise.resolve(
          queue.entries.flatMap(({ content }) => (content.kind === 'stored' ? [content.job] : [])),
        ),
      accept: (offer) => Promise.resolve(queue.continue(offer.id)),
      scope: parts.scope,
      die: parts.die,
    };
  };

  return Object.assign(browser, {
    /** Opens a page of this kind, or reloads it. `place` names the tab. */
    open: (kind: 'single' | 'list', place: number, isReloaded: boolean): Tab =>
      kind === 'single' ? openSingle() : openList(`tab-${place}`, isReloaded),
  });
};
