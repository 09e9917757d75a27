/** Checks the options and fills in the defaults. */
import { safeEmitter } from './handler-events.js';
import { fileHost } from './file-url-guard.js';
import { LONGEST_TIMER_MS, MEBIBYTE, type Read, readersFor } from './option-readers.js';
import type { Exchange, PartnerHandlerOptions, RateLimit, RateStore, Refresh } from './options.js';
import {
  createMemoryStorage,
  createStorageTokenCache,
  isKeyValueStorage,
  type SubmissionStore,
  type TokenCache,
} from './storage.js';
import type { TaskRecorder } from './watcher/task.js';

const read = readersFor('createPartnerHandler');
const { refuse, list, whole, callable, orNull, having } = read;

/** Maximum wait for a store, in milliseconds. */
const STORE_TIMEOUT_MS = 2_000;
/** Enough for a batch of recordings. */
const SUBMISSIONS: RateLimit = { requests: 60, seconds: 3600 };
/** Enough for twenty tabs that query every two seconds (section 8). */
const QUERIES: RateLimit = { requests: 600, seconds: 60 };
/** Four for each submission: a page may be reloaded for each recording, and a token may be refused once. */
const USER_TOKENS: RateLimit = { requests: 240, seconds: 3600 };
/** Ten for each submission: a recording needs two (4.4 and 4.6), the rest are retries. */
const UPLOADS: RateLimit = { requests: 600, seconds: 3600 };
/** About one year, so that whole milliseconds stay exact. */
const LONGEST_RATE_SECONDS = 366 * 86_400;

/** Null means no limit. */
const rateLimit =
  (byDefault: RateLimit): Read<RateLimit | null> =>
  (value = byDefault, name) => {
    if (value === null) return null;
    if (typeof value !== 'object') {
      return refuse(`${name} must be { requests, seconds }, or null for no limit.`);
    }
    const rate = read.fields<RateLimit>(
      value,
      { requests: whole('requests'), seconds: whole('seconds', undefined, LONGEST_RATE_SECONDS) },
      `${name}.`,
    );
    return rate.requests <= rate.seconds * 1000
      ? rate
      : refuse(`${name} must not allow more than one request per millisecond; null is no limit.`);
  };

const flag: Read<boolean> = (given, name) => {
  const value = given ?? false;
  return typeof value === 'boolean' ? value : refuse(`${name} must be true or false.`);
};

/** The limits after validation, with defaults. */
export type Limits = ReturnType<typeof readLimits>;

/** Throws TranscribeError `configuration` with a message that names the limit. */
export const readLimits = (limits: unknown) => {
  if (typeof limits !== 'object' || limits === null) return refuse('limits must be an object.');
  const given = read.fields(
    limits,
    {
      bodyBytes: whole('bytes', MEBIBYTE),
      answerBytes: whole('bytes', 64 * MEBIBYTE),
      timeoutMs: whole('milliseconds', 30_000, LONGEST_TIMER_MS),
      submissions: rateLimit(SUBMISSIONS),
      queries: rateLimit(QUERIES),
      userTokens: rateLimit(USER_TOKENS),
      uploads: rateLimit(UPLOADS),
    },
    'limits.',
  );
  return { ...given, storeTimeoutMs: Math.min(given.timeoutMs, STORE_TIMEOUT_MS) };
};

/** 128 bits as hexadecimal digits. */
const SHORTEST_SEALING_KEY = 32;

