/**
 * The keys of submissions. A page sends the same key with every attempt of one decision of its user, and a browser may
 * repeat a request by itself. Only the first attempt with a key reaches the service, because each submission costs money.
 */
import { SUBMISSION_HEADERS } from '../protocol/routes.js';
import { createAlarm } from './handler-events.js';
import { HttpError } from './http-messages.js';
import type { Settings } from './handler-settings.js';
import { ServiceFailure } from './service-client.js';
import { storeKey, ttlOf, type SubmissionStore } from './storage.js';
import { withDeadline } from './deadlines.js';

/** What is stored under a key: `open` and when in ms since the epoch, `unknown`, or `task` and the sealed id. */
type Outcome = `open ${number}` | 'unknown' | `task ${string}`;

/** In ms: one day, as long as a DownloadUrl (section 8). The page asks its user before it repeats an older submission. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Number of keys that one instance remembers, about 10 MB. */
const MOST_KEYS = 20_000;
/** Added to `timeoutMs`: after this long, an attempt without an outcome has died with its process. In ms. */
const OPEN_MARGIN_MS = 15_000;
/** How soon the page asks again while the first attempt is still open, in seconds. */
const OPEN_RETRY_SECONDS = '1';

/** What the page says about an attempt. */
interface Attempt {
  readonly key: string;
  /** Ms since an earlier attempt whose answer is missing. 0 if there was none. */
  readonly ageMs: number;
}

/** Null if the request has no key. Throws HttpError if a header is malformed. */
export const readAttempt = ({ headers }: Request): Attempt | null => {
  const key = headers.get(SUBMISSION_HEADERS.key);
  const age = headers.get(SUBMISSION_HEADERS.age) ?? '0';
  if (key === null) return null;
  if (!/^[\x21-\x7e]{16,128}$/.test(key)) {
    throw new HttpError(
      'bad-request',
      `${SUBMISSION_HEADERS.key} must be 16 to 128 visible ASCII characters`,
    );
  }
  if (!/^\d{1,10}$/.test(age)) {
    throw new HttpError('bad-request', `${SUBMISSION_HEADERS.age} must be a number of seconds`);
  }
  return { key, ageMs: Number(age) * 1000 };
};

/** The problems after which the service may have created a task. After any other failure it has not. */
const MAY_EXIST: ReadonlySet<string> = new Set([
  'submission-unknown',
  'service-timeout',
  'service-answer-invalid',
  'service-result-invalid',
]);

const mayExist = (error: unknown): boolean =>
  error instanceof ServiceFailure ? MAY_EXIST.has(error.code) : !(error instanceof HttpError);

export const createSubmissionKeys = (settings: Settings) => {
  const { serviceUrl, clientId, submissionStore: store, limits, clock, emit } = settings;
  const alarm = createAlarm(emit, clock, 'submissionStore');
  /** The oldest comes first. */
  const memory = new Map<string, { readonly outcome: Outcome; readonly atMs: number }>();
  /** This instance knows every key that it took since then. */
  let knowsSinceMs = clock.now();

  const remember = (id: string, outcome: Outcome): void => {
    const atMs = memory.get(id)?.atMs ?? clock.now();
    memory.set(id, { outcome, atMs });
    for (const [oldest, entry] of memory) {
      if (memory.size <= MOST_KEYS && clock.now() - entry.atMs <= LIFETIME_MS) break;
      memory.delete(oldest);
      knowsSinceMs = Math.max(knowsSinceMs, entry.atMs);
    }
  };

  const stored = <T>(work: (shared: SubmissionStore) => Promise<T>): Promise<T> | null =>
    store && withDeadline(limits.storeTimeoutMs, undefined, () => work(store));

  const read = async (id: string, shared: SubmissionStore): Promise<Outcome | null> => {
    const value = await shared.getItem(id);
    return typeof value === 'string' ? (value as Outcome) : null;
  };

  /** Stores `open` unless there is an outcome. Returns that outcome; null if the key is new. */
  const takeStored = (id: string, open: Outcome): Promise<Outcome | null> | null =>
    stored(async (shared) => {
      const options = ttlOf(LIFETIME_MS);
      if (shared.setIfAbsent !== undefined) {
        if (await shared.setIfAbsent(id, open, options)) return null;
        // It was released meanwhile, or has expired: the page asks again.
        return (await read(id, shared)) ?? open;
      }
      const earlier = await read(id, shared);
      if (earlier === null) await shared.setItem(id, open, options);
      return earlier;
    });

  /** Takes the key. Returns the outcome of an earlier attempt; null if there was none. */
  const take = async (id: string, { ageMs }: Attempt): Promise<Outcome | null> => {
    const now = clock.now();
    const known = memory.get(id);
    if (known !== undefined) return known.outcome;
    const wasBefore = store === null && ageMs > 0 && now - ageMs < knowsSinceMs;
    const isTooOld = wasBefore || ageMs > LIFETIME_MS;
    if (store === null && isTooOld) return 'unknown';
    const open: Outcome = `open ${now}`;
    remember(id, open);
    if (store === null) return null;
    try {
      const earlier = await takeStored(id, open);
      if (earlier !== null || isTooOld) memory.delete(id);
      if (earlier !== null || !isTooOld) return earlier;
      await stored((shared) => shared.setItem(id, 'unknown', ttlOf(LIFETIME_MS)));
      return 'unknown';
    } catch (cause) {
      memory.delete(id);
      alarm('submissionStore failed; nothing is submitted until it works again.', cause);
      throw new HttpError('service-unavailable', undefined, { 'Retry-After': '5' });
    }
  };

  /** Null: nothing was sent, so the key can be used again. */
  const settle = async (id: string, outcome: Outcome | null): Promise<void> => {
    if (outcome === null) memory.delete(id);
    else remember(id, outcome);
    try {
      await stored((shared) =>
        outcome === null ? shared.removeItem(id) : shared.setItem(id, outcome, ttlOf(LIFETIME_MS)),
      );
    } catch (cause) {
      alarm('submissionStore failed; other instances do not know how a submission ended.', cause);
    }
  };

  const sealedIdOf = (outcome: Outcome): string => {
    if (outcome.startsWith('task ')) return outcome.slice('task '.length);
    const [state, atMs] = outcome.split(' ');
    const isOpen =
      state === 'open' && clock.now() - Number(atMs) < limits.timeoutMs + OPEN_MARGIN_MS;
    const headers = isOpen ? { 'Retry-After': OPEN_RETRY_SECONDS } : {};
    throw new HttpError('submission-unknown', undefined, headers);
  };

  return {
    /**
     * Runs `submit` unless an earlier attempt of this user has used the key. Then it resolves with only the sealed id of
     * that attempt's task. Rejects with `submission-unknown` if its outcome is unknown; with Retry-After while
     * it is still open.
     */
    async once<Task extends { readonly sealedId: string }>(
      userId: string,
      attempt: Attempt,
      submit: () => Promise<Task>,
    ): Promise<Task | { readonly sealedId: string; readonly task?: undefined }> {
      const id = await storeKey('submission', [serviceUrl, clientId, userId, attempt.key]);
      const earlier = await take(id, attempt);
      if (earlier !== null) return { sealedId: sealedIdOf(earlier) };
      try {
        const task = await submit();
        await settle(id, `task ${task.sealedId}`);
        return task;
      } catch (error) {
        await settle(id, mayExist(error) ? 'unknown' : null);
        throw error;
      }
    },
  };
};
