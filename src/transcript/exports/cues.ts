/** Splits segments into subtitle cues, as broadcasters do. Reading speed is not limited: a cue lasts as its words. */
import { closed } from '../plain-text.js';
import type { Segment, Transcript } from '../transcript.js';
import {
  type BreakGrade,
  createTextSplitter,
  type Piece,
  type TextSplitter,
} from './line-breaks.js';

export interface Cue {
  /** Index of the segment the cue comes from. */
  readonly segment: number;
  /** Position among the cues of its segment, from 0. */
  readonly part: number;
  readonly parts: number;
  /** Whole milliseconds. The cues of a segment have no gaps and no overlap. */
  readonly start_ms: number;
  /** Whole milliseconds, later than `start_ms`. */
  readonly end_ms: number;
  readonly speaker?: string;
  /** BCP-47. Set only if the segment has its own language. */
  readonly language?: string;
  /** At least one line; no line is blank. */
  readonly lines: readonly string[];
}

const LIMITS = {
  lines: 2,
  /** Maximum characters per line. A longer word is not split. */
  line: 42,
  /** Maximum Chinese, Japanese or Korean characters per line. In mixed lines, each character takes its share. */
  wideLine: 16,
  /** Maximum duration in milliseconds. A cue of a few words or of one unbreakable text may last longer. */
  longest_ms: 7_000,
  /** Preferred minimum duration in milliseconds. Fast speech may need shorter cues. */
  shortest_ms: 1_000,
} as const;

/** What is written before a segment's words, such as `Anna:`. Empty for nothing. Repeated after a cue of another segment. */
type Lead = (segment: Segment) => string;

/** What is written before the words of a cue. */
interface Start {
  /** On the line of the first words. */
  readonly beside: readonly Measured[];
  /** On lines of its own, if it is wider than half a line. */
  readonly above: readonly string[];
}

const NO_START: Start = { beside: [], above: [] };

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
interface Measured extends Piece {
  readonly width: number;
}

const FULL = LIMITS.line * LIMITS.wideLine;
const SPACE = LIMITS.wideLine;

const widthOf = (text: string, { graphemes }: TextSplitter): number => {
  if (PLAIN.test(text)) return text.length * LIMITS.wideLine;
  let width = 0;
  for (const grapheme of graphemes(text)) {
    if (WIDE.test(grapheme)) width += LIMITS.line;
    else if (!INVISIBLE.test(grapheme)) width += LIMITS.wideLine;
  }
  return width;
};

