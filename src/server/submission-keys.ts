/**
 * The keys of submissions. A page sends the same key with every attempt of one decision of its user, and a browser may
 * repeat a request by itself. Only the first attempt with a key reaches the service, because each submission costs money.
 */
import { SUBMISSION_HEADERS } from '../protocol/routes.js';
import type { TranscriptionRequest } from '../protocol/types.js';
import { storedText } from './foreign-errors.js';
import { createAlarm } from './handler-events.js';
import { HttpError } from './http-messages.js';
import type { Settings } from './handler-settings.js';
import { ServiceFailure } from './service-failures.js';
import { mayHaveTask } from './submission-end.js';
import { hashOf, storeKey, ttlOf, type SubmissionStore } from './storage.js';
import { withDeadline } from './deadlines.js';

/**
 * What is known about a key. `open`: the handler `maker` has claimed it at this time, in ms since the epoch, to send an
 * attempt. `unknown`: its answer was lost. `untold` and `told`: the sealed id of the task, and whether the watcher knows it.
 * Stored as words: state, value, hash, and the maker of a claim.
 */
type Outcome =
  | { readonly state: 'open'; readonly sinceMs: number; readonly maker: string }
  | { readonly state: 'unknown' }
  | { readonly state: 'untold' | 'told'; readonly sealedId: string };

export interface Submission<Task> {
  readonly sealedId: string;
  /** Undefined if an earlier attempt has submitted it. */
  readonly task?: Task;
}

type Entry = Outcome & {
  /** The hash of the first request. Null if the store does not have it. */
  readonly request: string | null;
};

/** In ms: one day, as long as a DownloadUrl (section 8). The page asks its user before it repeats an older submission. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** In ms. The mark of a store may be older than every key. */
const MARK_LIFETIME_MS = 366 * LIFETIME_MS;
/** Number of keys that one instance remembers, about 10 MB. */
const MOST_KEYS = 20_000;
/** Added to `timeoutMs`: after this long, an attempt without an outcome has died with its process. In ms. */
const OPEN_MARGIN_MS = 15_000;
/** Number of keys whose outcome is written again once the store works. */
const MOST_OWED = 1_000;
/** How soon the page asks again while the first attempt is still open, in seconds. */
const OPEN_RETRY_SECONDS = '1';
/** How soon the page asks again while the store fails, in seconds. */
const STORE_RETRY_SECONDS = '5';

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

/** The same for every attempt with one recording and the same options. The signature of an address may have been renewed. */
const requestHash = ({ file_url, params }: TranscriptionRequest): Promise<string> => {
  const { origin, pathname } = new URL(file_url);
  return hashOf([origin, pathname, JSON.stringify(params ?? {})], 8);
};

const write = (entry: Entry): string => {
  const { state, request } = entry;
  const value =
    state === 'open' ? String(entry.sinceMs) : state === 'unknown' ? '-' : entry.sealedId;
  const words = [state, value, request ?? '-'];
  return [...words, ...(state === 'open' ? [entry.maker] : [])].join(' ');
};

const textOf = (stored: unknown): string | null =>
  storedText(stored, 'submissionStore.getItem', 'setItem');

/** Returns null if nothing is stored. A record of another version is `unknown`. */
const parse = (stored: unknown): Entry | null => {
  const text = textOf(stored);
  if (text === null) return null;
  const [state, value = '', hash = '-', maker = ''] = text.split(' ');
  const request = hash === '-' ? null : hash;
  switch (state) {
    case 'open':
      return { state, sinceMs: Number(value), request, maker };
    case 'untold':
    case 'told':
      return { state, sealedId: value, request };
    // Version 1.0.0.
    case 'task':
      return { state: 'told', sealedId: value, request };
    default:
      return { state: 'unknown', request };
  }
};

const mayExist = (error: unknown): boolean =>
  error instanceof ServiceFailure ? mayHaveTask(error.code) : !(error instanceof HttpError);

