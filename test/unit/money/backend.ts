/** The partner's backend for one service: instances of the real handler, the store that they share, and the watcher. */
import type { HttpRequest, HttpResponse } from '../../../src/engine.js';
import { BACKEND_PATHS } from '../../../src/protocol/routes.js';
import type { PartnerHandler } from '../../../src/server.js';
import { responseOf } from '../../support/simulated-world.js';
import type { Fact } from './facts.js';
import type { Network } from './network.js';
import { USERS } from './plan.js';
import { createHandler, createStorage, createWatcher, type Storage } from './product-server.js';
import type { Service } from './service.js';

export interface BackendOptions {
  readonly service: Service;
  readonly network: Network;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly add: (fact: Fact) => void;
  /** True for two instances with a shared store of submissions; false for one that remembers them itself. */
  readonly isShared: boolean;
  readonly isWatched: boolean;
}

interface Instance {
  /** The handler for the requests of this user, so that it is known for whom it calls the service. */
  readonly handlerFor: (user: string) => PartnerHandler;
  /** Rejects when the process dies. */
  readonly died: Promise<never>;
  readonly die: () => void;
  /** After so many more calls to the store, the service or the watcher, the process dies. */
  callsLeft: number;
}

const never = new Promise<never>(() => undefined);
const FIRST_KEY = 'first-sealing-key-of-the-partner-0123456789';

