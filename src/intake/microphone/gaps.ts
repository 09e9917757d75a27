/** In ms. Sound that is missing for this long means that the microphone has stopped. */
const MISSING_MS = 3_000;

/** What remains of earlier differences at each check, as device clocks run a little fast or slow. */
const REMEMBERED = 0.9;

export interface GapDetector {
  /** Starts over, after a pause. */
  restart(nowMs: number): void;
  /** Samples have arrived. */
  add(samples: number): void;
  /** True if sound is missing: the microphone has stopped, or the page was frozen. Call it about once a second. */
  isMissing(nowMs: number): boolean;
}

/** Compares the sound that has arrived with the time that has passed. `rate` is in Hz. */
export const createGapDetector = (rate: number): GapDetector => {
  let checkedAtMs = 0;
  let arrivedMs = 0;
  let missingMs = 0;
  let wasMissing = false;
  return {
    restart(nowMs) {
      checkedAtMs = nowMs;
      arrivedMs = 0;
      missingMs = 0;
      wasMissing = false;
    },
    add(samples) {
      arrivedMs += (samples / rate) * 1000;
    },
    isMissing(nowMs) {
      missingMs = Math.max(0, missingMs * REMEMBERED + nowMs - checkedAtMs - arrivedMs);
      checkedAtMs = nowMs;
      arrivedMs = 0;
      // After a busy moment of the page, the sound may only be late. It has arrived by the next check then.
      const isSure = wasMissing && missingMs > MISSING_MS;
      wasMissing = missingMs > MISSING_MS;
      return isSure;
    },
  };
};
