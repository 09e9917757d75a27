/** A task watcher with a clock that the test advances, a fake service, and an unstorage storage in memory. */
import { createStorage } from 'unstorage';
import {
  createTaskWatcher,
  type FinishedTask,
  type HandlerEvent,
  type SubmittedTask,
  type TaskWatcher,
  type TaskWatcherOptions,
  type WatcherClock,
  type WatcherStorage,
} from '../../../../src/server.js';

export const API_KEY = 'api-key-c41f88';
export const DATA = {
  text: 'Hello.',
  language: 'en',
  duration: 2,
  segments: [{ speaker: 'S1', start_ms: 0, end_ms: 900, text: 'Hello.' }],
  speaker_embeddings: { S1: [0.1, 0.2] },
};

/** A status; or an HTTP status of a failure, with `Retry-After` in seconds; or any body. */
export type Reply =
  | string
  | { readonly http: number; readonly retryAfter?: number }
  | { readonly body: string };

export interface SimulatedClock extends WatcherClock {
  /** Somebody sets the clock forward, or back if `ms` is negative. */
  set(ms: number): void;
  /** Runs all timers of the next `ms` milliseconds, and waits for the work that each starts. */
  advance(ms: number): Promise<void>;
  /** Like `advance`, but the machine sleeps meanwhile: timers run late, at the end. */
  sleep(ms: number): Promise<void>;
  timers(): number;
}

/** Hashes run in other threads, so no number of rounds of the event loop is sure to be enough for one. */
const hashes = new Set<Promise<unknown>>();
const { digest } = SubtleCrypto.prototype;
crypto.subtle.digest = (...input) => {
  const hash = digest.apply(crypto.subtle, input);
  hashes.add(hash);
  const end = (): void => void hashes.delete(hash);
  hash.then(end, end);
  return hash;
};

/** Lets all pending promises, I/O callbacks and hashes run. */
export const settle = async (rounds = 12): Promise<void> => {
  do {
    await Promise.allSettled(hashes);
    for (let round = 0; round < rounds; round++) await new Promise((done) => setImmediate(done));
  } while (hashes.size > 0);
};

/** Timers that are due at about the same time run together, a little late, as on a busy machine. */
const LATENESS_MS = 50;

interface Timer {
  /** In ms since 1970. */
  readonly at: number;
  readonly run: () => void;
}

export const createSimulatedClock = (
  start = Date.UTC(2026, 0, 1),
  wait: () => Promise<void> = settle,
): SimulatedClock => {
  let now = start;
  let setBy = 0;
  const timers = new Set<Timer>();
  const clock: SimulatedClock = {
    now: () => now + setBy,
    elapsed: () => now - start,
    set: (ms) => void (setBy += ms),
    setTimer(run, ms) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    timers: () => timers.size,
    async advance(ms) {
      const end = now + ms;
      await wait();
      for (;;) {
        const next = Math.min(...[...timers].map(({ at }) => at));
        if (next > end) break;
        now = Math.max(now, Math.min(next + LATENESS_MS, end));
        for (const timer of [...timers]) {
          if (timer.at <= now && timers.delete(timer)) timer.run();
        }
        await wait();
      }
      now = end;
    },
    async sleep(ms) {
      now += ms;
      await clock.advance(60_000);
    },
  };
  return clock;
};

export interface Service {
  readonly fetch: typeof fetch;
  /** What it answers to queries of a task; of all tasks without an id. */
  answer(reply: Reply | (() => Reply), id?: string): void;
  /** The ids that were queried, in order. */
  readonly queries: string[];
  /** Times of the queries, in ms. */
  readonly times: number[];
}

export const createService = (clock: WatcherClock): Service => {
  const replies = new Map<string, Reply | (() => Reply)>();
  const queries: string[] = [];
  const times: number[] = [];
  return {
    queries,
    times,
    answer: (reply, id = '') => void replies.set(id, reply),
    fetch: (input) => {
      const id = decodeURIComponent(new URL(input as string).pathname.split('/').pop() ?? '');
      queries.push(id);
      times.push(clock.now());
      const found = replies.get(id) ?? replies.get('') ?? 'PENDING';
      const reply = typeof found === 'function' ? found() : found;
      if (typeof reply === 'object' && 'http' in reply) {
        const headers =
          reply.retryAfter === undefined ? {} : { 'Retry-After': String(reply.retryAfter) };
        return Promise.resolve(new Response('raw-service-text', { status: reply.http, headers }));
      }
      const body =
        typeof reply === 'object'
          ? reply.body
          : JSON.stringify({
              transcription_id: id,
              status: reply,
              data: reply === 'SUCCESS' ? DATA : {},
            });
      return Promise.resolve(new Response(body));
    },
  };
};

export interface World {
  readonly clock: SimulatedClock;
  readonly service: Service;
  readonly storage: WatcherStorage;
  readonly watcher: TaskWatcher;
  readonly submitted: SubmittedTask[];
  readonly finished: FinishedTask[];
  readonly events: HandlerEvent[];
  /** The watcher of another process over the same storage and service. */
  another(changes?: Partial<TaskWatcherOptions>): TaskWatcher;
  /** Submits a task of `user-ada`. */
  /** False if the task is not stored yet. */
  submit(id: string, watcher?: TaskWatcher): Promise<boolean>;
}

export const nameOf = (transcriptionId: string) => ({ userId: 'user-ada', transcriptionId });

export const createWorld = (changes: Partial<TaskWatcherOptions> = {}): World => {
  const clock = createSimulatedClock();
  const service = createService(clock);
  const submitted: SubmittedTask[] = [];
  const finished: FinishedTask[] = [];
  const events: HandlerEvent[] = [];
  const storage = changes.storage ?? createStorage();
  const options: TaskWatcherOptions = {
    serviceUrl: 'https://service.example',
    clientId: 'client-7f3a',
    apiKey: API_KEY,
    storage,
    clock,
    fetch: service.fetch,
    onSubmitted: (task) => void submitted.push(task),
    onFinished: (task) => void finished.push(task),
    onEvent: (event) => void events.push(event),
    ...changes,
  };
  const watcher = createTaskWatcher(options);
  return {
    ...{ clock, service, storage, watcher, submitted, finished, events },
    another: (more = {}) => createTaskWatcher({ ...options, ...more }),
    submit: (id, to = watcher) =>
      to
        .submitted(
          {
            ...nameOf(id),
            sealedId: `sealed-${id}`,
            request: { file_url: 'https://files.example.com/a.mp3?signature=abc' },
          },
          { transcription_id: id, status: 'PENDING', raw: null },
        )
        .then(
          () => true,
          () => false,
        ),
  };
};

/** What a storage holds, as text. */
export const contentOf = async (storage: WatcherStorage): Promise<string> => {
  const entries: unknown[] = [];
  for (const key of await storage.getKeys('')) entries.push([key, await storage.getItem(key)]);
  return JSON.stringify(entries);
};