export const createBackend = (options: BackendOptions) => {
  const { service, network, now, add } = options;
  const store = createStorage();
  const tasks = createStorage();
  const sealingKeys: [string, ...string[]] = [FIRST_KEY];
  const url = `https://app.example.com/api/${service.name}`;
  let storeFailures = 0;
  /** Commands that were given up while the store was away. It carries them out once it is back, as clients do. */
  let late: (() => Promise<unknown>)[] | null = null;
  let turn = 0;
  /** After so many calls, the process of the next submission dies. */
  let killing: number | null = null;

  const atService =
    (user: string) =>
    (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const method = init?.method ?? 'GET';
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      const forward = (): Response => service.fromHandler(pathname, method, body, user);
      if (!pathname.includes('/transcriptions')) return Promise.resolve(forward());
      if (method === 'POST') {
        add({
          kind: 'sent',
          recording: service.recordingAt((body as { file_url: string }).file_url),
        });
      }
      return network.fetch(method === 'POST' ? 'service-submit' : 'service-query', forward);
    };

  const watcher = options.isWatched
    ? createWatcher({ ...options, storage: tasks, fetch: atService('') })
    : null;
  watcher?.start();

  const open = (): Instance => {
    let die: () => void = () => undefined;
    const died = new Promise<never>((_resolve, reject) => {
      die = () => reject(new TypeError('the process died'));
    });
    died.catch(() => undefined);
    let isDead = false;
    /** What the process does with the world outside. A dead one does nothing any more. */
    const outside = async <T>(work: () => Promise<T>): Promise<T> => {
      if (isDead) return never;
      if (instance.callsLeft-- === 0) {
        instance.die();
        return never;
      }
      const result = await work();
      return isDead ? never : result;
    };
    const shared: Storage = {
      getItem: (key) => outside(() => failing(() => store.getItem(key))),
      setItem: (key, value) => outside(() => failing(() => store.setItem(key, value))),
      removeItem: (key) => outside(() => failing(() => store.removeItem(key))),
      setIfAbsent: (key, value) => outside(() => failing(() => store.setIfAbsent(key, value))),
      getKeys: store.getKeys,
    };
    const handlers = new Map<string, PartnerHandler>();
    const keys: typeof sealingKeys = [...sealingKeys];
    const instance: Instance = {
      died,
      die: () => {
        isDead = true;
        die();
      },
      callsLeft: Infinity,
      handlerFor(user) {
        const handler =
          handlers.get(user) ??
          createHandler({
            ...{ serviceUrl: service.url, basePath: new URL(url).pathname, now, sealingKeys: keys },
            fetch: (...call) => outside(() => atService(user)(...call)),
            submissionStore: options.isShared ? shared : null,
            watcher: watcher && {
              ...watcher,
              submitted: (...task) => outside(async () => watcher.submitted(...task)),
            },
          });
        handlers.set(user, handler);
        return handler;
      },
    };
    // A handler knows the keys since it was made.
    for (const user of USERS) instance.handlerFor(user);
    return instance;
  };

  const failing = <T>(work: () => Promise<T>): Promise<T> => {
    if (late !== null) {
      late.push(work);
      return Promise.reject(new Error('the command was given up'));
    }
    if (storeFailures === 0) return work();
    storeFailures -= 1;
    return Promise.reject(new Error('the store is down'));
  };

  const instances = Array.from({ length: options.isShared ? 2 : 1 }, open);
  // Somebody has been here before, so the store is marked.
  const visit = new Request(`${url}/user-token`, {
    method: 'POST',
    headers: { 'X-User': USERS[0] },
  });
  void instances[0]?.handlerFor(USERS[0])(visit);

  /** Starts a process in the place of another. It does not know what that one remembered. */
  const begin = (at: number): void => {
    instances[at] = open();
    add({ kind: 'unknowable' });
    if (!options.isShared) add({ kind: 'keys lost' });
  };

  /** What the handler has told the page, as facts. */
  const note = async (request: HttpRequest, user: string, response: Response, askedAt: number) => {
    if (!response.ok || !request.url.includes(BACKEND_PATHS.transcriptions)) return;
    const { transcription_id: sealedId = '', status = '' } = (await response.clone().json()) as {
      transcription_id?: string;
      status?: string;
    };
    const task = Buffer.from(sealedId.split('.')[0] ?? '', 'base64url').toString();
    if (request.method === 'GET') return add({ kind: 'told', task, user, status, askedAt });
    const isWatched = watcher === null || (await watcher.knows(user, task));
    add({ kind: 'accepted', task, isWatched });
  };

  return {
    url,
    service,
    /** A call of a page in the session of this user. Rejects if the process dies. */
    async ask(request: HttpRequest, user: string): Promise<HttpResponse> {
      const at = turn++ % instances.length;
      const instance = instances[at] ?? open();
      const isSubmission = request.method === 'POST' && request.url.endsWith('/transcriptions');
      if (isSubmission && killing !== null) {
        instance.callsLeft = killing;
        killing = null;
      }
      const askedAt = now();
      const { origin, host } = new URL(request.url);
      const sent = new Request(request.url, {
        method: request.method,
        headers: { ...request.headers, 'X-User': user, Origin: origin, Host: host },
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      const answer = Promise.resolve(instance.handlerFor(user)(sent));
      try {
        const response = await Promise.race([answer, instance.died]);
        await note(request, user, response, askedAt);
        return await responseOf(response);
      } catch (error) {
        if (instances[at] === instance) begin(at);
        throw error;
      }
    },
    /** All processes start again: what they remembered is gone. */
    restart(): void {
      for (const [at, instance] of instances.entries()) {
        instance.die();
        begin(at);
      }
    },
    /** The process that serves the next submission dies after so many calls to the world outside. */
    killAfter: (calls: number): void => void (killing = calls),
    /** As documented: the new key first, the old ones after it. */
    rotate(): void {
      sealingKeys.unshift(`sealing-key-${sealingKeys.length}-of-the-partner-0123456789`);
      add({ kind: 'rotated' });
      this.restart();
    },
    failStore(times: number): void {
      storeFailures = times;
      // Until it works, no instance can tell what another one has sent.
      if (times > 0) add({ kind: 'unknowable' });
    },
    /** The store is away for so long. It then carries out, in their order, the commands that were given up. */
    async delayStore(ms: number): Promise<void> {
      if (late !== null) return;
      late = [];
      await options.sleep(ms, new AbortController().signal);
      const commands = late;
      late = null;
      for (const command of commands) await command();
    },
  };
};

export type PartnerBackend = ReturnType<typeof createBackend>;
