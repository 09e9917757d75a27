/** Renders a long list in slices of a few milliseconds, so that the page stays responsive. */

/** How a slice ends and the next one begins. */
export interface Pace {
  /** Milliseconds, from any origin. */
  readonly now: () => number;
  /** Calls back once the browser had its turn. */
  readonly next: (callback: () => void) => void;
}

/** Milliseconds that a slice lasts. */
const SLICE = 5;
/** Milliseconds after a frame until the next one gets its turn first. */
const BETWEEN_FRAMES = 11;

/** `setTimeout` would wait four milliseconds between slices, and a second in the background. */
const byMessage = (callback: () => void): void => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(null);
};

/** Begins behind the next frame, so that what is there already is drawn, and leaves room for every other one. */
export const createBrowserPace = (): Pace => {
  let drawn = -Infinity;
  return {
    now: () => performance.now(),
    next: (callback) => {
      // A page that nobody sees draws no frames.
      if (document.hidden || performance.now() - drawn < BETWEEN_FRAMES) byMessage(callback);
      else
        requestAnimationFrame(() => {
          drawn = performance.now();
          byMessage(callback);
        });
    },
  };
};

export interface IncrementalRender {
  /** Starts or continues. */
  start(): void;
  /** Stops until the next `start`. */
  stop(): void;
}

export const createIncrementalRender = (options: {
  /** Does a small piece of the work; false when none is left. */
  readonly work: () => boolean;
  /** Called with true when the work begins and with false when it is done. */
  readonly onBusy: (busy: boolean) => void;
  readonly pace?: Pace;
}): IncrementalRender => {
  const { work, onBusy, pace = createBrowserPace() } = options;
  /** Changes whenever a slice under way must not go on. */
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
    start() {
      if (busy) return;
      busy = true;
      onBusy(true);
      run += 1;
      const own = run;
      pace.next(() => slice(own));
    },
    stop() {
      run += 1;
      busy = false;
    },
  };
};
