/** Checks the options and fills in the defaults. */
import { safeEmitter } from './handler-events.js';
import { fileHost } from './file-url-guard.js';
import { globalFetch, LONGEST_TIMER_MS, MEBIBYTE, readersFor } from './option-readers.js';
import type { HandlerLimits, Limits, PartnerHandlerOptions, Settings } from './options.js';
import type { RateLimit } from './rate-limit.js';
import {
  createMemoryTokenCache,
  createStorageTokenCache,
  isKeyValueStorage,
  type TokenCache,
} from './storage.js';
import { type Clock, systemClock } from './deadlines.js';

const {
  refuse,
  list,
  wholeNumber,
  callable,
  withMethods,
  onlyKnown,
  credential,
  serviceUrl,
  clientId,
  apiKey,
} = readersFor('createPartnerHandler');

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
const rateLimit = (value: unknown, name: string): RateLimit => {
  if (typeof value !== 'object' || value === null) {
    return refuse(`${name} must be { requests, seconds }, or null for no limit.`);
  }
  onlyKnown(value, RATE_NAMES, `${name}.`);
  const { requests, seconds } = value as Record<string, unknown>;
  const rate = {
    requests: wholeNumber(requests, `${name}.requests`, 'requests'),
    seconds: wholeNumber(seconds, `${name}.seconds`, 'seconds', LONGEST_RATE_SECONDS),
  };
  return rate.requests <= rate.seconds * 1000
    ? rate
    : refuse(`${name} must not allow more than one request per millisecond; null is no limit.`);
};

/** Null if the option is not given. */
const given = <T, R>(value: T | undefined, read: (value: T) => R): R | null =>
  value === undefined ? null : read(value);

/** Throws TranscribeError `configuration` with a message that names the limit. */
export const readLimits = (limits: HandlerLimits): Limits => {
  if (typeof limits !== 'object' || limits === null) return refuse('limits must be an object.');
  onlyKnown(limits, LIMIT_NAMES, 'limits.');
  const timeoutMs = wholeNumber(
    limits.timeoutMs ?? 30_000,
    'limits.timeoutMs',
    'milliseconds',
    LONGEST_TIMER_MS,
  );
  const rate = (
    name: 'submissions' | 'queries' | 'userTokens' | 'uploads',
    byDefault: RateLimit,
  ) => (limits[name] === null ? null : rateLimit(limits[name] ?? byDefault, `limits.${name}`));
  return {
    bodyBytes: wholeNumber(limits.bodyBytes ?? MEBIBYTE, 'limits.bodyBytes', 'bytes'),
    answerBytes: wholeNumber(limits.answerBytes ?? 64 * MEBIBYTE, 'limits.answerBytes', 'bytes'),
    timeoutMs,
    storeTimeoutMs: Math.min(timeoutMs, STORE_TIMEOUT_MS),
    submissions: rate('submissions', SUBMISSIONS),
    queries: rate('queries', QUERIES),
    userTokens: rate('userTokens', USER_TOKENS),
    uploads: rate('uploads', UPLOADS),
  };
};

const HOOKS = new Set(['onSubmitted', 'onFinished']);

const OPTIONS: ReadonlySet<string> = new Set<keyof PartnerHandlerOptions>([
  'serviceUrl',
  'clientId',
  'clientSecret',
  'apiKey',
  'sealingKeys',
  'basePath',
  'authorize',
  'allowedOrigins',
  'publicOrigin',
  'allowedFileHosts',
  'proxyUploads',
  'userTokenSeconds',
  'limits',
  'tokenCache',
  'rateStore',
  'submissionStore',
  'exchange',
  'refresh',
  'watcher',
  'listTranscriptions',
  'onEvent',
  'fetch',
  'clock',
]);

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

