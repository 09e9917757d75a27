/** One browser: its disk, its network, its tabs and their elements, and whose session it has. */
import type {
  Http,
  PartTransport,
  Ports,
  SessionEvent,
  SessionState,
} from '../../../src/engine.js';
import { BACKEND_PATHS, SERVICE_PATHS } from '../../../src/protocol/routes.js';
import { createMemoryStore, createMemoryTabs } from '../../support/memory-store.js';
import { createMemoryRecords } from '../../support/memory-records.js';
import { createWorld } from '../../support/simulated-world.js';
import type { PartnerBackend } from './backend.js';
import type { Fact, Place } from './facts.js';
import { createDisk, mortal } from './mortal.js';
import type { Network } from './network.js';
import { USERS, type ElementSetup, type Setup } from './plan.js';
import { openPage, type ModelElement } from './product.js';
import { md5Of } from './service.js';

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

const hash: Ports['hash'] = async (blob, { partSize = blob.size, from, onPart, signal }) => {
  for (let start = from?.bytes ?? 0; start < blob.size; start += partSize) {
    const end = Math.min(start + partSize, blob.size);
    const md5 = md5Of(await bytesOf(blob.slice(0, end)));
    const state = { engine: 'simulated', bytes: new Uint8Array() };
    onPart?.({ start, end, md5: null, point: { bytes: end, md5, state } });
  }
  signal.throwIfAborted();
  return md5Of(await bytesOf(blob));
};

const callOf = (url: string, method: string) => {
  if (url.endsWith(BACKEND_PATHS.userToken)) return 'user-token';
  if (url.endsWith(SERVICE_PATHS.uploadPlan)) return 'plan';
  if (url.endsWith(SERVICE_PATHS.completeUpload)) return 'complete';
  return method === 'POST' ? 'submit' : 'query';
};

/** As `placeOf` of the product. */
const placeOf = (elements: readonly ElementSetup[], position: number): string => {
  const id = elements[position]?.id ?? '';
  const before = elements.slice(0, position + 1).filter((one) => one.id === id);
  return `${id} ${before.length}/${elements.filter((one) => one.id === id).length}`;
};

/** An element of an open page. */
export interface Shown extends ModelElement {
  kind: ElementSetup['kind'];
  readonly place: Place;
  readonly tab: Tab;
  readonly position: number;
  readonly service: string;
  /** Recordings whose owner the page does not know yet. */
  readonly unowned: Set<string>;
  /** Null while it is not in the page. */
  remove: (() => void) | null;
}

export interface Tab {
  readonly name: string;
  path: string;
  elements: Shown[];
  /** Ends all that the page does, without a word. */
  die: () => void;
  /** Makes an element for a place in the page, and puts it there. */
  make: (position: number) => Shown | null;
}

interface BrowserOptions {
  readonly setup: Setup;
  readonly clock: Ports['clock'];
  readonly random: () => number;
  readonly network: Network;
  readonly backends: readonly [PartnerBackend, ...PartnerBackend[]];
  readonly add: (fact: Fact) => void;
}

