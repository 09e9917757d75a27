import { TranscribeError } from '../protocol/index.js';

/** The longest delay that a timer can hold, in ms. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Throws TranscribeError `configuration` with a sentence that names the option. */
export const refuse = (sentence: string): never => {
  throw new TranscribeError('configuration', `createPartnerHandler: ${sentence}`);
};

export const list = (value: unknown, name: string): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : refuse(`${name} must be an array.`);

export const whole = (
  value: unknown,
  name: string,
  unit: string,
  max = Number.MAX_SAFE_INTEGER,
): number =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= max
    ? (value as number)
    : refuse(`${name} must be a whole number of ${unit} above 0.`);

export const callable = <T>(value: T, name: string): T =>
  typeof value === 'function' ? value : refuse(`${name} must be a function.`);

export const withMethods = <T>(
  value: T,
  name: string,
  methods: readonly (keyof T & string)[],
): T => {
  const fits =
    typeof value === 'object' &&
    value !== null &&
    methods.every((method) => typeof value[method] === 'function');
  return fits ? value : refuse(`${name} must be an object with ${methods.join(', ')}.`);
};

export const onlyKnown = (value: object, known: ReadonlySet<string>, prefix: string): void => {
  const unknown = Object.keys(value).find((name) => !known.has(name));
  if (unknown !== undefined) refuse(`${prefix}${unknown} is not an option; check its spelling.`);
};
