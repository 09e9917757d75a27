/** Folds texts for searching: two texts match if their folds are equal. */
import { CLUSTER, createLetters } from './letters.js';

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

/** Printable ASCII with single spaces. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const PRINTABLE = Array.from({ length: 0x5e }, (_, at) => String.fromCharCode(0x21 + at));

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
    for (const cluster of text.match(CLUSTER) ?? []) {
      const end = start + cluster.length;
      const letter = foldCluster(cluster);
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
          starts.push(at === 1 ? start : -1);
          ends.push(at === letter.length ? end : -1);
        }
      }
      start = end;
    }
    const isIdentical = starts.every((from, at) => from === at && ends[at] === at + 1);
    if (isIdentical) return { text: fold, origin: null };
    return { text: fold, origin: { starts: Int32Array.from(starts), ends: Int32Array.from(ends) } };
  };
};
