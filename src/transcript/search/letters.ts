/** Decides which letters are the same in a search. `Intl.Collator` knows, for each language. */

/**
 * A code point with its marks, and with the vowels and final consonants of decomposed Hangul. A hit never cuts one.
 * Graphemes of `Intl.Segmenter` are too long: they join emoji, and consonants that people search for one by one.
 */
export const CLUSTER = /[^][\p{M}\u1160-\u11ff\ud7b0-\ud7ff]*/gu;

/** The eye sees nothing of these: soft hyphens, zero-width characters, direction marks, controls. */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex
  /^[\p{Default_Ignorable_Code_Point}\ufeff\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]+$/u;
const BLANK = /[\s\x85]/u;
const DASH = /^[\p{Pd}\u02d7\u2043\u2212]$/u;
const SINGLE_QUOTE = /^[\u00b4\u02b9\u02bb-\u02bd\u02c8\u2018-\u201b\u2032]$/u;
const DOUBLE_QUOTE = /^[\u02ba\u201c-\u201f\u2033\u301d-\u301f]$/u;
const MARK = /\p{M}/u;
const LEADING_MARK = /^\p{M}/u;
/** Scripts with thousands of letters of which no two are the same: comparing them is for nothing. */
const UNLIKE_ANY = /^[\p{Unified_Ideograph}\uac00-\ud7a3]$/u;
/** Letters that some languages write as two. */
const DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
]);
/** UTF-16 units; in a longer pile all marks are ignored. */
const LONGEST_CLUSTER = 16;

const SEEN_FIRST = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** Knows a class of equal letters by the first of them that it was asked about. */
const createClasses = (collator: Intl.Collator): ((letter: string) => string) => {
  const sorted: string[] = [];
  const classOf = (letter: string): string => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const known = sorted[middle] ?? '';
      const order = collator.compare(known, letter);
      if (order === 0) return known;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    sorted.splice(low, 0, letter);
    return letter;
  };
  SEEN_FIRST.forEach(classOf);
  return classOf;
};

/**
 * A function from a cluster to what stands for its letter in a search: `''` where it is ignored,
 * a blank for white space. It asks Intl, so its answers are worth keeping.
 */
export const createLetters = (locale: string): ((cluster: string) => string) => {
  // Both are asked: to search, German has `ö` as `oe` and not as `o`; to sort, as `o`.
  const collators = (['search', 'sort'] as const).map(
    (usage) => new Intl.Collator(locale, { usage, sensitivity: 'base', ignorePunctuation: false }),
  );
  const same = (one: string, other: string): boolean =>
    collators.some((collator) => collator.compare(one, other) === 0);
  const classes = collators.map(createClasses);

  /** Leaves out the marks that make no other letter: all at once, or one by one. */
  const withoutMarks = (letter: string): string => {
    const parts = [...letter.normalize('NFD')];
    const bare = parts.filter((part) => !MARK.test(part)).join('');
    if (bare !== '' && same(letter, bare)) return bare.normalize('NFC');
    let kept = parts;
    for (const mark of parts.filter((part) => MARK.test(part))) {
      const fewer = kept.filter((part) => part !== mark);
      if (fewer.length > 0 && same(kept.join(''), fewer.join(''))) kept = fewer;
    }
    return kept.join('').normalize('NFC');
  };

  const spelledOut = (letter: string): string => {
    const two = DIGRAPHS.get(letter);
    return two !== undefined && same(letter, two) ? two : letter;
  };

  const letterOf = (cluster: string): string => {
    if (INVISIBLE.test(cluster)) return '';
    if (cluster.length > LONGEST_CLUSTER)
      return letterOf(String.fromCodePoint(cluster.codePointAt(0) ?? 0));
    if (BLANK.test(cluster)) return ' ';
    const compatible = cluster.normalize('NFKC').toLocaleLowerCase(locale);
    // an accent by itself would become a blank with a mark, and a Thai vowel lose half of itself
    const plain = BLANK.test(compatible) || LEADING_MARK.test(compatible) ? cluster : compatible;
    const clusters = spelledOut(plain).match(CLUSTER) ?? [];
    if (clusters.length > 1) return clusters.map(letterOf).join('');
    if (UNLIKE_ANY.test(plain)) return plain;
    if (same(plain, '')) return '';
    if (DASH.test(plain)) return '-';
    if (SINGLE_QUOTE.test(plain)) return "'";
    if (DOUBLE_QUOTE.test(plain)) return '"';
    return classes.reduce((letter, classOf) => classOf(letter), withoutMarks(plain));
  };
  return letterOf;
};