export const createBrowser = (options: BrowserOptions) => {
  const { setup, clock, network, backends, add } = options;
  const plain = createWorld();
  const memory = createMemoryStore();
  const lists = createMemoryRecords();
  const disk = createDisk({ memory, lists });
  const locks = createMemoryTabs();
  /** The user of each `userKey`, of pages and of tokens. */
  const users = new Map<string, string>();
  const browser = { user: USERS[0] as string, isOnline: true, clockError: 0, isTurned: false };
  let ids = 0;

  /* ---- The network ---- */

  const noteToken = (userKey: string | undefined, user: string, unowned: Set<string>): void => {
    if (userKey === undefined) return;
    users.set(userKey, user);
    add({ kind: 'seen', user, by: 'token' });
    for (const recording of unowned) add({ kind: 'owned', recording, user });
    unowned.clear();
  };

  const httpOf =
    (unowned: Set<string>): Http =>
    async (request) => {
      const { url, method, signal } = request;
      const { user } = browser;
      const backend = backends.find(
        (it) => url.startsWith(it.url) || url.startsWith(it.service.url),
      );
      if (backend === undefined || !browser.isOnline) throw new TypeError('no network');
      const call = callOf(url, method);
      const response = await network.send(call, () =>
        url.startsWith(backend.url)
          ? backend.ask(request, user)
          : Promise.resolve(backend.service.fromPage(request)),
      );
      signal.throwIfAborted();
      if (call === 'user-token' && response.status === 200) {
        const token: unknown = await response.json().catch(() => ({}));
        noteToken((token as { readonly userKey?: string }).userKey, user, unowned);
      }
      return response;
    };

  const sendPart: PartTransport = async ({ url, body, onProgress, signal }) => {
    const service = backends.find((it) => url.startsWith(it.service.host))?.service;
    if (service === undefined || !browser.isOnline) throw new TypeError('no network');
    const bytes = await bytesOf(body);
    onProgress(bytes.length);
    let stored: ReturnType<typeof service.put> | null = null;
    const { status, header } = await network.send('part', () => {
      stored = service.put(url, bytes);
      const { status } = stored;
      return Promise.resolve({ status, header: () => null, json: () => Promise.resolve({}) });
    });
    signal.throwIfAborted();
    return stored ?? { status, etag: null, retryAfter: header('Retry-After') };
  };

  const portsOf = (unowned: Set<string>, isDead: () => boolean): Ports => ({
    ...plain,
    clock: mortal({ now: () => clock.now() + browser.clockError, sleep: clock.sleep }, isDead),
    random: options.random,
    connectivity: {
      isOnline: () => browser.isOnline,
      async whenOnline(signal) {
        while (!browser.isOnline) await clock.sleep(1_000, signal);
      },
      whenBack: plain.connectivity.whenBack,
    },
    ...mortal({ http: httpOf(unowned), sendPart, hash }, isDead),
  });

  /* ---- What elements do ---- */

  const note = (
    { place, service }: Pick<Shown, 'place' | 'service'>,
    recording: string,
    state: SessionState,
    previous: SessionState,
    event: SessionEvent,
  ): void => {
    if (recording === '') return;
    if (event.type === 'selected') add({ kind: 'shown', recording, place, service });
    if (event.type === 'succeeded') add({ kind: 'read', recording, text: event.data.text });
    if (event.type === 'failed') {
      const { failure, code } = event.error;
      add({ kind: 'failed', recording, reason: failure?.reason ?? code, user: browser.user });
    }
    const isLeft = previous.name === 'ready' && state.name !== 'ready' && state.name !== 'idle';
    if (isLeft && event.type !== 'selected') {
      add({ kind: 'revived', recording, state: state.name });
    }
  };

  /** Opens the page of the tab's path, or reloads it. */
  const load = (tab: Tab, sessionStorage: Map<string, string>, isReloaded: boolean): void => {
    let isDead = false;
    const dies = (): boolean => isDead;
    const memoryTab = locks.open();
    const { user } = browser;
    const userKey = setup.hasUserKeys ? user : null;
    if (userKey !== null) {
      users.set(userKey, user);
      add({ kind: 'seen', user, by: 'page' });
    }
    tab.die = () => {
      isDead = true;
      memoryTab.die();
    };
    const planned = setup.pages.find(({ path }) => path === tab.path)?.elements ?? [];
    const elements = browser.isTurned ? planned.toReversed() : planned;
    const page = openPage({
      store: mortal(disk.onDisk(memory), dies),
      lists: mortal(disk.onDisk(lists), dies),
      locks: mortal(memoryTab.locks, dies),
      news: memoryTab.news,
      newId: () => `job-${++ids}`,
      path: tab.path,
      tab: tab.name,
      sessionStorage: {
        getItem: (key) => sessionStorage.get(key) ?? null,
        setItem: (key, value) => void sessionStorage.set(key, value),
        removeItem: (key) => void sessionStorage.delete(key),
      },
      isReloaded,
    });
    tab.make = (position) => {
      const element = elements[position];
      if (element === undefined) return null;
      const { kind, manualStart } = element;
      const inPage = placeOf(elements, position);
      const place = `${tab.name} ${tab.path} ${inPage}`;
      const backend = backends[element.service] ?? backends[0];
      const service = backend.service.name;
      const address = `${user}-${tab.path.slice(1)}-${planned.indexOf(element)}.wav`;
      const unowned = new Set<string>();
      if (kind === 'address')
        add({ kind: 'opened', recording: address, user: browser.user, place });
      const made = page.open({
        ...{ kind, manualStart, place: inPage, userKey },
        ports: portsOf(unowned, dies),
        serviceUrl: backend.service.url,
        backendUrl: backend.url,
        fileUrl: `https://public.example.com/${address}`,
        onEvent: (...change) => {
          if (!isDead) note({ place, service }, ...change);
        },
      });
      const remove = made.connect();
      return { ...made, ...{ kind, place, tab, position, service, unowned, remove } };
    };
    tab.elements = elements.flatMap((_element, position) => tab.make(position) ?? []);
  };

  return Object.assign(browser, {
    memory,
    lists,
    disk,
    load,
    userOf: (scope: string | null | undefined): string | null =>
      users.get((scope ?? '').replace(/^[a-z]+:/, '')) ?? null,
  });
};

export type Browser = ReturnType<typeof createBrowser>;
