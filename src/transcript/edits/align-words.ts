/** Maps a corrected paragraph back to its segments, by aligning the old words with the new ones. */
import { charactersOf } from '../characters.js';
import { isUnspacedAtEnd, withBlanks } from '../plain-text.js';
import { placesIn } from '../segment-ids.js';
import type { Segment } from '../transcript.js';
import { endsSentence, type SegmentRange } from '../turns.js';
import type { TranscriptEdit } from './edits.js';

/** A word, or a letter of a script without spaces, as a range of a text in UTF-16 units. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text. Scripts without spaces give one letter each: dictionaries cut them by their neighbours. */
export const wordsIn = (text: string): readonly Word[] => {
  const words: Word[] = [];
  for (const { 0: run, index } of text.matchAll(/\S+/gu)) {
    let start = index;
    let at = index;
    const close = (): void => {
      if (at > start) words.push({ text: text.slice(start, at), start, end: at });
      start = at;
    };
    // Most texts have no such letters.
    if (/^[\0-\u0dff]*$/u.test(run)) at += run.length;
    else
      for (const letter of charactersOf(run)) {
        const stands = isUnspacedAtEnd(String.fromCodePoint(letter.codePointAt(0) ?? 0));
        if (stands) close();
        at += letter.length;
        if (stands) close();
      }
    close();
  }
  return words;
};

/** Letters and digits only, in lower case: "Hello," and "hello" differ only in punctuation. */
const bare = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]/gu, '');

/** A kept word outweighs any number of replaced words. A change of punctuation only outweighs another word. */
const SCORE = { kept: 1 << 14, similar: 3, replaced: 1 } as const;
const STEP = { pair: 0, old: 1, new: 2 } as const;
/** Entries of the table. Texts that need more are aligned in proportion. */
const LARGEST_TABLE = 16_000_000;

/** For each new word, the index of the old word that it keeps or replaces, else -1. A longest common subsequence. */
const alignPairs = (before: readonly string[], after: readonly string[]): Int32Array => {
  const pairs = new Int32Array(after.length).fill(-1);
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) {
    pairs[from] = from;
    from += 1;
  }
  let [oldEnd, newEnd] = [before.length, after.length];
  while (oldEnd > from && newEnd > from && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
    pairs[newEnd] = oldEnd;
  }
  const [rows, columns] = [newEnd - from, oldEnd - from];
  if (rows === 0 || columns === 0) return pairs;
  if (rows * columns > LARGEST_TABLE) {
    for (let row = 0; row < rows; row += 1)
      pairs[from + row] = from + Math.floor((row * columns) / rows);
    return pairs;
  }
  const bareBefore = before.slice(from, oldEnd).map(bare);
  const steps = new Uint8Array(rows * columns);
  /** Scores of the rest after this row, from each column on. */
  let below = new Float64Array(columns + 1);
  for (let row = rows - 1; row >= 0; row -= 1) {
    const word = after[from + row] ?? '';
    const bareWord = bare(word);
    const here = new Float64Array(columns + 1);
    for (let column = columns - 1; column >= 0; column -= 1) {
      const gain =
        word === before[from + column]
          ? SCORE.kept
          : bareWord !== '' && bareWord === bareBefore[column]
            ? SCORE.similar
            : SCORE.replaced;
      const pair = gain + (below[column + 1] ?? 0);
      const skipOld = here[column + 1] ?? 0;
      const skipNew = below[column] ?? 0;
      const best = Math.max(pair, skipOld, skipNew);
      here[column] = best;
      steps[row * columns + column] =
        best === pair ? STEP.pair : best === skipOld ? STEP.old : STEP.new;
    }
    below = here;
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const step = steps[row * columns + column];
    if (step === STEP.pair) pairs[from + row] = from + column;
    if (step !== STEP.old) row += 1;
    if (step !== STEP.new) column += 1;
  }
  return pairs;
};

/** Segments with text, each with the text that separates it from the one before. */
const shownParts = (
  segments: readonly Segment[],
  { first, end }: SegmentRange,
): readonly { readonly segment: number; readonly text: string; readonly blank: string }[] => {
  const filled: number[] = [];
  for (let at = first; at < end; at += 1) if (segments[at]?.text) filled.push(at);
  const texts = filled.map((segment) => segments[segment]?.text ?? '');
  return withBlanks(texts).map((spaced, at) => {
    const text = texts[at] ?? '';
    return { segment: filled[at] ?? first, text, blank: spaced.length > text.length ? ' ' : '' };
  });
};

