/** A private sandbox and backend handler for browser tests, with their own faults and log. */
import type { DemoSettings } from '../../demo/backend.js';
import type { Fault, FaultRecord, Lifetimes, LogEntry } from '../../demo/sandbox/index.js';

export interface BackendOptions {
  /** In bytes. Default: 64 KiB. */
  readonly chunkSize?: number;
  readonly faults?: readonly Fault[];
  readonly lifetimes?: Partial<Lifetimes>;
  /** Maximum number of queued tasks. */
  readonly queueLength?: number;
  /** The lifetime that the handler requests at 4.3, in seconds. */
  readonly userTokenSeconds?: number;
  /** The handler is on another origin than the page, and proxies uploads. */
  readonly onAnotherOrigin?: boolean;
}

/** `signed-out`: the handler knows no session. `sign-in-page`: a proxy redirects each request to a page. */
export type Door = 'open' | 'signed-out' | 'sign-in-page';

export interface BackendSettings extends DemoSettings {
  readonly storageUrl: string;
}

export interface TaskSeen {
  readonly id: string;
  readonly statuses: readonly string[];
}

export interface PrivateBackend {
  readonly settings: BackendSettings;
  /** The settings of a page in which this user (6 characters or more) is signed in. */
  readonly settingsFor: (userId: string) => BackendSettings;
  /** Signs in this user, as another tab of the browser may. Pages with `settings` have the new session from now on. */
  readonly signIn: (userId: string) => Promise<void>;
  /** What requests to the handler meet from now on. */
  readonly setDoor: (door: Door) => Promise<void>;
  readonly log: () => Promise<readonly LogEntry[]>;
  /** The bytes of a completed file; null if there is none. */
  readonly file: (fileId: string) => Promise<Uint8Array | null>;
  /** One entry per accepted submission. */
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
    signIn: async (userId) => {
      await post(`${base}/users/${userId}`, {});
    },
    setDoor: async (door) => {
      await post(`${base}/door/${door}`, {});
    },
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

/** Resolves once every fault has been applied. */
export const untilStruck = async (backend: PrivateBackend): Promise<void> => {
  while ((await backend.faults()).some(({ struck }) => struck === 0))
    await new Promise(requestAnimationFrame);
};

/** For `afterEach`: closes the backends that this page opened. */
export const closeBackends = async (): Promise<void> => {
  await Promise.all([...opened].map((backend) => backend.close()));
};
