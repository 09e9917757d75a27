/** For browser tests: a sandbox and a partner's handler of one's own, with their faults and their log. */
import type { DemoSettings } from '../../demo/backend.js';
import type { Fault, FaultRecord, Lifetimes, LogEntry } from '../../demo/sandbox/index.js';

export interface BackendOptions {
  /** Bytes. Default 64 KiB. */
  readonly chunkSize?: number;
  readonly faults?: readonly Fault[];
  readonly lifetimes?: Partial<Lifetimes>;
  /** Tasks that may wait. */
  readonly queueLength?: number;
  /** What the partner's handler asks for at 4.3, in seconds. */
  readonly userTokenSeconds?: number;
  /** How long the partner's handler waits for the service, in ms. */
  readonly handlerTimeoutMs?: number;
  /** The handler is on another origin than the page, and relays uploads. */
  readonly onAnotherOrigin?: boolean;
}

export interface BackendSettings extends DemoSettings {
  readonly storageUrl: string;
}

export interface TaskSeen {
  readonly id: string;
  readonly statuses: readonly string[];
}

export interface PrivateBackend {
  readonly settings: BackendSettings;
  /** What a page has to know in which this user is signed in, 6 characters or more. */
  readonly settingsFor: (userId: string) => BackendSettings;
  readonly log: () => Promise<readonly LogEntry[]>;
  /** The bytes of a file whose upload is complete; null where there is none. */
  readonly file: (fileId: string) => Promise<Uint8Array | null>;
  /** One for each submission that was taken. */
  readonly tasks: () => Promise<readonly TaskSeen[]>;
  readonly faults: () => Promise<readonly FaultRecord[]>;
  readonly setFaults: (faults: readonly Fault[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

const BACKENDS = '/test/backends';
const opened = new Set<PrivateBackend>();

const call = async (url: string, init?: RequestInit): Promise<Response> => {
  const response = await fetch(url, init);
  if (!response.ok)
    throw new Error(`${init?.method ?? 'GET'} ${url}: ${response.status} ${await response.text()}`);
  return response;
};

const post = (url: string, body: unknown): Promise<Response> =>
  call(url, { method: 'POST', body: JSON.stringify(body) });

export const openBackend = async (options: BackendOptions = {}): Promise<PrivateBackend> => {
  const created = (await (await post(BACKENDS, options)).json()) as {
    readonly id: string;
    readonly settings: BackendSettings;
  };
  const base = `${BACKENDS}/${created.id}`;
  const get = async <T>(what: string): Promise<T> =>
    (await (await call(`${base}/${what}`)).json()) as T;
  const backend: PrivateBackend = {
    settings: created.settings,
    settingsFor: (userId) => ({ ...created.settings, backendUrl: `${base}/as/${userId}/api` }),
    log: () => get('log'),
    tasks: () => get('tasks'),
    faults: () => get('faults'),
    file: async (fileId) => {
      const response = await call(`${base}/files/${fileId}`);
      return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null;
    },
    setFaults: async (faults) => {
      await post(`${base}/faults`, faults);
    },
    close: async () => {
      opened.delete(backend);
      await call(base, { method: 'DELETE' });
    },
  };
  opened.add(backend);
  return backend;
};

/** Resolves once every fault that is set has struck. */
export const untilStruck = async (backend: PrivateBackend): Promise<void> => {
  while ((await backend.faults()).some(({ struck }) => struck === 0))
    await new Promise(requestAnimationFrame);
};

/** For `afterEach`: ends what this page opened. */
export const closeBackends = async (): Promise<void> => {
  await Promise.all([...opened].map((backend) => backend.close()));
};
