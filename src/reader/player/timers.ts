/** Timers in recording time, which depends on the playback rate. */

export interface Timers {
  /** Calls back after this many milliseconds. Returns a function that cancels the timer. */
  readonly schedule: (callback: () => void, ms: number) => () => void;
}

export const browserTimers: Timers = {
  schedule: (callback, ms) => {
    const id = setTimeout(callback, ms);
    return () => clearTimeout(id);
  },
};

/** In milliseconds. Browsers don't update the playback position more often. */
const SHORTEST_WAIT = 4;
/** `setTimeout` takes at most 31 bits. */
const LONGEST_WAIT = 2 ** 31 - 1;

export const createAlarm = (timers: Timers) => {
  let cancel = (): void => undefined;
  const clear = (): void => {
    cancel();
    cancel = () => undefined;
  };
  return {
    /** Calls back when this many milliseconds of the recording have passed at this pace. Replaces the previous timer. */
    set(callback: () => void, ms: number, pace: number): void {
      clear();
      const wait = Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, Math.ceil(ms / pace)));
      cancel = timers.schedule(callback, wait);
    },
    clear,
  };
};
