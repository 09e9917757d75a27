import { systemClock, type Clock } from './clock.js';
import { safeEmitter, type Emit } from './events.js';
import { fileHost } from './file-url-guard.js';
import { isLoopbackHost } from './host.js';
import { readLimits, type Limits } from './limits.js';
import { callable, list, onlyKnown, refuse, whole, withMethods } from './option-checks.js';
import type { Exchange, PartnerHandlerOptions, Refresh } from './options.js';
import type { RateStore } from './rate-store.js';
import { createStorageRateStore, createStorageTokenCache, isKeyValueStorage } from './storage.js';
import { createMemoryTokenCache, type TokenCache } from './token-cache.js';

/** The options, checked and with their defaults. */
export interface Settings {
  readonly serviceUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey: string;
  /** The first seals, any opens. */
  readonly sealingKeys: readonly [string, ...string[]];
  /** Without a slash at its end; empty for the root. */
  readonly basePath: string;
  readonly authorize: PartnerHandlerOptions['authorize'];
  readonly allowedOrigins: ReadonlySet<string>;
  /** Null: the host that the request names. */
  readonly publicOrigins: ReadonlySet<string> | null;
  /** Canonical; null: every public host. */
  readonly allowedFileHosts: ReadonlySet<string> | null;
  readonly proxyUploads: boolean;
  readonly userTokenSeconds: number | null;
  readonly limits: Limits;
  readonly tokenCache: TokenCache;
  /** Null: each instance counts by itself. */
  readonly rateStore: RateStore | null;
  readonly exchange: Exchange | null;
  readonly refresh: Refresh | null;
  readonly emit: Emit;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

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

/** Never quotes the value: it may be a secret put in the wrong place. */
const credential = (value: unknown, name: string, printable: RegExp, rule: string): string => {
  if (value === undefined || value === null || value === '') {
    return refuse(`${name} is missing: give the one that the operator issued to you.`);
  }
  if (typeof value !== 'string') return refuse(`${name} must be a string.`);
  if (value.trim() !== value) return refuse(`${name} must not begin or end with white space.`);
  return printable.test(value) ? value : refuse(`${name} ${rule}.`);
};

/** As hexadecimal digits, 128 bits. */
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
  // A path that the URL parser changes would never be met by a request.
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

/** Without keys of their own, ids are sealed under the secret, which may also stand among the keys. */
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
 * Checks every option and fills in the defaults; the options themselves are left alone.
 * Throws TranscribeError `configuration` with a sentence that names the option.
 */
export const readSettings = (options: PartnerHandlerOptions): Settings => {
  if (typeof options !== 'object' || options === null) return refuse('options are missing.');
  onlyKnown(options, OPTIONS, '');
  if (options.authorize === undefined) {
    return refuse('authorize is missing: give a function that tells who is asking.');
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
        : whole(userTokenSeconds, 'userTokenSeconds', 'seconds'),
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
