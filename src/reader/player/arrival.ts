import type { Timers } from './timers.js';

/** In ms. A source that is played or sought in, and of which nothing arrives for this long, counts as failed. */
const STARVED_AFTER = 10_000;

/** Browsers wait for ever for a host that sends nothing, and some for a file that was deleted. */
export const createArrivalWatch = (
  timers: Timers,
  isStarving: () => boolean,
  onStarved: () => void,
) => {
  /** Null while no data is missing. */
  let cancel: (() => void) | null = null;
  const stop = (): void => {
    cancel?.();
    cancel = null;
  };
  return {
    stop,
    /** Call this when data has arrived, or when the audio changes in another way. */
    watch(hasArrived: boolean): void {
      if (hasArrived || !isStarving()) stop();
      if (cancel !== null || !isStarving()) return;
      cancel = timers.schedule(() => {
        cancel = null;
        if (isStarving()) onStarved();
      }, STARVED_AFTER);
    },
  };
};