const origin = (value: unknown, name: string): string => {
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

const publicOrigins = (value: string | readonly string[]): ReadonlySet<string> => {
  const values = list(typeof value === 'string' ? [value] : value, 'publicOrigin');
  if (values.length === 0) return refuse('publicOrigin must hold at least one origin.');
  return new Set(values.map((each) => origin(each, 'publicOrigin')));
};

/** Without `sealingKeys`, the client secret is the key. It may also be one of the keys. */
const sealingKeys = (value: unknown, clientSecret: string): Settings['sealingKeys'] => {
  if (value === undefined) return [clientSecret];
  const [first, ...rest] = list(value, 'sealingKeys').map((key) =>
    typeof key === 'string' && (key.length >= SHORTEST_SEALING_KEY || key === clientSecret)
      ? key
      : refuse(
          `sealingKeys must hold random strings of at least ${SHORTEST_SEALING_KEY} characters.`,
        ),
  );
  return first === undefined ? refuse('sealingKeys must hold at least one key.') : [first, ...rest];
};

const tokenCacheOf = (value: PartnerHandlerOptions['tokenCache'], clock: Clock): TokenCache => {
  if (value === undefined) return createMemoryTokenCache(clock);
  return isKeyValueStorage(value)
    ? createStorageTokenCache(value)
    : withMethods(value, 'tokenCache', ['get', 'set', 'delete']);
};

const taskSettings = ({
  watcher,
  listTranscriptions = false,
}: PartnerHandlerOptions): Pick<Settings, 'watcher' | 'listTranscriptions'> => {
  if (typeof listTranscriptions !== 'boolean') {
    return refuse('listTranscriptions must be true or false.');
  }
  if (watcher !== undefined) withMethods(watcher, 'watcher', ['submitted', 'query']);
  if (listTranscriptions && typeof watcher?.list !== 'function') {
    return refuse('listTranscriptions needs a watcher that lists tasks: see createTaskWatcher.');
  }
  return { watcher: watcher ?? null, listTranscriptions };
};

/**
 * Validates the options and fills in defaults. Does not change the given object.
 * Throws TranscribeError `configuration` with a message that names the option.
 */
export const readSettings = (options: PartnerHandlerOptions): Settings => {
  if (typeof options !== 'object' || options === null) return refuse('options are missing.');
  if (Object.keys(options).some((name) => HOOKS.has(name))) {
    return refuse('give onSubmitted and onFinished to createTaskWatcher.');
  }
  onlyKnown(options, OPTIONS, '');
  if (options.authorize === undefined) {
    return refuse(
      'authorize is missing: give a function that returns the user who sent the request.',
    );
  }
  const { proxyUploads = false, clock = systemClock, fetch = globalFetch } = options;
  if (typeof proxyUploads !== 'boolean') return refuse('proxyUploads must be true or false.');
  withMethods(clock, 'clock', ['now']);
  const limits = readLimits(options.limits ?? {});
  const clientSecret = credential(
    options.clientSecret,
    'clientSecret',
    // eslint-disable-next-line no-control-regex -- Basic authentication allows no control characters.
    /^[^\x00-\x1f\x7f]+$/,
    'must not hold control characters',
  );
  const key = apiKey(options.apiKey);
  const keys = sealingKeys(options.sealingKeys, clientSecret);
  return {
    serviceUrl: serviceUrl(options.serviceUrl),
    clientId: clientId(options.clientId),
    clientSecret,
    apiKey: key,
    sealingKeys: keys,
    basePath: basePath(options.basePath ?? '/api/transcribe'),
    authorize: callable(options.authorize, 'authorize'),
    allowedOrigins: new Set(
      list(options.allowedOrigins ?? [], 'allowedOrigins').map((each) =>
        origin(each, 'allowedOrigins'),
      ),
    ),
    publicOrigins: given(options.publicOrigin, publicOrigins),
    allowedFileHosts: given(
      options.allowedFileHosts,
      (hosts) => new Set(list(hosts, 'allowedFileHosts').map(allowedFileHost)),
    ),
    proxyUploads,
    userTokenSeconds: given(options.userTokenSeconds, (value) =>
      wholeNumber(value, 'userTokenSeconds', 'seconds'),
    ),
    limits,
    tokenCache: tokenCacheOf(options.tokenCache, clock),
    rateStore: given(options.rateStore, (value) => withMethods(value, 'rateStore', ['take'])),
    submissionStore: given(options.submissionStore, (value) =>
      withMethods(value, 'submissionStore', ['getItem', 'setItem', 'removeItem']),
    ),
    exchange: given(options.exchange, (value) => callable(value, 'exchange')),
    refresh: given(options.refresh, (value) => callable(value, 'refresh')),
    ...taskSettings(options),
    emit: safeEmitter(
      given(options.onEvent, (value) => callable(value, 'onEvent')),
      [clientSecret, key, ...keys],
    ),
    fetch: callable(fetch, 'fetch'),
    clock,
  };
};
