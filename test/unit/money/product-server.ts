/** How the handler and the watcher of the product are made. The rest of the model knows nothing of their options. */
import {
  createPartnerHandler,
  createTaskWatcher,
  type PartnerHandler,
} from '../../../src/server.js';
import type { Service } from './service.js';

export interface Storage {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
  getKeys(base?: string): Promise<string[]>;
  setIfAbsent(key: string, value: string): Promise<boolean>;
}

export const createStorage = (): Storage => {
  const items = new Map<string, string>();
  return {
    setIfAbsent(key, value) {
      const isNew = !items.has(key);
      if (isNew) items.set(key, value);
      return Promise.resolve(isNew);
    },
    getItem: (key) => Promise.resolve(items.get(key) ?? null),
    setItem: (key, value) => Promise.resolve(void items.set(key, value)),
    removeItem: (key) => Promise.resolve(void items.delete(key)),
    getKeys: (base = '') => Promise.resolve([...items.keys()].filter((it) => it.startsWith(base))),
  };
};

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
type Watcher = ReturnType<typeof createWatcher>;

interface HandlerOptions {
  readonly serviceUrl: string;
  readonly basePath: string;
  readonly now: () => number;
  readonly sealingKeys: readonly [string, ...string[]];
  readonly fetch: Fetch;
  readonly submissionStore: Storage | null;
  readonly watcher: Pick<Watcher, 'submitted' | 'query'> | null;
}

const SECRETS = { clientId: 'client-1', clientSecret: 'secret-1', apiKey: 'api-key-1' };

export const createHandler = ({
  submissionStore,
  watcher,
  now,
  ...options
}: HandlerOptions): PartnerHandler =>
  createPartnerHandler({
    ...SECRETS,
    ...options,
    authorize: (request) => ({ userId: request.headers.get('x-user') ?? '' }),
    limits: { submissions: null, queries: null, userTokens: null },
    clock: { now },
    onEvent: () => undefined,
    ...(submissionStore === null ? {} : { submissionStore }),
    ...(watcher === null ? {} : { watcher }),
  });

interface WatcherOptions {
  readonly service: Service;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly storage: Storage;
  readonly fetch: Fetch;
}

/** The watcher of one process. It runs until the clock stops. */
export const createWatcher = ({ service, now, sleep, storage, fetch }: WatcherOptions) => {
  const watcher = createTaskWatcher({
    serviceUrl: service.url,
    clientId: SECRETS.clientId,
    apiKey: SECRETS.apiKey,
    storage,
    fetch,
    onFinished: () => undefined,
    onEvent: () => undefined,
    clock: {
      now,
      elapsed: now,
      setTimer: (run, ms) => {
        const timer = new AbortController();
        sleep(ms, timer.signal).then(run, () => undefined);
        return () => timer.abort();
      },
    },
  });
  return {
    start: watcher.start,
    submitted: watcher.submitted,
    query: watcher.query,
    /** True if it watches this task, or has watched it. */
    async knows(userId: string, task: string): Promise<boolean> {
      const { tasks } = await watcher.list(userId, { limit: 100, after: null });
      return tasks.some(({ transcriptionId }) => transcriptionId === task);
    },
  };
};
