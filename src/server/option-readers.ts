/** Reads the options of a public function. Every failure is a TranscribeError `configuration` that names the option. */
import { TranscribeError } from '../protocol/errors.js';
import { type Clock, systemClock } from './deadlines.js';
import { isLoopbackHost } from './file-url-guard.js';

/** The longest delay of a timer, in milliseconds. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** About a hundred years, so that milliseconds stay exact. */
const LONGEST_SECONDS = 36_500 * 86_400;

export const MEBIBYTE = 1024 * 1024;

/** The default of `fetch`. Looks the function up at each call, because it may be replaced. */
export const globalFetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request);

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Reads one option. `name` is for the message. */
export type Read<T> = (value: unknown, name: string) => T;

/** Readers whose messages start with the name of the function that got the options. Messages never quote a value. */
export const readersFor = (caller: string) => {
  const refuse = (sentence: string): never => {
    throw new TranscribeError('configuration', `${caller}: ${sentence}`);
  };

  const list = (value: unknown, name: string): readonly unknown[] =>
    Array.isArray(value) ? (value as readonly unknown[]) : refuse(`${name} must be an array.`);

  const wholeNumber = (
    value: unknown,
    name: string,
    unit: string,
    max = Number.MAX_SAFE_INTEGER,
  ): number =>
    Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= max
      ? (value as number)
      : refuse(`${name} must be a whole number of ${unit} above 0.`);

  const callable = <T>(value: unknown, name: string): T =>
    typeof value === 'function' ? (value as T) : refuse(`${name} must be a function.`);

  /** Null if the option is not given: it is undefined or null. */
  const orNull =
    <T>(read: Read<T>): Read<T | null> =>
    (value, name) =>
      (value ?? null) === null ? null : read(value, name);

  /** Reads an object with these methods. */
  const having =
    <T>(...methods: readonly (keyof T & string)[]): Read<T> =>
    (value, name) => {
      const given = value as Partial<T> | null;
      return typeof given === 'object' &&
        methods.every((method) => typeof given?.[method] === 'function')
        ? (given as T)
        : refuse(`${name} must be an object with ${methods.join(', ')}.`);
    };

  /** Reads the options that a table names, and refuses all others. A missing one reads as `undefined`. */
  const fields = <T extends object>(
    value: object,
    readers: { readonly [K in keyof T]: Read<T[K]> },
    prefix = '',
  ): T => {
    const unknown = Object.keys(value).find((name) => !Object.hasOwn(readers, name));
    if (unknown !== undefined) refuse(`${prefix}${unknown} is not an option; check its spelling.`);
    const given = value as Readonly<Record<string, unknown>>;
    const read = Object.entries<Read<unknown>>(readers).map(([name, reader]) => [
      name,
      reader(given[name], prefix + name),
    ]);
    return Object.fromEntries(read) as T;
  };

  /** Reads a whole number above 0, `byDefault` if it is not given. */
  const whole =
    (unit: string, byDefault?: number, max?: number): Read<number> =>
    (value, name) =>
      wholeNumber(value ?? byDefault, name, unit, max);

  /** Reads a number of seconds, and returns milliseconds. */
  const seconds =
    (byDefault: number): Read<number> =>
    (value, name) =>
      wholeNumber(value ?? byDefault, name, 'seconds', LONGEST_SECONDS) * 1000;

  /** Never quotes the value, because it may be a secret in the wrong option. */
  const credential = (value: unknown, name: string, printable: RegExp, rule: string): string => {
    if (value === undefined || value === null || value === '') {
      return refuse(`${name} is missing: give the one that the operator issued to you.`);
    }
    if (typeof value !== 'string') return refuse(`${name} must be a string.`);
    if (value.trim() !== value) return refuse(`${name} must not begin or end with white space.`);
    return printable.test(value) ? value : refuse(`${name} ${rule}.`);
  };

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
      return refuse(
        'serviceUrl must be https: over http anybody on the way could read the secrets.',
      );
    }
    return url.origin + url.pathname.replace(/\/+$/, '');
  };

  return {
    refuse,
    list,
    wholeNumber,
    callable,
    orNull,
    having,
    fields,
    fetch: (value: unknown, name: string): typeof globalThis.fetch =>
      callable(value ?? globalFetch, name),
    clock: (value: unknown, name: string): Clock =>
      having<Clock>('now')(value ?? systemClock, name),
    whole,
    seconds,
    credential,
    serviceUrl,
    clientId: (value: unknown): string =>
      credential(
        value,
        'clientId',
        /^(?!.*:)[\x21-\x7e]+$/,
        'must be visible ASCII characters without a colon (RFC 7617)',
      ),
    apiKey: (value: unknown): string =>
      credential(value, 'apiKey', VISIBLE_ASCII, 'must be visible ASCII characters'),
  };
};
