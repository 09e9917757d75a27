/** Reads the options of a public function. Every failure is a TranscribeError `configuration` that names the option. */
import { TranscribeError } from '../protocol/errors.js';
import { isLoopbackHost } from './file-url-guard.js';

/** The longest delay of a timer, in milliseconds. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const MEBIBYTE = 1024 * 1024;

/** The default of the option `fetch`. Looks the function up at each call, because it may be replaced. */
export const globalFetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request);

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

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
    withMethods,
    onlyKnown,
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
