/** Folds texts for searching: two texts match if their folds are equal. */
import { firstIndex } from '../binary-search.js';
import { placesInEmoji } from '../characters.js';
import { CLUSTER, isBlank } from '../plain-text.js';

/** A folded text, and the source position of each UTF-16 unit. Has only single spaces, and none at the ends. */
export interface Fold {
  readonly text: string;
  /** Null if each unit has the same offset in the original text. */
  readonly origin: Origin | null;
}

export interface Origin {
  /** Where the unit's cluster begins in the original text; -1 unless the unit is the first of its cluster. */
  readonly starts: Int32Array;
  /** Where the unit's cluster ends in the original text; -1 unless the unit is the last of its cluster. */
  readonly ends: Int32Array;
}

export type Folder = (text: string) => Fold;

/** Other blank characters are invisible, and left out. */
const SPACE = /[^\S\ufeff]|[\x85\u2800]/u;
const DASH = /^[\p{Pd}\u02d7\u2043\u2212]$/u;
const SINGLE_QUOTE = /^[\u00b4\u02b9\u02bb-\u02bd\u02c8\u2018-\u201b\u2032\u2035\u2039\u203a]$/u;
const DOUBLE_QUOTE = /^[\u00ab\u00bb\u02ba\u201c-\u201f\u2033\u301d-\u301f]$/u;
const MARK = /\p{M}/u;
const LEADING_MARK = /^\p{M}/u;
/** Scripts with thousands of letters, no two of which are equal, so they are not compared. */
const UNLIKE_ANY = /^[\p{Unified_Ideograph}\uac00-\ud7a3]$/u;
/** Letters that some languages write as two. */
const DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
]);
/** Signs that no keyboard has, and what people type instead. The first one is in `½`. */
const TYPED: ReadonlyMap<string, string> = new Map([
  ['\u2044', '/'],
  ['\u2215', '/'],
  ['×', 'x'],
  ['∶', ':'],
  ['∗', '*'],
  ['∼', '~'],
  ['∣', '|'],
  ['\u301c', '~'],
]);
/** What a Persian keyboard writes, and an Arabic one in its place. */
const PERSIAN: ReadonlyMap<string, string> = new Map([
  ['\u06a9', '\u0643'],
  ['\u06cc', '\u064a'],
]);
/** The letters of a sign such as `½`, and what makes a number of it if it follows. */
const FRACTION = /^\d+\//;
const DIGIT_AT_END = /\d$/;
/** In UTF-16 units. Longer clusters are reduced to their first code point. */
const LONGEST_CLUSTER = 16;

const SEEN_FIRST = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/** Returns a function that maps equal letters to the first of them it was called with. */
const createClasses = (collator: Intl.Collator): ((letter: string) => string) => {
  const sorted: string[] = [];
  const classOf = (letter: string): string => {
    const at = firstIndex(
      sorted.length,
      (index) => collator.compare(sorted[index] ?? '', letter) >= 0,
    );
    const known = sorted[at];
    if (known !== undefined && collator.compare(known, letter) === 0) return known;
    sorted.splice(at, 0, letter);
    return letter;
  };
  SEEN_FIRST.forEach(classOf);
  return classOf;
};

/** Maps a cluster to its search letter: `''` if it is ignored, a space for white space. Slow, so cache the results. */
const createLetters = (locale: string): ((cluster: string) => string) => {
  // Use both: for search, German treats `ö` as `oe` and not as `o`; for sorting, as `o`.
  const collators = (['search', 'sort'] as const).map(
    (usage) => new Intl.Collator(locale, { usage, sensitivity: 'base', ignorePunctuation: false }),
  );
  const same = (one: string, other: string): boolean =>
    collators.some((collator) => collator.compare(one, other) === 0);
  const classes = collators.map(createClasses);

  /** Removes marks that don't make a different letter: all at once if possible, else one by one. */
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
    if (isBlank(cluster)) return SPACE.test(cluster) ? ' ' : '';
    if (cluster.length > LONGEST_CLUSTER)
      return letterOf(String.fromCodePoint(cluster.codePointAt(0) ?? 0));
    if (SPACE.test(cluster)) return ' ';
    const compatible = cluster
      .normalize('NFKC')
      .toLocaleLowerCase(locale)
      .replace(/[\u06a9\u06cc]/g, (letter) => PERSIAN.get(letter) ?? letter);
    // NFKC turns a lone accent into a space with a mark, and takes half of a Thai vowel.
    const plain = SPACE.test(compatible) || LEADING_MARK.test(compatible) ? cluster : compatible;
    const clusters = spelledOut(plain).match(CLUSTER) ?? [];
    if (clusters.length > 1) return clusters.map(letterOf).join('');
    if (UNLIKE_ANY.test(plain)) return plain;
    if (same(plain, '')) return '';
    const typed = TYPED.get(plain);
    if (typed !== undefined) return typed;
    if (DASH.test(plain)) return '-';
    if (SINGLE_QUOTE.test(plain)) return "'";
    if (DOUBLE_QUOTE.test(plain)) return '"';
    return classes.reduce((letter, classOf) => classOf(letter), withoutMarks(plain));
  };
  return letterOf;
};

