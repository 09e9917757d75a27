/** The suite's own validation of raw responses: the type of each field, and where a response differs. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isEmpty = (value: unknown): boolean =>
  isObject(value) && Object.keys(value).length === 0;

/** Describes the type of a value without quoting it, because it may be a secret. */
export const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return 'an object';
};

/** A type in a table, and its check. */
export interface Kind {
  readonly means: string;
  readonly fits: (value: unknown) => boolean;
}

const kind = (means: string, fits: Kind['fits']): Kind => ({ means, fits });

export const TEXT = kind('a text that is not empty', (it) => typeof it === 'string' && it !== '');
export const ANY_TEXT = kind('a text', (it) => typeof it === 'string');
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;
export const COUNT = kind('a whole number above 0', isCount);
export const WHOLE = kind(
  'a whole number from 0',
  (it) => Number.isSafeInteger(it) && Number(it) >= 0,
);
export const OBJECT = kind('an object', isObject);
export const ARRAY = kind('an array', Array.isArray);
export const BEARER = kind('the value bearer', (it) => it === 'bearer');
export const MD5 = kind(
  '32 hexadecimal digits',
  (it) => typeof it === 'string' && /^[\da-f]{32}$/i.test(it),
);
export const WEB_ADDRESS = kind(
  'an absolute http or https address',
  (it) => typeof it === 'string' && /^https?:\/\//i.test(it) && URL.canParse(it),
);

export type Table = Readonly<Record<string, Kind>>;

/** Lists the violations of a table, e.g. `ChunkSize is 0, not a whole number above 0`; empty if there are none. */
export const differences = (value: unknown, table: Table, path = ''): readonly string[] =>
  isObject(value)
    ? Object.entries(table)
        .filter(([name, { fits }]) => !fits(value[name]))
        .map(([name, { means }]) => `${path}${name} is ${kindOf(value[name])}, not ${means}`)
    : [`${path === '' ? 'the body' : path.replace(/\.$/, '')} is ${kindOf(value)}, not an object`];

/** The names of fields for a note, without their values. */
export const fieldNames = (value: unknown): string =>
  isObject(value) ? Object.keys(value).join(', ') || 'no fields' : kindOf(value);

export const field = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;

export const textField = (value: unknown, name: string): string | null => {
  const found = field(value, name);
  return typeof found === 'string' && found !== '' ? found : null;
};

/** The first few items of a list, for a sentence. */
export const firstOf = (list: readonly string[], most = 3): string =>
  list.length <= most
    ? list.join('; ')
    : `${list.slice(0, most).join('; ')}; and ${list.length - most} more`;
