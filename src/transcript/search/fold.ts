/** Folding: a text without what a search ignores. Texts match where their folds are the same. */
import { clusterEnd } from './clusters.js';
import { createLetters } from './letters.js';

/** A fold, and where in the text its UTF-16 units come from. No blanks at its ends, none twice. */
export interface Fold {
  readonly text: string;
  /** Null where each unit of the fold is the one of the text at the same place. */
  readonly origin: Origin | null;
}

export interface Origin {
  /** Where in the text the cluster begins that a unit is the first of; -1 where it is not the first. */
  readonly starts: Int32Array;
  /** Where in the text the cluster ends that a unit is the last of; -1 where it is not the last. */
  readonly ends: Int32Array;
}

export type Folder = (text: string) => Fold;

/** Printable ASCII with single blanks. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const ASCII = Array.from({ length: 0x80 }, (_, unit) => String.fromCharCode(unit));

const BLANK = 0x20;
/** How many arguments a function takes anywhere. */
const CHUNK = 8192;

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Collects the units of one fold after another, in the same memory. */
const createUnits = () => {
  let units = new Uint16Array(1024);
  let starts = new Int32Array(1024);
  let ends = new Int32Array(1024);
  let length = 0;
  /** True as long as each unit stands where its cluster does. */
  let identical = true;

  const toText = (): string => {
    let text = '';
    for (let at = 0; at < length; at += CHUNK) {
      // a typed array is passed as it is: spreading it would take twice as long
      const chunk: unknown = units.subarray(at, Math.min(length, at + CHUNK));
      text += String.fromCharCode.apply(null, chunk as number[]);
    }
    return text;
  };

  return {
    isEmpty: (): boolean => length === 0,
    clear(): void {
      length = 0;
      identical = true;
    },
    /** The cluster from `start` to `end` has this unit; -1 for an end or start in the midst of one. */
    add(unit: number, start: number, end: number): void {
      if (length === units.length) {
        units = grown(units, new Uint16Array(2 * length));
        starts = grown(starts, new Int32Array(2 * length));
        ends = grown(ends, new Int32Array(2 * length));
      }
      identical &&= start === length && end === length + 1;
      units[length] = unit;
      starts[length] = start;
      ends[length] = end;
      length += 1;
    },
    toFold: (): Fold => ({
      text: toText(),
      origin: identical ? null : { starts: starts.slice(0, length), ends: ends.slice(0, length) },
    }),
  };
};

const grown = <A extends Uint16Array | Int32Array>(from: A, to: A): A => {
  to.set(from);
  return to;
};

/** Folds texts of one language, a BCP-47 tag; keeps what it learns of their letters. */
export const createFolder = (locale: string): Folder => {
  const letterOf = createLetters(locale);
  const letters = new Map<string, string>();
  /** By the unit of a cluster, the one unit it folds to; 0 where that is not known, or not so. */
  const simple = new Uint16Array(0x1_00_00);
  const units = createUnits();

  const letterAt = (text: string, start: number, end: number): string => {
    const cluster = text.slice(start, end);
    let letter = letters.get(cluster);
    if (letter === undefined) letters.set(cluster, (letter = letterOf(cluster)));
    const unit = cluster.charCodeAt(0);
    if (cluster.length === 1 && letter.length === 1 && !isSurrogate(unit))
      simple[unit] = letter.charCodeAt(0);
    return letter;
  };

  const lowersAscii = ASCII.every(
    (character) => !PLAIN.test(character) || letterAt(character, 0, 1) === character.toLowerCase(),
  );

  return (text) => {
    // Most of English goes this way, many times as fast.
    if (lowersAscii && PLAIN.test(text)) return { text: text.toLowerCase(), origin: null };
    units.clear();
    let blankStart = -1;
    let blankEnd = -1;
    const endBlank = (): void => {
      if (blankStart >= 0 && !units.isEmpty()) units.add(BLANK, blankStart, blankEnd);
      blankStart = -1;
    };
    for (let start = 0; start < text.length;) {
      const end = clusterEnd(text, start);
      const unit = end - start === 1 ? (simple[text.charCodeAt(start)] ?? 0) : 0;
      const letter = unit === 0 ? letterAt(text, start, end) : '';
      if (unit === BLANK || letter === ' ') {
        if (blankStart < 0) blankStart = start;
        blankEnd = end;
      } else if (unit !== 0) {
        if (blankStart >= 0) endBlank();
        units.add(unit, start, end);
      } else if (letter !== '') {
        endBlank();
        const last = letter.length - 1;
        for (let at = 0; at <= last; at += 1)
          units.add(letter.charCodeAt(at), at === 0 ? start : -1, at === last ? end : -1);
      }
      start = end;
    }
    return units.toFold();
  };
};
