/** JSON of what is sent, stored or exported. */

/** The value itself, instead of what its `toJSON` returned. */
function itself(this: Readonly<Record<string, unknown>>, key: string): unknown {
  return this[key];
}

/**
 * Serialises plain data. Old libraries of a page, such as Prototype.js, give arrays and objects a `toJSON` by which
 * `JSON.stringify` turns lists into strings. `indent`: spaces for each level.
 */
export const toJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, itself, indent);
