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

/** The longest wait for a date if neither its clock nor the right time is known, in ms. */
const LONGEST_GUESS_MS = 60_000;

/** When an answer arrived, by three clocks. */
export interface Arrival {
  /** By this device, in ms since the epoch. Its clock may be wrong by hours. */
  readonly nowMs: number;
  /** The `Date` of the answer. Default: it has none, or CORS hides it. */
  readonly date?: string | null;
  /** How far this device's clock is behind that of servers, in ms. Default: unknown. */
  readonly skewMs?: number | null;
}

/** Ms since the epoch. Date.parse would also read a number as a year. */
const parseDate = (text: string): number | null => {
  const ms = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
};

/**
 * Converts `Retry-After` (RFC 9110, 10.2.3, seconds or a date) to ms from now, at most `longestMs`. Null if it is invalid.
 * A date is of another clock, so it is compared with the answer's `Date`, or with the time of servers. If neither is known,
 * the result is at most a minute.
 */
export const parseRetryAfter = (
  value: string | null,
  { nowMs, date, skewMs }: Arrival,
  longestMs = LONGEST_RETRY_AFTER_MS,
): number | null => {
  const trimmed = value?.trim() ?? '';
  if (/^\d+$/.test(trimmed)) return Math.min(Number(trimmed) * 1000, longestMs);
  const until = parseDate(trimmed);
  if (until === null) return null;
  const sentAt = parseDate(date ?? '') ?? (typeof skewMs === 'number' ? nowMs + skewMs : null);
  const longest = sentAt === null ? Math.min(LONGEST_GUESS_MS, longestMs) : longestMs;
  return Math.min(Math.max(0, until - (sentAt ?? nowMs)), longest);
};
