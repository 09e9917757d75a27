/** JSON of what is sent or stored. */

/** Copies without `toJSON`. It avoids `Object.keys`, which also lists inherited properties in Prototype.js 1.6. */
const shielded = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const copy: object = Array.isArray(value)
    ? value.map((one) => shielded(one))
    : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shielded(one)]));
  // An own property wins over that of a prototype.
  return Object.defineProperty(copy, 'toJSON', { value: undefined });
};

/**
 * Serialises plain data. Old libraries of a page, such as Prototype.js, give arrays and objects a `toJSON` by which
 * `JSON.stringify` turns lists into strings.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify('toJSON' in [] ? shielded(value) : value);