/** Splits a piece that is wider than a line at its spaces, such as a long row of dots. */
const fitLine = (piece: Piece, splitter: TextSplitter): readonly Measured[] => {
  const width = widthOf(piece.text, splitter);
  if (width <= FULL) return [{ ...piece, width }];
  return piece.text.split(' ').map((text, at) => ({
    ...(at === 0 ? piece : ({ spaced: true, grade: 'word' } as const)),
    text,
    width: widthOf(text, splitter),
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

const measured = (text: string, splitter: TextSplitter): readonly Measured[] =>
  splitter.pieces(text).flatMap((piece) => fitLine(piece, splitter));

const startOf = (lead: string, splitter: TextSplitter): Start => {
  if (lead === '') return NO_START;
  const width = widthOf(lead, splitter);
  return width > FULL / 2
    ? { beside: [], above: toLines(measured(lead, splitter)) }
    : { beside: [{ text: lead, spaced: false, grade: 'word', width }], above: [] };
};

const linesFrom = ({ beside, above }: Start, run: readonly Measured[]): readonly string[] => {
  const words = run.map((piece, at) =>
    at === 0 && beside.length > 0 ? { ...piece, spaced: true } : piece,
  );
  return [...above, ...toLines([...beside, ...words])];
};

/** Where the cues of a segment end, as numbers of pieces. `startAt`: what is before the words of a cue from this piece on. */
const cueEnds = (
  pieces: readonly Measured[],
  duration: number,
  startAt: (from: number) => Start,
): readonly number[] => {
  const spoken = pieces.reduce((sum, { width }) => sum + width, 0);
  return cheapestRuns(pieces.length, function* (from) {
    const { beside, above } = startAt(from);
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
      const lasts = spoken === 0 ? duration : (duration * text) / spoken;
      const tooLong = lasts > LIMITS.longest_ms && text > FULL * TOO_LITTLE;
      if ((lines > most || tooLong) && at > from) return;
      const room = (lines - 1) * FULL + line;
      yield (
        COST.cue +
        cutBefore(pieces[at + 1], COST.cut) +
        COST.short * Math.max(0, 1 - lasts / LIMITS.shortest_ms) +
        COST.uneven * Math.max(0, 1 - room / (LIMITS.lines * FULL)) ** 2
      );
    }
  });
};

/** Merges neighbouring runs until at most `most` remain. */
const atMost = (ends: readonly number[], most: number): readonly number[] =>
  ends.length <= most
    ? ends
    : [...new Array(most).keys()].map(
        (at) => ends[Math.floor(((at + 1) * ends.length) / most) - 1] ?? 0,
      );

/** End times of the runs in ms, in proportion to their widths. Each run gets at least one millisecond. */
const endTimes = (widths: readonly number[], start: number, end: number): readonly number[] => {
  const total = widths.reduce((sum, width) => sum + width, 0);
  let said = 0;
  let reached = start;
  return widths.map((width, at) => {
    said += width;
    const share = total === 0 ? (at + 1) / widths.length : said / total;
    const latest = end - (widths.length - 1 - at);
    reached = Math.max(reached + 1, Math.min(latest, start + Math.round((end - start) * share)));
    return reached;
  });
};

/** A cue before its place among the others, and so what is written before its words, is known. */
interface Draft extends Omit<Cue, 'lines'> {
  readonly run: readonly Measured[];
  readonly start: Start;
}

/** `isAlone`: no other segment plays at the same time, so that only the first cue begins with the lead. */
const draftsOf = (
  segment: Segment,
  index: number,
  { lead, isAlone, splitter }: { lead: string; isAlone: boolean; splitter: TextSplitter },
): Draft[] => {
  const { start_ms, speaker, language } = segment;
  const end_ms = Math.max(segment.end_ms, start_ms + 1);
  const pieces = measured(segment.text, splitter);
  const start = startOf(lead, splitter);
  const duration = end_ms - start_ms;
  const startAt = (from: number): Start => (from === 0 || !isAlone ? start : NO_START);
  const ends = atMost(cueEnds(pieces, duration, startAt), duration);
  const runs = ends.map((end, at) => pieces.slice(ends[at - 1] ?? 0, end));
  const times = endTimes(
    runs.map((run) => run.reduce((sum, { width }) => sum + width, 0)),
    start_ms,
    end_ms,
  );
  return runs.map((run, part) => ({
    segment: index,
    part,
    parts: runs.length,
    start_ms: times[part - 1] ?? start_ms,
    end_ms: times[part] ?? end_ms,
    ...(speaker === undefined ? {} : { speaker }),
    ...(language === undefined ? {} : { language }),
    ...{ run, start },
  }));
};

/** For each segment, whether no other one plays at the same time. Segments are sorted by start. */
const aloneOf = (segments: readonly Segment[]): readonly boolean[] => {
  let reached = -1;
  return segments.map(({ start_ms, end_ms }, index) => {
    const isAfter = reached <= start_ms;
    reached = Math.max(reached, end_ms);
    return isAfter && (segments[index + 1]?.start_ms ?? Infinity) >= end_ms;
  });
};

/**
 * Splits a transcript into cues, sorted by start as WebVTT requires. Cuts are made at the ends of sentences
 * first, then of clauses, then between words. Only white space in the text changes, and the lead is added. The cues of a segment
 * cover its exact time, but at least one millisecond.
 */
export const toCues = (
  { segments, language }: Transcript,
  lead: Lead = () => '',
): readonly Cue[] => {
  const splitters = new Map<string, TextSplitter>();
  const splitterFor = (tag: string): TextSplitter => {
    const splitter = splitters.get(tag) ?? createTextSplitter(tag);
    splitters.set(tag, splitter);
    return splitter;
  };
  const alone = aloneOf(segments);
  const drafts = segments
    .flatMap((segment, index) =>
      draftsOf(segment, index, {
        lead: lead(segment),
        isAlone: alone[index] ?? true,
        splitter: splitterFor(segment.language ?? language ?? ''),
      }),
    )
    .sort((one, other) => one.start_ms - other.start_ms);
  return drafts.map(({ run, start, ...cue }, at) => {
    const isLed = cue.part === 0 || drafts[at - 1]?.segment !== cue.segment;
    return { ...cue, lines: linesFrom(isLed ? start : NO_START, run) };
  });
};

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
