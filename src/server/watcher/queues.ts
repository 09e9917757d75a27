/** When work is due, for many tasks with one timer, and how much of it runs at the same time. */
import type { WatcherClock } from './options.js';

/** Wakes up at most this often, in ms, so that one timer serves many keys. */
const BATCH_MS = 100;
/** Look again at least this often, in ms. A longer timer could overflow, or miss that the clock was set. */
const LONGEST_WAIT_MS = 600_000;

export interface DueQueue {
  /** Calls `onDue` with this key at this time, in ms since the epoch. Replaces an earlier time of the key. */
  set(key: string, at: number): void;
  delete(key: string): void;
  /** Forgets everything and stops the timer. */
  clear(): void;
}

/** `onDue` must not throw. */
export const createDueQueue = (clock: WatcherClock, onDue: (key: string) => void): DueQueue => {
  const times = new Map<string, number>();
  /** A binary heap, the earliest first. May hold outdated entries, whose time differs from `times`. */
  const heap: { readonly key: string; readonly at: number }[] = [];
  let timer: { readonly at: number; readonly cancel: () => void } | null = null;

  const isBefore = (a: number, b: number): boolean => heap[a]!.at < heap[b]!.at;
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  };
  const push = (key: string, at: number): void => {
    let place = heap.push({ key, at }) - 1;
    for (let parent; place > 0 && isBefore(place, (parent = (place - 1) >> 1)); place = parent) {
      swap(place, parent);
    }
  };
  const dropFirst = (): void => {
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    for (let place = 0; ;) {
      const left = 2 * place + 1;
      if (left >= heap.length) return;
      const child = left + 1 < heap.length && isBefore(left + 1, left) ? left + 1 : left;
      if (!isBefore(child, place)) return;
      swap(child, place);
      place = child;
    }
  };
  /** The earliest entry that is not outdated. */
  const first = (): { readonly key: string; readonly at: number } | undefined => {
    while (heap[0] !== undefined && times.get(heap[0].key) !== heap[0].at) dropFirst();
    return heap[0];
  };

  const wait = (): void => {
    const next = first();
    if (next === undefined) {
      timer?.cancel();
      timer = null;
      return;
    }
    if (timer !== null && timer.at <= next.at) return;
    timer?.cancel();
    const ms = Math.min(Math.max(next.at - clock.now(), BATCH_MS), LONGEST_WAIT_MS);
    timer = { at: next.at, cancel: clock.setTimer(wake, ms) };
  };
  const wake = (): void => {
    timer = null;
    const now = clock.now();
    const due: string[] = [];
    for (let next = first(); next !== undefined && next.at <= now; next = first()) {
      times.delete(next.key);
      due.push(next.key);
    }
    due.forEach(onDue);
    wait();
  };

  return {
    set(key, at) {
      if (times.get(key) === at) return;
      times.set(key, at);
      push(key, at);
      wait();
    },
    delete(key) {
      times.delete(key);
    },
    clear() {
      times.clear();
      heap.length = 0;
      timer?.cancel();
      timer = null;
    },
  };
};

export interface WorkQueue<T> {
  push(item: T): void;
  /** Removes and returns everything that has not begun. */
  drain(): readonly T[];
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
}

/** Runs `work` for each item, at most `limit()` at the same time. `work` must not reject. */
export const createWorkQueue = <T>(
  limit: () => number,
  work: (item: T) => Promise<void>,
): WorkQueue<T> => {
  const waiting = new Set<T>();
  const running = new Set<Promise<void>>();
  const begin = (): void => {
    for (const item of waiting) {
      if (running.size >= limit()) return;
      waiting.delete(item);
      const run: Promise<void> = work(item).finally(() => {
        running.delete(run);
        begin();
      });
      running.add(run);
    }
  };
  return {
    push(item) {
      waiting.add(item);
      begin();
    },
    drain() {
      const items = [...waiting];
      waiting.clear();
      return items;
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
};
