/** Reads untrusted JSON field by field. Throws a ContractError that names the invalid field. */

/** External data violates the contract. The message never quotes the value. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  constructor(
    /** The field, such as `Parts[2].PresignedUrl`. Empty for the whole body. */
    readonly path: string,
    /** The problem, such as `must be a positive integer`. */
    readonly problem: string,
  ) {
    super(`${path === '' ? 'the body' : path} ${problem}`);
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;
export type Reader<T> = (value: unknown, path: string) => T;

const fail = (path: string, problem: string): never => {
  throw new ContractError(path, problem);
};

/**
 * A string of JSON, or a number that JSON does not have but Python and others write. A string without an end goes to the end of the
 * text, so that the time grows with the length of the text only.
 */
const STRING_OR_NO_NUMBER = /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|-?\b(?:NaN|Infinity)\b/g;

/** JSON with null for numbers that it does not have, and with the control characters in its strings escaped. */
const mended = (text: string): string =>
  text.replace(STRING_OR_NO_NUMBER, (part) =>
    part.startsWith('"')
      ? part.replace(/\p{Cc}/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : 'null',
  );

/**
 * Reads JSON as generously as possible: also after a byte order mark, with NaN and Infinity, which become null, and with control
 * characters in strings. Throws ContractError without the parser's message, which would quote the text.
 */
export const parseJson = (text: string): unknown => {
  const json = text.replace(/^\ufeff/, '');
  try {
    return JSON.parse(json);
  } catch {
    try {
      return JSON.parse(mended(json));
    } catch {
      return fail('', 'is not JSON');
    }
  }
};

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const object: Reader<JsonObject> = (value, path) =>
  isObject(value) ? value : fail(path, 'must be an object');

export const array: Reader<readonly unknown[]> = (value, path) =>
  Array.isArray(value) ? value : fail(path, 'must be an array');

export const text: Reader<string> = (value, path) =>
  typeof value === 'string' ? value : fail(path, 'must be a string');

export const filledText: Reader<string> = (value, path) =>
  text(value, path).trim() === '' ? fail(path, 'must not be empty') : text(value, path);

export const flag: Reader<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : fail(path, 'must be true or false');

export const finite: Reader<number> = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? value : fail(path, 'must be a number');

/** Reads null, too. */
export const orNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value, path) =>
    value === null ? null : read(value, path);

export const positiveInteger: Reader<number> = (value, path) =>
  Number.isSafeInteger(value) && (value as number) > 0
    ? (value as number)
    : fail(path, 'must be a positive integer');

export const oneOf =
  <const T extends string>(choices: readonly T[]): Reader<T> =>
  (value, path) =>
    choices.find((choice) => choice === value) ??
    fail(path, `must be one of ${choices.join(', ')}`);

/** A string of `min` to `max` characters (code points, not UTF-16 units). */
export const textOfLength =
  (min: number, max: number): Reader<string> =>
  (value, path) => {
    const { length } = [...text(value, path)];
    return length >= min && length <= max
      ? text(value, path)
      : fail(path, `must have ${min} to ${max} characters`);
  };

export const matching =
  (pattern: RegExp, description: string): Reader<string> =>
  (value, path) =>
    pattern.test(text(value, path)) ? text(value, path) : fail(path, `must be ${description}`);

/**
 * An absolute http or https URL without credentials. As in browsers, spaces around it are ignored, and others are encoded. Its
 * letters and its port stay as they are.
 */
export const webAddress: Reader<string> = (value, path) => {
  const address = filledText(value, path).trim();
  const match = /^https?:\/\/([^/?#\\]+)(?:[/?#]|$)/i.exec(address);
  if (!match || /\s/.test(match[1] ?? '') || /[^\S ]|\\/.test(address))
    return fail(path, 'must be an absolute http or https address');
  return match[1]?.includes('@')
    ? fail(path, 'must not carry a user name or a password')
    : address.replaceAll(' ', '%20');
};

export const at = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/** Reads one field. */
export const field = <T>(source: JsonObject, path: string, key: string, read: Reader<T>): T =>
  Object.hasOwn(source, key) ? read(source[key], at(path, key)) : fail(at(path, key), 'is missing');

/** Reads an optional field: `{}` or `{[key]: value}`, to be spread into the result. */
export const optional = <const K extends string, T>(
  source: JsonObject,
  path: string,
  key: K,
  read: Reader<T>,
): { readonly [P in K]?: T } =>
  source[key] === undefined
    ? {}
    : ({ [key]: read(source[key], at(path, key)) } as { readonly [P in K]?: T });

/** Throws for fields that the contract does not name. */
export const onlyFields = (source: JsonObject, path: string, names: readonly string[]): void => {
  const unknown = Object.keys(source).find((key) => !names.includes(key));
  if (unknown !== undefined) fail(at(path, unknown.slice(0, 40)), 'is not a field of this request');
};

type Readers<T> = { readonly [K in keyof T]: Reader<T[K]> };

/** Reads an object with the `required` fields, and the `others` if they are there. Ignores unknown fields. */
export const record =
  <Required extends object, Others extends object = object>(
    required: Readers<Required>,
    others = {} as Readers<Others>,
  ): Reader<NoInfer<Required & Partial<Others>>> =>
  (value, path) => {
    const source = object(value, path);
    const found: Record<string, unknown> = {};
    for (const [key, read] of Object.entries<Reader<unknown>>(required)) {
      found[key] = field(source, path, key, read);
    }
    for (const [key, read] of Object.entries<Reader<unknown>>(others)) {
      Object.assign(found, optional(source, path, key, read));
    }
    return found as Required & Partial<Others>;
  };

/** Like `record`. Throws for fields that the contract does not name. */
export const onlyRecord = <Required extends object, Others extends object = object>(
  required: Readers<Required>,
  others = {} as Readers<Others>,
): Reader<NoInfer<Required & Partial<Others>>> => {
  const read = record(required, others);
  const names = [...Object.keys(required), ...Object.keys(others)];
  return (value, path) => {
    onlyFields(object(value, path), path, names);
    return read(value, path);
  };
};

/** Reads a list. */
export const listOf =
  <T>(read: Reader<T>): Reader<readonly T[]> =>
  (value, path) =>
    array(value, path).map((one, index) => read(one, `${path}[${index}]`));

/** Reads a whole body. */
export const body =
  <T>(read: Reader<T>) =>
  (json: unknown): NoInfer<T> =>
    read(json, '');
