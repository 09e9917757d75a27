/** Aborts work that is silent for too long, without counting the time that the machine slept. */
import type { Clock, PageVisibility } from '../ports.js';
import { rejectOnAbort, withOwnAbort } from './waiting.js';

/** The work was inactive for too long, or the machine slept and the connection is gone. */
export class Stalled extends Error {
  override readonly name = 'Stalled';
}

export interface WatchdogOptions {
  readonly clock: Clock;
  /** The work is aborted after this much inactivity, in ms. */
  readonly quietMs: number;
  /** After the machine slept: `abort`, because the connection is dead, or `wait`, because a response may have arrived. */
  readonly afterSleep: 'abort' | 'wait';
  /** Browsers delay the timers of a hidden page, so a late one does not show that the machine slept. Default: visible. */
  readonly visibility?: Partial<PageVisibility>;
  /** The work is aborted when the page is shown and the work is older than this, in ms. Default: it continues. */
  readonly staleMs?: number;
  readonly signal: AbortSignal;
}

/** Reports activity. `quietMs`, if given, is the new limit for inactivity. */
type Alive = (quietMs?: number) => void;

/** How often the clock is read, in ms. */
const TICK_MS = 5_000;
/** In ms. If a tick of a visible page is this late, the machine slept. */
const SLEEP_MS = 10_000;
/** Browsers delay a timer of a hidden page by at most this long, in ms. If it is later, the machine slept as well. */
const HIDDEN_DELAY_MS = 60_000;

/** Runs work that regularly calls `alive`, and aborts it with `Stalled` after too much inactivity. */
export const withWatchdog = <T>(
  { clock, quietMs, afterSleep, visibility, staleMs, signal }: WatchdogOptions,
  work: (signal: AbortSignal, alive: Alive) => Promise<T>,
): Promise<T> =>
  withOwnAbort(signal, async (inner) => {
    const finished = new AbortController();
    let quiet = quietMs;
    let lastSign = clock.now();
    /** Time since the last activity, without time asleep. */
    let silentMs = 0;

    const isVisible = (): boolean => visibility?.isVisible?.() ?? true;

    const watch = async (): Promise<void> => {
      while (silentMs < quiet) {
        const before = clock.now();
        const wasVisible = isVisible();
        const tick = Math.min(TICK_MS, quiet - silentMs);
        await clock.sleep(tick, finished.signal);
        const due = before + tick;
        const heard = lastSign > before;
        const isLate = clock.now() - due >= SLEEP_MS && lastSign <= due;
        const mayBeDelayed = !wasVisible || !isVisible();
        if (isLate && !mayBeDelayed && afterSleep === 'abort') break;
        const awakeUntil = isLate
          ? Math.min(clock.now(), due + (mayBeDelayed ? HIDDEN_DELAY_MS : 0))
          : clock.now();
        silentMs = heard ? awakeUntil - lastSign : silentMs + awakeUntil - before;
      }
      inner.abort(new Stalled(`silent for ${silentMs} ms`));
    };
    const startedAt = clock.now();
    const abortWhenShown = async (): Promise<void> => {
      if (staleMs === undefined || visibility?.whenShown === undefined) return;
      do await visibility.whenShown(finished.signal);
      while (clock.now() - startedAt < staleMs);
      inner.abort(new Stalled('the page was hidden'));
    };

    // Both are rejected by `finished`.
    watch().catch(() => undefined);
    abortWhenShown().catch(() => undefined);

    try {
      const worked = work(inner.signal, (next) => {
        lastSign = clock.now();
        if (next !== undefined) quiet = next;
      });
      return await rejectOnAbort(worked, inner.signal);
    } finally {
      finished.abort(new Error('finished'));
    }
  });
