/** Timers in recording time: the playback rate counts. */

export interface Timers {
  /** Calls back after some milliseconds; returns what cancels it. */
  readonly schedule: (callback: () => void, ms: number) => () => void;
}

export const browserTimers: Timers = {
  schedule: (callback, ms) => {
    const id = setTimeout(callback, ms);
    return () => clearTimeout(id);
  },
};

export interface Alarm {
  /** Calls back when so many milliseconds of the recording have passed at this pace; replaces the call before. */
  set(callback: () => void, ms: number, pace: number): void;
  clear(): void;
}

/** Milliseconds: nothing is gained from looking more often than the browser moves the clock. */
const SHORTEST_WAIT = 4;
/** `setTimeout` counts in 31 bits. */
const LONGEST_WAIT = 2 ** 31 - 1;

export const createAlarm = (timers: Timers): Alarm => {
  let cancel = (): void => undefined;
  const clear = (): void => {
    cancel();
    cancel = () => undefined;
  };
  return {
    set(callback, ms, pace) {
      clear();
      const wait = Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, Math.ceil(ms / pace)));
      cancel = timers.schedule(callback, wait);
    },
    clear,
  };
};
