/** How frameworks, templates and environments write that a setting is not set. */

/** True for null, undefined, false, NaN, and text that is empty or only white space. */
export const isNotSet = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.trim() === ''
    : (value ?? false) === false || Number.isNaN(value);

/** A limit as a number above 0. Null for no limit: the value is not set, 0, or no number. */
export const limitOf = (value: unknown): number | null => {
  const limit = isNotSet(value) ? 0 : Number(value);
  return limit > 0 && limit < Infinity ? limit : null;
};