const basePath = (value: unknown): string => {
  const rule = 'basePath must be an absolute path such as /api/transcribe.';
  if (typeof value !== 'string' || !/^\/(?!\/)[^\s?#\\]*$/.test(value)) return refuse(rule);
  const { pathname } = new URL(value, 'http://base');
  const trimmed = value.replace(/\/+$/, '');
  // No request could match a path that the URL parser changes.
  return pathname.replace(/\/+$/, '') === trimmed ? trimmed : refuse(rule);
};

const origin: Read<string> = (value, name) => {
  const rule = `${name} must hold origins such as https://app.example.com: scheme, host and port, nothing else.`;
  if (typeof value !== 'string' || !URL.canParse(value)) return refuse(rule);
  if (value.includes('*')) return refuse(`${name} takes no wildcard: name each origin.`);
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) &&
    (url.href === `${url.origin}/` || url.href === url.origin)
    ? url.origin
    : refuse(rule);
};

const allowedFileHost = (value: unknown): string => {
  if (typeof value === 'string' && value.includes('*')) {
    return refuse('allowedFileHosts takes no wildcard: name each host, such as files.example.com.');
  }
  return (
    (typeof value === 'string' ? fileHost(value) : null) ??
    refuse('allowedFileHosts must hold hosts such as files.example.com or 127.0.0.1:9000.')
  );
};

const origins: Read<ReadonlySet<string>> = (value, name) =>
  new Set(list(value, name).map((each) => origin(each, name)));

const publicOrigins: Read<ReadonlySet<string>> = (value, name) => {
  const read = origins(typeof value === 'string' ? [value] : value, name);
  return read.size === 0 ? refuse('publicOrigin must hold at least one origin.') : read;
};

/** The first one seals; all of them open. Without `sealingKeys`, the client secret is the key. It may also be one of them. */
const sealingKeysOf = (value: unknown, clientSecret: string): readonly [string, ...string[]] => {
  if ((value ?? null) === null) return [clientSecret];
  const [first, ...rest] = list(value, 'sealingKeys').map((key) =>
    typeof key === 'string' && (key.length >= SHORTEST_SEALING_KEY || key === clientSecret)
      ? key
      : refuse(
          `sealingKeys must hold random strings of at least ${SHORTEST_SEALING_KEY} characters.`,
        ),
  );
  return first === undefined ? refuse('sealingKeys must hold at least one key.') : [first, ...rest];
};

const tokenCache: Read<TokenCache> = (given, name) => {
  const value = given ?? createMemoryStorage();
  return isKeyValueStorage(value)
    ? createStorageTokenCache(value)
    : having<TokenCache>('get', 'set')(value, name);
};

/** The options after validation, with defaults. */
export type Settings = ReturnType<typeof readSettings>;

/**
 * Validates the options and fills in defaults. Does not change the given object.
 * Throws TranscribeError `configuration` with a message that names the option.
 */
export const readSettings = (options: PartnerHandlerOptions) => {
  if (typeof options !== 'object' || options === null) return refuse('options are missing.');
  if ('onSubmitted' in options || 'onFinished' in options) {
    return refuse('give onSubmitted and onFinished to createTaskWatcher.');
  }
  const { onEvent, sealingKeys, ...given } = read.fields(options, {
    serviceUrl: read.serviceUrl,
    clientId: read.clientId,
    clientSecret: (value) =>
      read.credential(
        value,
        'clientSecret',
        // eslint-disable-next-line no-control-regex -- Basic authentication allows no control characters.
        /^[^\x00-\x1f\x7f]+$/,
        'must not hold control characters',
      ),
    apiKey: read.apiKey,
    sealingKeys: (value) => value,
    /** Without a trailing slash; empty for the root. */
    basePath: (value) => basePath(value ?? '/api/transcribe'),
    authorize: (value, name) =>
      (value ?? null) === null
        ? refuse(
            'authorize is missing: give a function that returns the user who sent the request.',
          )
        : callable<PartnerHandlerOptions['authorize']>(value, name),
    allowedOrigins: (value, name) => origins(value ?? [], name),
    /** Null means the host of the request. */
    publicOrigin: orNull(publicOrigins),
    /** In canonical form; null means every public host. */
    allowedFileHosts: orNull(
      (value, name): ReadonlySet<string> => new Set(list(value, name).map(allowedFileHost)),
    ),
    proxyUploads: flag,
    userTokenSeconds: orNull(whole('seconds')),
    limits: (value) => readLimits(value ?? {}),
    tokenCache,
    rateStore: orNull(having<RateStore>('take')),
    submissionStore: orNull(having<SubmissionStore>('getItem', 'setItem', 'removeItem')),
    exchange: orNull(callable<Exchange>),
    refresh: orNull(callable<Refresh>),
    watcher: orNull(having<TaskRecorder>('submitted', 'query')),
    listTranscriptions: flag,
    onEvent: orNull(callable<NonNullable<PartnerHandlerOptions['onEvent']>>),
    fetch: read.fetch,
    clock: read.clock,
  });
  if (given.listTranscriptions && typeof given.watcher?.list !== 'function') {
    return refuse('listTranscriptions needs a watcher that lists tasks: see createTaskWatcher.');
  }
  const keys = sealingKeysOf(sealingKeys, given.clientSecret);
  return {
    ...given,
    sealingKeys: keys,
    emit: safeEmitter(onEvent, [given.clientSecret, given.apiKey, ...keys]),
  };
};
