/**
 * The service worker of “Pull the plug”. It plays the partner's backend, the service and the storage host for the page in
 * the frame. Its scope is its own folder, so it controls no other page, and it answers only addresses of a visit.
 */
import { createDesk, type Desk } from './desk.js';
import { channelOf, CLAIM, parseCommand, type Command } from './messages.js';
import { askedOf } from './places.js';
import { openRecords } from './records.js';
import { currentUpload, newVisit } from './visit.js';

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** The part of ServiceWorkerGlobalScope that this file uses. The DOM's types do not include it. */
interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(
    type: 'message',
    listener: (event: Extendable & { readonly data: unknown }) => void,
  ): void;
}

const worker = globalThis as unknown as WorkerScope;
const { scope } = worker.registration;
const records = openRecords();

/** The pages get the news at most this often, in ms. */
const NEWS_MS = 100;

const newId = (): string => crypto.randomUUID().replaceAll('-', '');

interface OpenVisit {
  readonly desk: Desk;
  /** Sends the news at once; with `all`, everything. */
  readonly tell: (all: boolean) => void;
  /** From now on, nothing is stored until the next upload. */
  readonly finish: () => Promise<void>;
}

const openVisit = async (id: string): Promise<OpenVisit> => {
  await records.deleteOld(Date.now());
  const visit = (await records.read(id)) ?? newVisit(id, Date.now());
  const channel = new BroadcastChannel(channelOf(id));
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** The upload that needs no storing any more; null for none. */
  let finished: string | null = null;

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
      if (finished !== null && finished === (currentUpload(visit)?.uploadId ?? '')) return;
      visit.changedAt = Date.now();
      await records.write(visit);
    },
  });
  const finish = async (): Promise<void> => {
    finished = currentUpload(visit)?.uploadId ?? '';
    await records.delete(id);
  };
  return { desk, tell, finish };
};

const visits = new Map<string, Promise<OpenVisit>>();

const visitOf = (id: string): Promise<OpenVisit> => {
  const known = visits.get(id) ?? openVisit(id);
  visits.set(id, known);
  return known;
};

const obey = async (command: Command): Promise<void> => {
  const { desk, tell, finish } = await visitOf(command.visit);
  await desk.obey(command);
  if (command.type === 'finished' || command.type === 'forget') await finish();
  tell(command.type === 'watch' || command.type === 'forget');
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
  if (asked === null) return;
  event.respondWith(visitOf(asked.visit).then(({ desk }) => desk.answer(event.request, asked)));
});
