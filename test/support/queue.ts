/** Lists of recordings in the simulated world: tabs of one browser with one store, and a service that transcribes. */
import { createHash } from 'node:crypto';
import {
  createBackendFetchToken,
  createHttpBackend,
  createTokenProvider,
  createUploadService,
  storageScope,
  type Converter,
  type ScopeSource,
} from '../../src/engine.js';
import { isOfAnother } from '../../src/engine/session/owner.js';
import { runJob } from '../../src/engine/session/run-job.js';
import { SERVICE_PATHS } from '../../src/protocol/routes.js';
import type { HttpRequest, HttpResponse } from '../../src/engine/ports.js';
import { createLivePage, type LivePage } from '../../src/engine/resume/scope.js';
import { createQueue, type Queue } from '../../src/queue/queue.js';
import { createList, type List } from '../../src/queue/list.js';
import { createListStore } from '../../src/queue/stored-list.js';
import type { PartnerHandler } from '../../src/server.js';
import { seededRandom } from './seeded-random.js';
import { createMemoryRecords } from './memory-records.js';
import { createMemoryStore, createMemoryTabs, type MemoryTab } from './memory-store.js';
import { known, ORIGIN, ownScopeFor } from './own-scope.js';
import { RESULT } from './scripted-session.js';
import {
  createWorld,
  jsonResponse,
  responseOf,
  type World,
  type WorldScript,
} from './simulated-world.js';
import { unmeasuredWave } from './recording.js';

export const BACKEND = 'https://partner.test/api';
const SERVICE = 'https://service.test';

/** A recording of 200 bytes whose content depends on its name. */
export const named = (name: string): File =>
  new File([unmeasuredWave(200, name)], name, { lastModified: 1 });

export const broken = (name: string): File => new File(['no recording'], name, { lastModified: 1 });

/** A service that gives each upload its own task. Parts stay in flight while `isHeld` is true. */
const createService = () => {
  const service = {
    ...{ isHeld: false, failing: new Set<string>(), queries: 0, mostQueries: 0 },
    /** Answers the page in place of this service. Null: pages have no limits. */
    handler: null as PartnerHandler | null,
    /** The result of every task cannot be read. */
    unreadable: false,
    /** Requests that it has answered with 429. */
    limited: 0,
    /** Tasks of which the first queries get a 503. */
    busy: new Map<string, number>(),
  };
  const md5s = new Map<string, string>();
  let tasks = 0;
  const throughHandler = async (
    handler: PartnerHandler,
    { method, url, headers, body }: HttpRequest,
  ): Promise<HttpResponse> => {
    const { origin, host } = new URL(url);
    const response = await handler(
      new Request(url, {
        method,
        headers: { ...headers, Origin: origin, Host: host },
        ...(body === undefined ? {} : { body }),
      }),
    );
    if (response.status === 429) service.limited += 1;
    return responseOf(response);
  };
  const answer: NonNullable<WorldScript['http']> = (request) => {
    const { method, url, body = '{}' } = request;
    const { pathname } = new URL(url);
    if (service.handler !== null && url.startsWith(BACKEND)) {
      return throughHandler(service.handler, request);
    }
    const sent = JSON.parse(body) as Readonly<Record<string, string>>;
    if (pathname.endsWith('/user-token'))
      return jsonResponse(200, { access_token: 't', token_type: 'bearer', expires_in: 86_400 });
    if (pathname === SERVICE_PATHS.uploadPlan) {
      const id = `file-${md5s.size}`;
      md5s.set(id, '');
      const PresignedUrl = `https://storage.test/${id}/1`;
      const Parts = [{ PartNumber: 1, PresignedUrl }];
      return jsonResponse(200, { FileId: id, UploadId: `u-${id}`, ChunkSize: 1_000, Parts });
    }
    if (pathname === SERVICE_PATHS.completeUpload) {
      const file = { FileType: 'wav', FileMd5: sent['file_md5'], FileId: sent['file_id'] };
      return jsonResponse(200, { ...file, DownloadUrl: 'https://storage.test/file' });
    }
    if (method === 'POST')
      return jsonResponse(200, {
        transcription_id: `task-${++tasks}`,
        status: 'PENDING',
        data: {},
      });
    const id = pathname.split('/').pop() ?? '';
    service.queries += 1;
    const refusals = service.busy.get(id) ?? 0;
    if (refusals > 0) {
      service.busy.set(id, refusals - 1);
      return jsonResponse(503, undefined);
    }
    return service.failing.has(id)
      ? jsonResponse(200, { transcription_id: id, status: 'FAILURE', data: {} })
      : jsonResponse(200, {
          transcription_id: id,
          status: 'SUCCESS',
          data: service.unreadable ? 'no object' : RESULT,
        });
  };
  return { ...service, service, answer };
};

