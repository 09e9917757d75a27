/** When to ask again: the interval of queries (section 8), and `Retry-After`. */

const SHORT_SECONDS = 5 * 60;
const LONG_SECONDS = 30 * 60;
const LONGEST_INTERVAL_MS = 60_000;

/** Bounds of the first interval for audio of this length, in ms. */
const firstInterval = (seconds: number): readonly [low: number, high: number] => {
  if (seconds <= SHORT_SECONDS) return [2_000, 5_000];
  if (seconds >= LONG_SECONDS) return [10_000, 30_000];
  const position = (seconds - SHORT_SECONDS) / (LONG_SECONDS - SHORT_SECONDS);
  return [2_000 + position * 8_000, 5_000 + position * 25_000];
};

/** The wait before query `query` (from 0) in ms, see section 8: 2 to 5 s for short audio, then growing. `random`: 0 to 1. */
export const pollInterval = (
  query: number,
  durationSeconds: number | null,
  random: number,
): number => {
  const [low, high] = firstInterval(durationSeconds ?? 0);
  const jittered = low + random * (high - low) * 0.5;
  if (durationSeconds !== null && durationSeconds <= SHORT_SECONDS) {
    return Math.round(Math.min(high, jittered * 1.1 ** query));
  }
  return Math.round(Math.min(LONGEST_INTERVAL_MS, jittered * 1.3 ** query));
};

/** The browser waits no longer than this, in ms. */
const LONGEST_RETRY_AFTER_MS = 15 * 60_000;

/** Converts `Retry-After` (RFC 9110, seconds or a date) to ms from now, at most `longestMs`. Null if it is invalid. */
export const parseRetryAfter = (
  value: string | null,
  nowMs: number,
  longestMs = LONGEST_RETRY_AFTER_MS,
): number | null => {
  const trimmed = value?.trim() ?? '';
  if (/^\d+$/.test(trimmed)) return Math.min(Number(trimmed) * 1000, longestMs);
  const date = /[a-z]/i.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - nowMs), longestMs);
};
