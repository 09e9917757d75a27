/** Renders a long list in slices of a few milliseconds, so that the page stays responsive. */
import { afterFrame, nextTask } from '../next-task.js';

/** Measures a slice and schedules the next one. */
export interface Pace {
  readonly now: () => number;
  /** Calls back after the browser has handled other work. */
  readonly next: (callback: () => void) => void;
}

/** Duration of a slice in milliseconds. */
const SLICE = 5;
/** Milliseconds after a frame until the next frame has priority. */
const BETWEEN_FRAMES = 11;

/** Starts after the next frame, so that existing content is drawn first, and leaves time for later frames. */
const createBrowserPace = (): Pace => {
  let drawn = -Infinity;
  return {
    now: () => performance.now(),
    next: (callback) => {
      if (performance.now() - drawn < BETWEEN_FRAMES) nextTask(callback);
      else
        afterFrame(() => {
          drawn = performance.now();
          callback();
        });
    },
  };
};

export const createIncrementalRender = (options: {
  /** Does a small part of the work. Returns false when there is none left. */
  readonly work: () => boolean;
  /** Called with true when the work starts and with false when it is done. */
  readonly onBusy: (busy: boolean) => void;
  readonly pace?: Pace;
}) => {
  const { work, onBusy, pace = createBrowserPace() } = options;
  /** Changed to cancel a scheduled slice. */
  let run = 0;
  let busy = false;

  const slice = (own: number): void => {
    if (own !== run) return;
    const end = pace.now() + SLICE;
    while (work()) {
      if (pace.now() < end) continue;
      pace.next(() => slice(own));
      return;
    }
    busy = false;
    onBusy(false);
  };

  return {
    start(): void {
      if (busy) return;
      busy = true;
      onBusy(true);
      run += 1;
      const own = run;
      pace.next(() => slice(own));
    },
    stop(): void {
      run += 1;
      busy = false;
    },
  };
};
