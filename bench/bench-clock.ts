import type { WatcherClock } from '../src/server.js';
import { settle } from '../test/unit/server/watcher/world.js';

/** A clock that the benchmark moves. */
export interface BenchClock extends WatcherClock {
  advance(ms: number): Promise<void>;
  timers(): number;
}

/** Timers run in steps of this length, in ms, so that ten thousand of them cost the simulation nothing. */
const STEP_MS = 100;

export const createBenchClock = (): BenchClock => {
  const steps = new Map<number, Set<() => void>>();
  let now = 0;
  let timers = 0;
  return {
    now: () => now,
    elapsed: () => now,
    timers: () => timers,
    setTimer(run, ms) {
      const step = Math.max(Math.ceil((now + ms) / STEP_MS), Math.floor(now / STEP_MS) + 1);
      const timer = (): void => run();
      const waiting = steps.get(step) ?? new Set();
      steps.set(step, waiting.add(timer));
      timers += 1;
      return () => void (waiting.delete(timer) && (timers -= 1));
    },
    async advance(ms) {
      for (const end = now + ms; now < end;) {
        now += STEP_MS;
        const due = steps.get(now / STEP_MS) ?? new Set();
        steps.delete(now / STEP_MS);
        for (const timer of due) {
          // Cancelling it later changes nothing.
          due.delete(timer);
          timers -= 1;
          timer();
        }
        await settle(6);
      }
    },
  };
};
