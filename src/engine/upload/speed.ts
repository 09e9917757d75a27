/** The speed of an upload: an average in which older values lose half of their weight every 3 s. */

const HALF_LIFE_MS = 3_000;
/** In ms. The speed is unknown until this much time has passed. */
const SETTLE_MS = 500;

export interface Speed {
  readonly atMs: number;
  readonly sentBytes: number;
  readonly observedMs: number;
  /** Weighted bytes per ms; null until the first interval. */
  readonly rate: number | null;
}

export const startSpeed = (atMs: number, sentBytes: number): Speed => ({
  atMs,
  sentBytes,
  observedMs: 0,
  rate: null,
});

export const observeSpeed = (speed: Speed, atMs: number, sentBytes: number): Speed => {
  const elapsed = atMs - speed.atMs;
  if (elapsed < 50) return speed;
  const current = Math.max(0, sentBytes - speed.sentBytes) / elapsed;
  const weight = 2 ** (-elapsed / HALF_LIFE_MS);
  return {
    atMs,
    sentBytes,
    observedMs: speed.observedMs + elapsed,
    rate: speed.rate === null ? current : speed.rate * weight + current * (1 - weight),
  };
};

/** Bytes per second. Null while the speed is unknown. */
export const bytesPerSecond = (speed: Speed): number | null =>
  speed.rate === null || speed.observedMs < SETTLE_MS ? null : speed.rate * 1000;
