/** Clusters: a code point with the marks that stand on it; a search never cuts one in two. */

const EXTENDING = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7ff]$/u;

/** Below the first combining mark. */
const FIRST_MARK = 0x300;

/** What is known of each code unit but surrogates: 0 nothing yet, 1 it does not extend, 2 it does. */
const seen = new Uint8Array(0x1_00_00);

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/**
 * How many UTF-16 units of the text extend the cluster before them: those of marks, and of the vowels
 * and final consonants of Hangul written letter by letter.
 */
const extendingUnits = (text: string, at: number): 0 | 1 | 2 => {
  const unit = text.charCodeAt(at);
  if (isSurrogate(unit))
    return EXTENDING.test(String.fromCodePoint(text.codePointAt(at) ?? 0)) ? 2 : 0;
  if (seen[unit] === 0) seen[unit] = EXTENDING.test(String.fromCharCode(unit)) ? 2 : 1;
  return seen[unit] === 2 ? 1 : 0;
};

/** Where the cluster that begins at an offset ends, in UTF-16 units. */
export const clusterEnd = (text: string, start: number): number => {
  let end = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
  while (end < text.length && text.charCodeAt(end) >= FIRST_MARK) {
    const more = extendingUnits(text, end);
    if (more === 0) break;
    end += more;
  }
  return end;
};
