/** Checks the options and fills in the defaults. */
import { TranscribeError } from '../protocol/index.js';
import { safeEmitter } from './events.js';
import { fileHost, isLoopbackHost } from './file-url-guard.js';
import type { HandlerLimits, Limits, PartnerHandlerOptions, Settings } from './options.js';
import type { RateLimit, RateStore } from './rate-limit.js';
import {
  createMemoryTokenCache,
  createStorageRateStore,
  createStorageTokenCache,
  isKeyValueStorage,
  type TokenCache,
} from './storage.js';
import { type Clock, systemClock } from './time.js';

/** The longest delay of a timer, in milliseconds. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Throws TranscribeError `configuration` with a message that names the option. */
const refuse = (sentence: string): never => {
  throw new TranscribeError('configuration', `createPartnerHandler: ${sentence}`);
};

const list = (value: unknown, name: string): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : refuse(`${name} must be an array.`);

export const wholeNumber = (
  value: unknown,
  name: string,
  unit: string,
  max = Number.MAX_SAFE_INTEGER,
): number =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= max
    ? (value as number)
    : refuse(`${name} must be a whole number of ${unit} above 0.`);

const callable = <T>(value: T, name: string): T =>
  typeof value === 'function' ? value : refuse(`${name} must be a function.`);

const withMethods = <T>(value: T, name: string, methods: readonly (keyof T & string)[]): T => {
  const fits =
    typeof value === 'object' &&
    value !== null &&
    methods.every((method) => typeof value[method] === 'function');
  return fits ? value : refuse(`${name} must be an object with ${methods.join(', ')}.`);
};

const onlyKnown = (value: object, known: ReadonlySet<string>, prefix: string): void => {
  const unknown = Object.keys(value).find((name) => !known.has(name));
  if (unknown !== undefined) refuse(`${prefix}${unknown} is not an option; check its spelling.`);
};

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

const optionalRate = (value: unknown, name: string, byDefault: RateLimit): RateLimit | null =>
  value === null ? null : rateLimit(value ?? byDefault, name);

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
  return {
    bodyBytes: wholeNumber(limits.bodyBytes ?? MEBIBYTE, 'limits.bodyBytes', 'bytes'),
    answerBytes: wholeNumber(limits.answerBytes ?? 64 * MEBIBYTE, 'limits.answerBytes', 'bytes'),
    timeoutMs,
    storeTimeoutMs: Math.min(timeoutMs, STORE_TIMEOUT_MS),
    submissions: optionalRate(limits.submissions, 'limits.submissions', SUBMISSIONS),
    queries: optionalRate(limits.queries, 'limits.queries', QUERIES),
    userTokens: optionalRate(limits.userTokens, 'limits.userTokens', USER_TOKENS),
    uploads: optionalRate(limits.uploads, 'limits.uploads', UPLOADS),
  };
};

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
  'exchange',
  'refresh',
  'onEvent',
  'fetch',
  'clock',
]);

/** Never quotes the value, because it may be a secret in the wrong option. */
const credential = (value: unknown, name: string, printable: RegExp, rule: string): string => {
  if (value === undefined || value === null || value === '') {
    return refuse(`${name} is missing: give the one that the operator issued to you.`);
  }
  if (typeof value !== 'string') return refuse(`${name} must be a string.`);
  if (value.trim() !== value) return refuse(`${name} must not begin or end with white space.`);
  return printable.test(value) ? value : refuse(`${name} ${rule}.`);
};

/** 128 bits as hexadecimal digits. */
const SHORTEST_SEALING_KEY = 32;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

const serviceUrl = (value: unknown): string => {
  if (value === undefined || value === null || value === '') {
    return refuse('serviceUrl is missing: give the base address of the service.');
  }
  const rule =
    'serviceUrl must be an absolute http or https address without a user name, a query or a fragment.';
  if (typeof value !== 'string' || !URL.canParse(value)) return refuse(rule);
  const url = new URL(value);
  const plain = url.username + url.password + url.search + url.hash === '';
  if (!/^https?:$/.test(url.protocol) || !plain) return refuse(rule);
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return refuse('serviceUrl must be https: over http anybody on the way could read the secrets.');
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
};

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

const publicOrigins = (value: PartnerHandlerOptions['publicOrigin']): Settings['publicOrigins'] => {
  if (value === undefined) return null;
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

const rateStoreOf = (
  value: PartnerHandlerOptions['rateStore'],
  timeoutMs: number,
): RateStore | null => {
  if (value === undefined) return null;
  return isKeyValueStorage(value)
    ? createStorageRateStore(value, timeoutMs)
    : withMethods(value, 'rateStore', ['take']);
};

/**
 * Validates the options and fills in defaults. Does not change the given object.
 * Throws TranscribeError `configuration` with a message that names the option.
 */
export const readSettings = (options: PartnerHandlerOptions): Settings => {
  if (typeof options !== 'object' || options === null) return refuse('options are missing.');
  onlyKnown(options, OPTIONS, '');
  if (options.authorize === undefined) {
    return refuse(
      'authorize is missing: give a function that returns the user who sent the request.',
    );
  }
  const { proxyUploads = false, clock = systemClock } = options;
  if (typeof proxyUploads !== 'boolean') return refuse('proxyUploads must be true or false.');
  withMethods(clock, 'clock', ['now']);
  const limits = readLimits(options.limits ?? {});
  const {
    fetch = (...request: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...request),
  } = options;
  const clientSecret = credential(
    options.clientSecret,
    'clientSecret',
    // eslint-disable-next-line no-control-regex -- Basic authentication allows no control characters.
    /^[^\x00-\x1f\x7f]+$/,
    'must not hold control characters',
  );
  const apiKey = credential(
    options.apiKey,
    'apiKey',
    VISIBLE_ASCII,
    'must be visible ASCII characters',
  );
  const keys = sealingKeys(options.sealingKeys, clientSecret);
  const { onEvent, exchange, refresh, userTokenSeconds, allowedFileHosts } = options;
  return {
    serviceUrl: serviceUrl(options.serviceUrl),
    clientId: credential(
      options.clientId,
      'clientId',
      /^(?!.*:)[\x21-\x7e]+$/,
      'must be visible ASCII characters without a colon (RFC 7617)',
    ),
    clientSecret,
    apiKey,
    sealingKeys: keys,
    basePath: basePath(options.basePath ?? '/api/transcribe'),
    authorize: callable(options.authorize, 'authorize'),
    allowedOrigins: new Set(
      list(options.allowedOrigins ?? [], 'allowedOrigins').map((each) =>
        origin(each, 'allowedOrigins'),
      ),
    ),
    publicOrigins: publicOrigins(options.publicOrigin),
    allowedFileHosts:
      allowedFileHosts === undefined
        ? null
        : new Set(list(allowedFileHosts, 'allowedFileHosts').map(allowedFileHost)),
    proxyUploads,
    userTokenSeconds:
      userTokenSeconds === undefined
        ? null
        : wholeNumber(userTokenSeconds, 'userTokenSeconds', 'seconds'),
    limits,
    tokenCache: tokenCacheOf(options.tokenCache, clock),
    rateStore: rateStoreOf(options.rateStore, limits.storeTimeoutMs),
    exchange: exchange === undefined ? null : callable(exchange, 'exchange'),
    refresh: refresh === undefined ? null : callable(refresh, 'refresh'),
    emit: safeEmitter(onEvent === undefined ? undefined : callable(onEvent, 'onEvent'), [
      clientSecret,
      apiKey,
      ...keys,
    ]),
    fetch: callable(fetch, 'fetch'),
    clock,
  };
};
