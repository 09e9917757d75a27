import { LONGEST_TIMER_MS, onlyKnown, refuse, whole } from './option-checks.js';
import type { HandlerLimits } from './options.js';
import type { RateLimit } from './rate-limit.js';

/** The limits, checked and with their defaults. */
export interface Limits {
  readonly bodyBytes: number;
  readonly answerBytes: number;
  readonly timeoutMs: number;
  /** Longest wait for a token cache or a rate store, in milliseconds. */
  readonly storeTimeoutMs: number;
  /** Null: none. */
  readonly submissions: RateLimit | null;
  readonly queries: RateLimit | null;
  readonly userTokens: RateLimit | null;
  readonly uploads: RateLimit | null;
}

const LIMIT_NAMES: ReadonlySet<string> = new Set<keyof HandlerLimits>([
  'bodyBytes',
  'answerBytes',
  'timeoutMs',
  'submissions',
  'queries',
  'userTokens',
  'uploads',
]);

const RATE_NAMES: ReadonlySet<string> = new Set<keyof RateLimit>(['requests', 'seconds']);

const MEBIBYTE = 1024 * 1024;
/** A request waits no longer than this for a store. */
const STORE_TIMEOUT_MS = 2_000;
/** Enough for a batch of recordings dropped at once. */
const SUBMISSIONS: RateLimit = { requests: 60, seconds: 3600 };
/** Enough for twenty tabs that query every two seconds (section 8). */
const QUERIES: RateLimit = { requests: 600, seconds: 60 };
/** Four for each submission: a page that is opened anew for each recording, and tokens that are refused once. */
const USER_TOKENS: RateLimit = { requests: 240, seconds: 3600 };
/** Ten for each submission: a recording needs two (4.4 and 4.6), the rest are repeats. */
const UPLOADS: RateLimit = { requests: 600, seconds: 3600 };
/** One year: whole milliseconds stay exact. */
const LONGEST_RATE_SECONDS = 366 * 86_400;
const rateLimit = (value: unknown, name: string): RateLimit => {
  if (typeof value !== 'object' || value === null) {
    return refuse(`${name} must be { requests, seconds }, or null for no limit.`);
  }
  onlyKnown(value, RATE_NAMES, `${name}.`);
  const { requests, seconds } = value as Record<string, unknown>;
  const rate = {
    requests: whole(requests, `${name}.requests`, 'requests'),
    seconds: whole(seconds, `${name}.seconds`, 'seconds', LONGEST_RATE_SECONDS),
  };
  return rate.requests <= rate.seconds * 1000
    ? rate
    : refuse(`${name} must not allow more than one request per millisecond; null is no limit.`);
};

const optionalRate = (value: unknown, name: string, byDefault: RateLimit): RateLimit | null =>
  value === null ? null : rateLimit(value ?? byDefault, name);

/** Throws TranscribeError `configuration` with a sentence that names the limit. */
export const readLimits = (limits: HandlerLimits): Limits => {
  if (typeof limits !== 'object' || limits === null) return refuse('limits must be an object.');
  onlyKnown(limits, LIMIT_NAMES, 'limits.');
  const timeoutMs = whole(
    limits.timeoutMs ?? 30_000,
    'limits.timeoutMs',
    'milliseconds',
    LONGEST_TIMER_MS,
  );
  return {
    bodyBytes: whole(limits.bodyBytes ?? MEBIBYTE, 'limits.bodyBytes', 'bytes'),
    answerBytes: whole(limits.answerBytes ?? 64 * MEBIBYTE, 'limits.answerBytes', 'bytes'),
    timeoutMs,
    storeTimeoutMs: Math.min(timeoutMs, STORE_TIMEOUT_MS),
    submissions: optionalRate(limits.submissions, 'limits.submissions', SUBMISSIONS),
    queries: optionalRate(limits.queries, 'limits.queries', QUERIES),
    userTokens: optionalRate(limits.userTokens, 'limits.userTokens', USER_TOKENS),
    uploads: optionalRate(limits.uploads, 'limits.uploads', UPLOADS),
  };
};
