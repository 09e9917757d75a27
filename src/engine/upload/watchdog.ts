import { withLinkedAbort } from '../calls/linked-abort.js';
import type { Clock } from '../ports.js';

/** The work showed no sign of life for too long, or the machine slept meanwhile: what it waits for is gone. */
export class Stalled extends Error {
  override readonly name = 'Stalled';
}

export interface WatchdogOptions {
  readonly clock: Clock;
  /** Silence after which the work is given up, in ms. */
  readonly quietMs: number;
  /**
   * What a sleeping machine means. `abort`: the connection is dead, do not wait for it (for what may be repeated
   * freely). `wait`: only time awake counts (for what may have arrived).
   */
  readonly afterSleep: 'abort' | 'wait';
  readonly signal: AbortSignal;
}

/** A sign of life; from now on silence may last `quietMs`, where it is given. */
export type Alive = (quietMs?: number) => void;

/** How often the clock is looked at, in ms. */
const TICK_MS = 5_000;
/** A look that comes so much too late means sleep, in ms; timers of a hidden page are late too, but not silent. */
const SLEEP_MS = 10_000;

/** Runs work that says `alive` now and then, and aborts it with `Stalled` once it has been silent for too long. */
export const withWatchdog = <T>(
  { clock, quietMs, afterSleep, signal }: WatchdogOptions,
  work: (signal: AbortSignal, alive: Alive) => Promise<T>,
): Promise<T> =>
  withLinkedAbort(signal, async (inner) => {
    const finished = new AbortController();
    let quiet = quietMs;
    let lastSign = clock.now();
    /** Time since the last sign, without what was slept. */
    let silentMs = 0;

    const watch = async (): Promise<void> => {
      while (silentMs < quiet) {
        const before = clock.now();
        const tick = Math.min(TICK_MS, quiet - silentMs);
        await clock.sleep(tick, finished.signal);
        const due = before + tick;
        const heard = lastSign > before;
        const slept = clock.now() - due >= SLEEP_MS && lastSign <= due;
        if (slept && afterSleep === 'abort') break;
        const awakeUntil = slept ? due : clock.now();
        silentMs = heard ? awakeUntil - lastSign : silentMs + awakeUntil - before;
      }
      inner.abort(new Stalled(`silent for ${silentMs} ms`));
    };
    // Its only end but a stall is `finished`.
    watch().catch(() => undefined);

    try {
      return await work(inner.signal, (next) => {
        lastSign = clock.now();
        if (next !== undefined) quiet = next;
      });
    } finally {
      finished.abort(new Error('finished'));
    }
  });
