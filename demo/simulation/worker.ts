/**
 * The service worker of “Pull the plug”. It plays the partner's backend, the service and the storage host for the page in
 * the frame. Its scope is its own folder, so it controls no other page, and it answers only addresses of a visit.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { type Visit, currentUpload, newVisit } from './visit.js';
import { createDesk, type Desk } from './desk.js';
import { channelOf, CLAIM, isCommand, type Command, askedOf } from './messages.js';
import { fromNetworkOrStore } from '../offline-files.js';
import type { WorkerScope } from '../service-worker.js';

// Keeps the visits in IndexedDB, so that they survive a reload and a service worker that the
// browser has stopped.

interface Schema extends DBSchema {
  visits: { key: string; value: Visit };
}

/** In ms: one day. The element keeps unfinished uploads as long. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const database = openDB<Schema>('audio-transcribe-simulation', 1, {
  upgrade: (opened) => void opened.createObjectStore('visits', { keyPath: 'id' }),
});

/** Null if the browser forbids IndexedDB. Then the simulation works until the browser stops this worker. */
const inStore = <T>(work: (store: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> =>
  database.then(work).catch(() => null);

/** Deletes the visits that have not changed for a day. */
const deleteOld = async (store: IDBPDatabase<Schema>): Promise<void> => {
  for (const { id, changedAt } of await store.getAll('visits'))
    if (changedAt + KEPT_MS < Date.now()) await store.delete('visits', id);
};

const worker = globalThis as unknown as WorkerScope;
const { scope } = worker.registration;

/** The pages get the news at most this often, in ms. */
const NEWS_MS = 100;

const newId = (): string => crypto.randomUUID().replaceAll('-', '');

const openVisit = async (id: string) => {
  await inStore(deleteOld);
  const visit = (await inStore((store) => store.get('visits', id))) ?? newVisit(id, Date.now());
  const channel = new BroadcastChannel(channelOf(id));
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** The upload that needs no storing any more; null for none. */
  let finished: string | null = null;

  const uploadId = (): string => currentUpload(visit)?.uploadId ?? '';
  const isFinished = (): boolean => finished === uploadId();
  /** Sends the news at once; with `all`, everything. */
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
      await inStore((store) => store.put('visits', visit));
    },
  });
  /** Deletes what is stored. Nothing is stored again until the next upload, if this one is finished. */
  const discard = async (isEnd: boolean): Promise<void> => {
    finished = isEnd ? uploadId() : null;
    await inStore((store) => store.delete('visits', id));
  };
  return { desk, tell, discard, isFinished };
};

const visits = new Map<string, ReturnType<typeof openVisit>>();

const visitOf = (id: string): ReturnType<typeof openVisit> => {
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
  else if (isCommand(event.data)) event.waitUntil(obey(event.data));
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
