/**
 * The service worker of “Pull the plug”. It plays the partner's backend, the service and the storage host for the page in
 * the frame. Its scope is its own folder, so it controls no other page, and it answers only addresses of a visit.
 */
import { openDB, type DBSchema } from 'idb';
import { type Visit, currentUpload, newVisit } from './visit.js';
import { createDesk, type Desk } from './desk.js';
import { channelOf, CLAIM, parseCommand, type Command, askedOf } from './messages.js';
import { fromNetworkOrStore } from '../offline-files.js';
import type { WorkerScope } from '../service-worker.js';

// Keeps the visits in IndexedDB, so that they survive a reload and a service worker that the
// browser has stopped.

interface Schema extends DBSchema {
  visits: { key: string; value: Visit };
}

/** In ms: one day. The element keeps unfinished uploads as long. */
const KEPT_MS = 24 * 60 * 60 * 1000;

interface Records {
  /** Null if there is none. */
  read(id: string): Promise<Visit | null>;
  write(visit: Visit): Promise<void>;
  delete(id: string): Promise<void>;
  /** Deletes the visits that have not changed for a day. */
  deleteOld(now: number): Promise<void>;
}

const openRecords = (): Records => {
  const database = openDB<Schema>('audio-transcribe-simulation', 1, {
    upgrade: (opened) => void opened.createObjectStore('visits', { keyPath: 'id' }),
  });
  return {
    read: async (id) => (await (await database).get('visits', id)) ?? null,
    write: async (visit) => void (await (await database).put('visits', visit)),
    delete: async (id) => (await database).delete('visits', id),
    async deleteOld(now) {
      const opened = await database;
      for (const { id, changedAt } of await opened.getAll('visits'))
        if (changedAt + KEPT_MS < now) await opened.delete('visits', id);
    },
  };
};

const worker = globalThis as unknown as WorkerScope;
const { scope } = worker.registration;
const records = openRecords();

/** The pages get the news at most this often, in ms. */
const NEWS_MS = 100;

const newId = (): string => crypto.randomUUID().replaceAll('-', '');

/** If the browser forbids IndexedDB, the simulation works until the browser stops this worker. */
const unlessForbidden = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

interface OpenVisit {
  readonly desk: Desk;
  /** Sends the news at once; with `all`, everything. */
  readonly tell: (all: boolean) => void;
  /** Deletes what is stored. Nothing is stored again until the next upload, if this one is finished. */
  readonly discard: (isFinished: boolean) => Promise<void>;
  readonly isFinished: () => boolean;
}

const openVisit = async (id: string): Promise<OpenVisit> => {
  await unlessForbidden(records.deleteOld(Date.now()));
  const visit = (await unlessForbidden(records.read(id))) ?? newVisit(id, Date.now());
  const channel = new BroadcastChannel(channelOf(id));
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** The upload that needs no storing any more; null for none. */
  let finished: string | null = null;

  const uploadId = (): string => currentUpload(visit)?.uploadId ?? '';
  const isFinished = (): boolean => finished === uploadId();
  const tell = (all: boolean): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    channel.postMessage(desk.news(all));
  };
  const desk: Desk = createDesk({
    visit,
    scope,
    newId,
    clock: {
      now: () => Date.now(),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms))),
    },
    onChange: () => (timer ??= setTimeout(() => tell(false), NEWS_MS)),
    keep: async () => {
      if (isFinished()) return;
      visit.changedAt = Date.now();
      await unlessForbidden(records.write(visit));
    },
  });
  const discard = async (isEnd: boolean): Promise<void> => {
    finished = isEnd ? uploadId() : null;
    await unlessForbidden(records.delete(id));
  };
  return { desk, tell, discard, isFinished };
};

const visits = new Map<string, Promise<OpenVisit>>();

const visitOf = (id: string): Promise<OpenVisit> => {
  const known = visits.get(id) ?? openVisit(id);
  visits.set(id, known);
  return known;
};

const obey = async (command: Command): Promise<void> => {
  const { visit } = command;
  const { desk, tell, discard, isFinished } = await visitOf(visit);
  // A page that is opened after the end begins anew.
  const isNewStart = command.type === 'forget' || (command.type === 'opened' && isFinished());
  await desk.obey(isNewStart ? { visit, type: 'forget' } : command);
  if (isNewStart || command.type === 'finished') await discard(!isNewStart);
  tell(isNewStart || command.type === 'watch');
};

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('message', (event) => {
  if (event.data === CLAIM) event.waitUntil(worker.clients.claim());
  const command = parseCommand(event.data);
  if (command !== null) event.waitUntil(obey(command));
});

worker.addEventListener('fetch', (event) => {
  const asked = askedOf(scope, event.request.url);
  // The files of the page in the frame. In the static demo, they are stored for a visit without a network.
  if (asked === null) {
    if (event.request.method === 'GET') event.respondWith(fromNetworkOrStore(event.request));
    return;
  }
  event.respondWith(visitOf(asked.visit).then(({ desk }) => desk.answer(event.request, asked)));
});
