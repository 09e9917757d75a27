import { withLinkedAbort } from './linked-abort.js';
import type { Clock } from './ports.js';

/** The work showed no sign of life for too long, or the machine slept meanwhile: what it waits for is gone. */
export class Stalled extends Error {
  override readonly name = 'Stalled';
}

/**
 * Runs work that says `alive` now and then, and aborts it with `Stalled` once it has been silent for `quietMs`
 * by the clock on the wall: after a night's sleep that is at once. An abort from outside goes through.
 */
export const withWatchdog = <T>(
  clock: Clock,
  quietMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal, alive: () => void) => Promise<T>,
): Promise<T> =>
  withLinkedAbort(outer, async (inner) => {
    const finished = new AbortController();
    let lastSign = clock.now();

    const watch = async (): Promise<void> => {
      for (;;) {
        const left = lastSign + quietMs - clock.now();
        if (left <= 0) break;
        await clock.sleep(left, finished.signal);
      }
      inner.abort(new Stalled(`silent for ${quietMs} ms`));
    };
    // Its only end but a stall is `finished`.
    watch().catch(() => undefined);

    try {
      return await work(inner.signal, () => {
        lastSign = clock.now();
      });
    } finally {
      finished.abort(new Error('finished'));
    }
  });