export const createSubmissionKeys = (settings: Settings) => {
  const { serviceUrl, clientId, submissionStore: store, limits, clock, emit } = settings;
  const alarm = createAlarm(emit, clock, 'submissionStore');
  /** The oldest comes first. */
  const memory = new Map<string, { readonly entry: Entry; readonly atMs: number }>();
  /** This instance knows every key that it took since then. */
  let knowsSinceMs = clock.now();
  const isWatched = settings.watcher !== null;
  let isStoreMarked = false;
  /** Who makes the claims of this handler. */
  const maker = crypto.randomUUID();
  /** The keys about which the store may hold something else than this handler knows. */
  const owed = new Set<string>();
  let paying: Promise<void> | null = null;

  const remember = (id: string, entry: Entry): void => {
    const atMs = memory.get(id)?.atMs ?? clock.now();
    memory.set(id, { entry, atMs });
    for (const [oldest, each] of memory) {
      if (memory.size <= MOST_KEYS && clock.now() - each.atMs <= LIFETIME_MS) break;
      memory.delete(oldest);
      knowsSinceMs = Math.max(knowsSinceMs, each.atMs + 1);
    }
  };

  /** Rejects if the store fails, or takes too long. It may still carry out a command then, or later. */
  const stored = <T>(
    shared: SubmissionStore,
    id: string,
    work: (shared: SubmissionStore) => Promise<T>,
  ): Promise<T> => {
    const command = work(shared);
    return withDeadline(limits.storeTimeoutMs, undefined, () => command).catch((error: unknown) => {
      if (owed.size < MOST_OWED) owed.add(id);
      // A command that was given up on shows by its end that the store works again.
      const payLate = (): void => void pay(shared);
      command.then(payLate, () => undefined);
      throw error;
    });
  };

  /**
   * Makes the store hold what this handler knows of a key: its outcome, or nothing in the place of a claim of its own that
   * was given up. So other instances neither wait for a claim of which nothing was sent, nor miss an outcome.
   */
  const payOne = async (id: string, shared: SubmissionStore): Promise<void> => {
    const { entry } = memory.get(id) ?? {};
    // An attempt is under way, which stores its own outcome.
    if (entry?.state === 'open') return;
    if (entry !== undefined) return shared.setItem(id, write(entry), ttlOf(LIFETIME_MS));
    const found = parse(await shared.getItem(id));
    if (found !== null && isOwnClaim(found) && !memory.has(id)) await shared.removeItem(id);
  };

  /** Pays what is owed to the store. Stops at the first command that fails. */
  const pay = (shared: SubmissionStore): Promise<void> =>
    (paying ??= (async () => {
      for (const id of [...owed]) {
        owed.delete(id);
        await stored(shared, id, () => payOne(id, shared));
      }
    })()
      .catch(() => undefined)
      .finally(() => (paying = null)));

  /**
   * True for a claim that this handler has made and of which nothing was sent: it was given up, or was carried out late,
   * or its removal has failed. Otherwise `memory` would know the key.
   */
  const isOwnClaim = (entry: Entry): boolean =>
    entry.state === 'open' && entry.maker === maker && entry.sinceMs >= knowsSinceMs;

  /** Stores `value` unless there is one. Returns that; null if there was none. Exact only with `setIfAbsent`. */
  const putIfAbsent = async (
    shared: SubmissionStore,
    id: string,
    value: string,
    lifetimeMs: number,
  ): Promise<unknown> => {
    const options = ttlOf(lifetimeMs);
    if (shared.setIfAbsent !== undefined) {
      if (await shared.setIfAbsent(id, value, options)) return null;
      // Null if it was released meanwhile, or has expired: the page asks again.
      return (await shared.getItem(id)) ?? value;
    }
    const earlier = await shared.getItem(id);
    if (earlier === null || earlier === undefined) await shared.setItem(id, value, options);
    return earlier ?? null;
  };

  /** False if the store may have lost the keys of that time, for example because it was restarted. */
  const storeKnew = async (shared: SubmissionStore, atMs: number): Promise<boolean> => {
    const now = clock.now();
    const id = await storeKey('submissions-since', [serviceUrl, clientId]);
    const since = textOf(await putIfAbsent(shared, id, `since ${now}`, MARK_LIFETIME_MS));
    isStoreMarked = true;
    return since !== null && Number(since.slice('since '.length)) <= atMs;
  };

  /** Stores `open` unless there is an outcome. Returns that outcome; null if the key is new. */
  const takeStored = async (
    id: string,
    open: Entry,
    { ageMs }: Attempt,
    shared: SubmissionStore,
  ): Promise<Entry | null> => {
    // The mark must be older than the first key.
    if (!isStoreMarked) await storeKnew(shared, 0);
    const earlier = parse(await putIfAbsent(shared, id, write(open), LIFETIME_MS));
    // The client of a store may repeat a command by itself, or carry out late what was given up.
    if (earlier !== null && isOwnClaim(earlier)) return null;
    if (earlier !== null || ageMs === 0) return earlier;
    const isKnown = ageMs <= LIFETIME_MS && (await storeKnew(shared, clock.now() - ageMs));
    if (isKnown) return null;
    const unknown: Entry = { state: 'unknown', request: open.request };
    await shared.setItem(id, write(unknown), ttlOf(LIFETIME_MS));
    return unknown;
  };

  /** Takes the key. Returns the outcome of an earlier attempt; null if there was none. */
  const take = async (id: string, attempt: Attempt, request: string): Promise<Entry | null> => {
    const now = clock.now();
    const { ageMs } = attempt;
    const known = memory.get(id);
    if (known !== undefined) return known.entry;
    if (store === null && ageMs > 0 && (now - ageMs <= knowsSinceMs || ageMs > LIFETIME_MS)) {
      return { state: 'unknown', request: null };
    }
    const open: Entry = { state: 'open', sinceMs: now, request, maker };
    remember(id, open);
    if (store === null) return null;
    try {
      // A removal must not be overtaken by a new claim.
      await paying;
      owed.delete(id);
      const earlier = await stored(store, id, (shared) => takeStored(id, open, attempt, shared));
      if (earlier !== null) memory.delete(id);
      if (owed.size > 0) void pay(store);
      return earlier;
    } catch (cause) {
      memory.delete(id);
      alarm('submissionStore failed; nothing is submitted until it works again.', cause);
      const retry = { 'Retry-After': STORE_RETRY_SECONDS };
      // This attempt was not sent. An earlier one may have been, at another instance.
      throw new HttpError(
        ageMs > 0 ? 'submission-unknown' : 'service-unavailable',
        undefined,
        retry,
      );
    }
  };

  /** Null: nothing was sent, so the key can be used again. */
  const settle = async (id: string, entry: Entry | null): Promise<void> => {
    if (entry === null) memory.delete(id);
    else remember(id, entry);
    if (store === null) return;
    try {
      await stored(store, id, (shared) =>
        entry === null
          ? shared.removeItem(id)
          : shared.setItem(id, write(entry), ttlOf(LIFETIME_MS)),
      );
    } catch (cause) {
      alarm('submissionStore failed; other instances do not know how a submission ended.', cause);
    }
  };

  const sealedIdOf = (outcome: Outcome): string => {
    if ('sealedId' in outcome) return outcome.sealedId;
    const isOpen =
      outcome.state === 'open' && clock.now() - outcome.sinceMs < limits.timeoutMs + OPEN_MARGIN_MS;
    const headers = isOpen ? { 'Retry-After': OPEN_RETRY_SECONDS } : {};
    throw new HttpError('submission-unknown', undefined, headers);
  };

  return {
    /**
     * Marks the store, unless it is marked. Called before a recording is uploaded: a gateway may answer the first attempts of
     * its submission, and then only a mark that is older shows that none of them has been here.
     */
    async prepare(): Promise<void> {
      if (store === null || isStoreMarked) return;
      const mark = (): Promise<boolean> => storeKnew(store, 0);
      await withDeadline(limits.storeTimeoutMs, undefined, mark).catch(() => undefined);
    },
    /**
     * Runs `submit` unless an earlier attempt of this user has used the key. Then calls `tell`, unless the watcher knows the
     * task: at a repeat, too, because the process of the first attempt may have died. `tell` resolves with true if the watcher
     * has kept the task.
     *
     * Rejects with `submission-unknown` if the outcome of an earlier attempt is unknown; with Retry-After while it is still
     * open. Rejects with `key-reused` if the earlier attempt was another request.
     */
    async once<Task>(
      userId: string,
      attempt: Attempt,
      body: TranscriptionRequest,
      submit: () => Promise<Submission<Task>>,
      tell: (submission: Submission<Task>) => Promise<boolean>,
    ): Promise<Submission<Task>> {
      const id = await storeKey('submission', [serviceUrl, clientId, userId, attempt.key]);
      const request = await requestHash(body);
      const tellWatcher = async (submission: Submission<Task>): Promise<Submission<Task>> => {
        const { sealedId } = submission;
        if (await tell(submission)) await settle(id, { state: 'told', sealedId, request });
        return submission;
      };
      const earlier = await take(id, attempt, request);
      if (earlier !== null) {
        const isOther = earlier.request !== null && earlier.request !== request;
        if (isOther) throw new HttpError('key-reused');
        const submission = { sealedId: sealedIdOf(earlier) };
        return earlier.state === 'untold' ? tellWatcher(submission) : submission;
      }
      let submission: Submission<Task>;
      try {
        submission = await submit();
      } catch (error) {
        await settle(id, mayExist(error) ? { state: 'unknown', request } : null);
        throw error;
      }
      const { sealedId } = submission;
      await settle(id, { state: isWatched ? 'untold' : 'told', sealedId, request });
      return isWatched ? tellWatcher(submission) : submission;
    },
  };
};
