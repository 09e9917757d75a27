/** Lays out text as subtitles: cues of two lines, and where they are cut. */
import { charactersOf } from '../characters.js';
import { closed } from '../plain-text.js';
import { LONGEST, SHORTEST } from './cue-times.js';
import type { BreakGrade, Piece, TextSplitter } from './line-breaks.js';

const LIMITS = {
  lines: 2,
  /** Maximum characters per line. A longer word is not split. */
  line: 42,
  /** Maximum Chinese, Japanese or Korean characters per line. In mixed lines, each character takes its share. */
  wideLine: 16,
} as const;

/** What is written before the words of a cue. */
export interface Start {
  /** On the line of the first words. */
  readonly beside: readonly Measured[];
  /** On lines of its own, if it is wider than half a line. */
  readonly above: readonly string[];
}

export const NO_START: Start = { beside: [], above: [] };

/** East Asian wide characters and emoji, without the halfwidth forms. */
const WIDE =
  /^(?![\uff61-\uffdc\uffe8-\uffee])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Yi}\u3000-\u303f\u30fb\u30fc\uff01-\uffe6\p{Emoji_Presentation}]/u;
const INVISIBLE = /^[\p{Cf}\p{M}]+$/u;
const PLAIN = /^[\x20-\x7e]*$/;

/** Costs of a cut, a cue and a line. Only their proportions matter. */
const COST = {
  cue: 10,
  cut: { sentence: 0, clause: 6, word: 16 },
  short: 12,
  uneven: 6,
  line: 1_000,
  lineCut: { sentence: 0, clause: 4, word: 20 },
  unevenLine: 100,
} as const;

/** Fraction of a full line. A cue with less text is not cut, even if it lasts too long. */
const TOO_LITTLE = 0.3;

/** A piece with its width, in a unit in which full lines of narrow and of wide characters are equally wide. */
export interface Measured extends Piece {
  readonly width: number;
}

const FULL = LIMITS.line * LIMITS.wideLine;
/** The width of a narrow character. */
export const SPACE = LIMITS.wideLine;

const widthOf = (text: string): number => {
  if (PLAIN.test(text)) return text.length * LIMITS.wideLine;
  let width = 0;
  for (const character of charactersOf(text)) {
    if (WIDE.test(character)) width += LIMITS.line;
    else if (!INVISIBLE.test(character)) width += LIMITS.wideLine;
  }
  return width;
};

/** Splits a piece that is wider than a line at its spaces, such as a long row of dots. */
const fitLine = (piece: Piece): readonly Measured[] => {
  const width = widthOf(piece.text);
  if (width <= FULL) return [{ ...piece, width }];
  return piece.text.split(' ').map((text, at) => ({
    ...(at === 0 ? piece : ({ spaced: true, grade: 'word' } as const)),
    text,
    width: widthOf(text),
  }));
};

const cutBefore = (piece: Piece | undefined, by: Readonly<Record<BreakGrade, number>>): number =>
  piece === undefined ? 0 : by[piece.grade];

const joined = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, spaced }, at) => (spaced && at > 0 ? ` ${text}` : text)).join('');

/** Breaks the text into as few lines as possible, of similar length, preferably at the end of a clause. */
const toLines = (pieces: readonly Measured[]): string[] => {
  const ends = cheapestRuns(pieces.length, function* (from) {
    let width = 0;
    for (let at = from; at < pieces.length; at += 1) {
      const { width: own = 0, spaced = false } = pieces[at] ?? {};
      width += own + (spaced && at > from ? SPACE : 0);
      if (width > FULL && at > from) return;
      const cut = cutBefore(pieces[at + 1], COST.lineCut);
      yield COST.line + cut + COST.unevenLine * (width / FULL) ** 2;
    }
  });
  return ends.map((end, at) => closed(joined(pieces.slice(ends[at - 1] ?? 0, end))));
};

export const measured = (text: string, splitter: TextSplitter): readonly Measured[] =>
  splitter.pieces(text).flatMap(fitLine);

export const startOf = (lead: string, splitter: TextSplitter): Start => {
  if (lead === '') return NO_START;
  const width = widthOf(lead);
  return width > FULL / 2
    ? { beside: [], above: toLines(measured(lead, splitter)) }
    : { beside: [{ text: lead, spaced: false, grade: 'word', width }], above: [] };
};

export const linesFrom = (
  { beside, above }: Start,
  run: readonly Measured[],
): readonly string[] => {
  const words = run.map((piece, at) =>
    at === 0 && beside.length > 0 ? { ...piece, spaced: true } : piece,
  );
  return [...above, ...toLines([...beside, ...words])];
};

/**
 * Where the cues of an utterance end, as numbers of pieces. `times`: when each piece has been said, in ms after `start`.
 * `startAt`: what is before the words of a cue from this piece on.
 */
export const cueEnds = (
  pieces: readonly Measured[],
  times: readonly number[],
  start: number,
  startAt: (from: number) => Start,
): readonly number[] =>
  cheapestRuns(pieces.length, function* (from) {
    const { beside, above } = startAt(from);
    const begin = times[from - 1] ?? start;
    let lines = 1 + above.length;
    const most = Math.max(LIMITS.lines, lines);
    let line = beside[0] ? beside[0].width + SPACE : 0;
    let text = 0;
    for (let at = from; at < pieces.length; at += 1) {
      const { width = 0, spaced = false } = pieces[at] ?? {};
      const blankBefore = spaced && at > from ? SPACE : 0;
      if (line + blankBefore + width > FULL && line > 0) {
        lines += 1;
        line = width;
      } else line += blankBefore + width;
      text += width;
      const lasts = (times[at] ?? begin) - begin;
      const tooLong = lasts > LONGEST && text > FULL * TOO_LITTLE;
      if ((lines > most || tooLong) && at > from) return;
      const room = (lines - 1) * FULL + line;
      yield (
        COST.cue +
        cutBefore(pieces[at + 1], COST.cut) +
        COST.short * Math.max(0, 1 - lasts / SHORTEST) +
        COST.uneven * Math.max(0, 1 - room / (LIMITS.lines * FULL)) ** 2
      );
    }
  });

/** Cuts 0 to `count` into the cheapest runs, and returns their ends. `costs(from)` yields the cost of one, two, …. */
const cheapestRuns = (
  count: number,
  costs: (from: number) => Iterable<number>,
): readonly number[] => {
  const total = new Float64Array(count + 1).fill(Infinity);
  const cameFrom = new Int32Array(count + 1);
  total[0] = 0;
  for (let from = 0; from < count; from += 1) {
    const before = total[from] ?? Infinity;
    let end = from;
    for (const cost of costs(from)) {
      end += 1;
      if (end > count) break;
      if (before + cost >= (total[end] ?? Infinity)) continue;
      total[end] = before + cost;
      cameFrom[end] = from;
    }
  }
  const ends: number[] = [];
  for (let end = count; end > 0; end = cameFrom[end] ?? 0) ends.push(end);
  return ends.reverse();
};
