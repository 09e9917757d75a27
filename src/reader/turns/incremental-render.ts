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
  /** Identifies the current work; null for none. A slice of other work was cancelled. */
  let running: object | null = null;

  const slice = (own: object): void => {
    if (own !== running) return;
    const end = pace.now() + SLICE;
    while (work()) {
      if (pace.now() < end) continue;
      pace.next(() => slice(own));
      return;
    }
    running = null;
    onBusy(false);
  };

  return {
    start(): void {
      if (running) return;
      const own = {};
      running = own;
      onBusy(true);
      pace.next(() => slice(own));
    },
    stop(): void {
      running = null;
    },
  };
};