/** The case of `count` search letters of a text: `U` for capitals, `?` for what follows in one that is written as several, else `l`. */
const casesIn = (text: string, count: number): string => {
  const letters = [...text.normalize('NFKC')].filter((one) => !MARK.test(one) && !isBlank(one));
  const cases = letters.map((letter) => (letter === letter.toLowerCase() ? 'l' : 'U'));
  if (cases.length === count) return cases.join('');
  return cases[0] === 'U' ? 'U'.padEnd(count, '?') : 'l'.repeat(count);
};

/** The case of each letter of a fold of `text`. See `casesIn`. */
export const casesOf = (text: string, { text: folded, origin }: Fold): string => {
  if (origin === null) return text.replace(/[^]/gu, (letter) => casesIn(letter, letter.length));
  let cases = '';
  for (let first = 0; first < folded.length; first = cases.length) {
    let last = first;
    while (last < folded.length - 1 && (origin.ends[last] ?? -1) < 0) last += 1;
    cases += casesIn(text.slice(origin.starts[first], origin.ends[last]), last - first + 1);
  }
  return cases;
};

/** True if letters have the same case. */
export const isSameCase = (one: string, other: string): boolean =>
  [...one].every((own, at) => own === other[at] || own === '?' || other[at] === '?');

/** Printable ASCII with single spaces. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const PRINTABLE = [...new Array(0x5e).keys()].map((at) => String.fromCharCode(0x21 + at));

/** Creates a folder for one language (BCP-47). Caches every letter. */
export const createFolder = (locale: string): Folder => {
  const letterOf = createLetters(locale);
  const letters = new Map<string, string>();

  const foldCluster = (cluster: string): string => {
    let letter = letters.get(cluster);
    if (letter === undefined) letters.set(cluster, (letter = letterOf(cluster)));
    return letter;
  };

  const lowersAscii = PRINTABLE.every(
    (character) => foldCluster(character) === character.toLowerCase(),
  );

  return (text) => {
    // Fast path for most English text.
    if (lowersAscii && PLAIN.test(text)) return { text: text.toLowerCase(), origin: null };
    let fold = '';
    const starts: number[] = [];
    const ends: number[] = [];
    let blank: readonly [start: number, end: number] | null = null;
    let start = 0;
    const cut = placesInEmoji(text);
    for (const cluster of text.match(CLUSTER) ?? []) {
      const end = start + cluster.length;
      const letter = foldCluster(cluster);
      // Typed is `1 1/2`.
      if (FRACTION.test(letter) && DIGIT_AT_END.test(fold)) blank ??= [start, start];
      if (letter === ' ') blank = [blank?.[0] ?? start, end];
      else if (letter !== '') {
        if (blank && fold !== '') {
          fold += ' ';
          starts.push(blank[0]);
          ends.push(blank[1]);
        }
        blank = null;
        fold += letter;
        for (let at = 1; at <= letter.length; at += 1) {
          starts.push(at === 1 && !cut.has(start) ? start : -1);
          ends.push(at === letter.length && !cut.has(end) ? end : -1);
        }
      }
      start = end;
    }
    const isIdentical = starts.every((from, at) => from === at && ends[at] === at + 1);
    if (isIdentical) return { text: fold, origin: null };
    return { text: fold, origin: { starts: Int32Array.from(starts), ends: Int32Array.from(ends) } };
  };
};