export interface QueueTab {
  readonly queue: List;
  readonly recordings: Queue;
  readonly world: World;
  /** The service: fails these tasks, and holds the parts while `isHeld`. */
  readonly service: ReturnType<typeof createService>['service'];
  /** The names and states of the items. */
  readonly states: () => string;
  /** Resolves once the items are like this. */
  readonly until: (states: string) => Promise<void>;
  /** Resolves once what the element shows as itself is in this state. */
  readonly untilShown: (state: string) => Promise<void>;
  /** What the sessions reported: `name state`. */
  readonly events: string[];
  /** Closes the tab without a word. */
  readonly die: () => void;
  /** Closes the tab once its first job is stored. */
  readonly leave: () => Promise<void>;
}

export interface OpenOptions {
  readonly manualStart?: boolean;
  /** Reloads this tab. */
  readonly reloaded?: boolean;
  readonly key?: string;
  /** Whose data is stored. Default: `user-key` is `user`. */
  readonly source?: ScopeSource;
  /** The page's `user-key`. Default: none. */
  readonly userKey?: () => string;
  readonly convert?: Converter;
  /** The page of the element. Default: one of its own. */
  readonly page?: LivePage;
}

export const createQueueBrowser = () => {
  const store = createMemoryStore();
  const lists = createMemoryRecords();
  const tabs = createMemoryTabs();
  let ids = 0;
  return {
    store,
    lists,
    open({
      manualStart = false,
      reloaded = false,
      key = 'tab',
      source = known(() => storageScope('page', 'user')),
      userKey = () => '',
      convert,
      page = createLivePage(),
    }: OpenOptions = {}): QueueTab {
      const tab: MemoryTab = tabs.open();
      const { answer, service } = createService();
      const held: (() => void)[] = [];
      const world = createWorld({ http: answer });
      const { sendPart } = world;
      const random = seededRandom(1);
      const ports: World = {
        ...world,
        // Each submission has a key of its own.
        random: () => random.next(),
        ...(convert === undefined ? {} : { convert }),
        sendPart: async (request) => {
          if (service.isHeld)
            await new Promise<void>((resolve, reject) => {
              held.push(resolve);
              request.signal.addEventListener('abort', () =>
                reject(request.signal.reason as Error),
              );
            });
          return { ...(await sendPart(request)), etag: `"${await md5Of(request.body)}"` };
        },
      };
      const scope = ownScopeFor(source, {
        ...{ jobs: store, edits: lists, locks: tab.locks, clock: world.clock },
      });
      const tokens = createTokenProvider(createBackendFetchToken(BACKEND, ports), ports);
      const events: string[] = [];
      const waiting = new Set<() => void>();
      const recordings = createQueue({
        ...{ ports, store, scope, locks: tab.locks, news: tab.news, clock: world.clock },
        context: () => ({
          service: () => createUploadService(SERVICE, tokens, ports),
          backend: () => createHttpBackend(BACKEND, ports),
          limits: {},
          userKey,
        }),
        load: () => Promise.resolve(runJob),
        isOfAnother: (owner) => isOfAnother({ userKey }, owner),
        transcription: () => ({}),
        manualStart: () => manualStart,
        newId: () => `job-${++ids}`,
        ...{ page, origin: () => ({ ...ORIGIN, element: key }) },
        isDisabled: () => false,
        onUnavailable: () => undefined,
        onEvent: ({ name }, state, previous) => {
          if (state.name !== previous.name) events.push(`${name} ${state.name}`);
        },
        onChange: () => {
          for (const check of waiting) check();
        },
      });
      const kept = createListStore({
        ...{ lists, scope, clock: world.clock, onUnavailable: () => undefined },
        listKey: () => key,
        formerKey: () => `former ${key}`,
        isRevisited: () => reloaded,
      });
      const queue = createList(recordings, kept);
      recordings.setList(queue, null);
      const disconnect = recordings.connect();
      const states = (): string =>
        queue.items.map(({ name, state }) => `${name} ${state}`).join(', ');
      const untilSo = (isSo: () => boolean): Promise<void> =>
        new Promise((resolve) => {
          const check = (): void => {
            if (!service.isHeld) for (const release of held.splice(0)) release();
            if (!isSo()) return;
            waiting.delete(check);
            resolve();
          };
          waiting.add(check);
          check();
        });
      const die = (): void => {
        disconnect();
        tab.die();
      };
      return {
        ...{ queue, recordings, world, service, states, events },
        until: (wanted) => untilSo(() => states() === wanted),
        untilShown: (wanted) => untilSo(() => recordings.shown.name === wanted),
        die,
        async leave() {
          await recordings.sessions.works()[0]?.persistence.flushed();
          die();
        },
      };
    },
  };
};

/** How many transcriptions the tab has submitted. */
export const submissionsOf = ({ world }: QueueTab): number =>
  world.requests.filter((it) => it.endsWith('POST /api/transcriptions')).length;

const md5Of = async (blob: Blob): Promise<string> =>
  createHash('md5')
    .update(new Uint8Array(await blob.arrayBuffer()))
    .digest('hex');