/** The text of a paragraph as it is read and edited. */
export const paragraphText = (segments: readonly Segment[], range: SegmentRange): string =>
  shownParts(segments, range)
    .map(({ blank, text }) => blank + text)
    .join('');

/** Where each segment with text begins in `paragraphText`, in order. */
export const segmentStarts = (
  segments: readonly Segment[],
  range: SegmentRange,
): readonly { readonly segment: number; readonly at: number }[] => {
  let reached = 0;
  return shownParts(segments, range).map(({ segment, blank, text }) => {
    const at = reached + blank.length;
    reached = at + text.length;
    return { segment, at };
  });
};

/**
 * The words of a new text, and the segment of each. Words that were added at a border belong to the sentence that they
 * continue.
 */
const ownedWords = (
  segments: readonly Segment[],
  { first, end }: SegmentRange,
  text: string,
): { readonly words: readonly Word[]; readonly owners: readonly number[] } => {
  const old = segments
    .slice(first, end)
    .flatMap((one, at) => wordsIn(one.text).map((word) => ({ ...word, segment: first + at })));
  const words = wordsIn(text);
  const pairs = alignPairs(
    old.map((word) => word.text),
    words.map((word) => word.text),
  );
  const known = [...pairs].map((at) => old[at]?.segment);
  const owners: number[] = [];
  for (let at = 0; at < words.length;) {
    let next = at;
    while (next < words.length && known[next] === undefined) next += 1;
    const before = owners.at(-1);
    const after = known[next];
    if (next > at) {
      const startsSentence =
        before !== undefined &&
        endsSentence(words[at - 1]?.text ?? '') &&
        !endsSentence(words[next - 1]?.text ?? '');
      const owner =
        before === undefined || (after !== undefined && startsSentence) ? after : before;
      for (; at < next; at += 1) owners.push(owner ?? first);
    }
    if (after !== undefined) owners.push(after);
    at = next + 1;
  }
  return { words, owners };
};

/** The new text of each segment, as a range of the paragraph's text. A segment without words has none. */
const ownTexts = ({ words, owners }: ReturnType<typeof ownedWords>, first: number) => {
  const texts = new Map<number, { readonly start: number; end: number }>();
  words.forEach(({ start, end }, at) => {
    const owner = owners[at] ?? first;
    const own = texts.get(owner);
    if (own) own.end = end;
    else texts.set(owner, { start, end });
  });
  return texts;
};

/** The new text of a segment. A deleted word leaves the spaces on both sides. */
const squeezed = (text: string): string => text.replace(/ {2,}/g, ' ');

/**
 * The place of a corrected paragraph where the word at the caret begins: a segment, and the offset in its new text. Null
 * at the first word, where the paragraph begins.
 */
export const wordPlace = (
  segments: readonly Segment[],
  range: SegmentRange,
  text: string,
  caret: number,
): { readonly segment: number; readonly offset: number } | null => {
  const owned = ownedWords(segments, range, text);
  const at = owned.words.findIndex(({ end }) => end > caret);
  const word = owned.words[at];
  const segment = owned.owners[at];
  if (at < 1 || !word || segment === undefined) return null;
  const { start, end } = ownTexts(owned, range.first).get(segment) ?? word;
  const was = segments[segment]?.text ?? '';
  const isKept = was.trim() === text.slice(start, end);
  const before = text.slice(start, word.start);
  return { segment, offset: (isKept ? before : squeezed(before)).length };
};

/**
 * The corrections that make the text of a range of segments this text: `correct-text` for each segment that changes,
 * none if the paragraph stays the same. Unchanged words keep their segment, so their times stay right. A segment whose
 * words were all removed becomes empty. No word of the new text is lost.
 */
export const correctParagraph = (
  segments: readonly Segment[],
  range: SegmentRange,
  text: string,
): readonly TranscriptEdit[] => {
  if (text === paragraphText(segments, range)) return [];
  const texts = ownTexts(ownedWords(segments, range, text), range.first);
  const { idAt } = placesIn(segments);
  const edits: TranscriptEdit[] = [];
  for (let segment = range.first; segment < range.end; segment += 1) {
    const own = texts.get(segment);
    const now = own ? text.slice(own.start, own.end) : '';
    const was = segments[segment]?.text;
    if (was !== undefined && was.trim() !== now)
      edits.push({ kind: 'correct-text', segment: idAt(segment), text: squeezed(now) });
  }
  return edits;
};
