/**
 * Segments cut into what can be read on a screen at once. Lines and times follow what broadcasters and
 * streaming services ask of subtitles. A speed of reading cannot be promised: who speaks faster than
 * people read gets cues that are gone sooner, since a cue lasts as long as its words.
 */
import type { Segment, Transcript } from '../transcript.js';
import {
  type BreakGrade,
  createTextSplitter,
  type Piece,
  type TextSplitter,
} from './line-breaks.js';

export interface Cue {
  /** Index of its segment. */
  readonly segment: number;
  /** Which of the segment's cues, from 0. */
  readonly part: number;
  /** How many cues the segment has. */
  readonly parts: number;
  /** Milliseconds, whole. The cues of a segment follow one another without gap or overlap. */
  readonly start_ms: number;
  /** Milliseconds, whole, after `start_ms`. */
  readonly end_ms: number;
  readonly speaker?: string;
  /** BCP-47, where the segment has one of its own. */
  readonly language?: string;
  /** At least one, none of them blank. */
  readonly lines: readonly string[];
}

export interface CueLimits {
  /** Lines of a cue; 2 by default. */
  readonly lines: number;
  /** Characters on a line; 42 by default. A word that is longer stays whole. */
  readonly line: number;
  /** Characters on a line of Chinese, Japanese or Korean; 16 by default. Mixed lines share it out. */
  readonly wideLine: number;
  /** Milliseconds; 7,000 by default. A word or two may last longer. */
  readonly longest_ms: number;
  /** Milliseconds; 1,000 by default. Shorter ones are avoided, not ruled out: speech can be too fast. */
  readonly shortest_ms: number;
  /** What the writer puts in front of a segment's first line, as a name; room is left for it. */
  readonly lead: (segment: Segment) => string;
}

const DEFAULT_LIMITS: CueLimits = {
  lines: 2,
  line: 42,
  wideLine: 16,
  longest_ms: 7_000,
  shortest_ms: 1_000,
  lead: () => '',
};

/** East Asian wide characters and emoji; the halfwidth forms among them are not. */
const WIDE =
  /^(?![\uff61-\uffdc\uffe8-\uffee])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Yi}\u3000-\u303f\u30fb\u30fc\uff01-\uffe6\p{Emoji_Presentation}]/u;
const INVISIBLE = /^[\p{Cf}\p{M}]+$/u;
const PLAIN = /^[\x20-\x7e]*$/;

/** Costs of a cut, of a cue, of a line: only how they compare counts. */
const COST = {
  cue: 10,
  cut: { sentence: 0, clause: 6, word: 16 },
  short: 12,
  uneven: 6,
  line: 1_000,
  lineCut: { sentence: 0, clause: 4, word: 20 },
  unevenLine: 100,
} as const;

/** A share of a line: text below it is not cut for lasting too long. */
const TOO_LITTLE = 0.3;

/** A piece with its width, in units that make a full line of narrow characters as wide as one of wide ones. */
interface Measured extends Piece {
  readonly width: number;
}

interface Measures {
  readonly full: number;
  readonly blank: number;
  readonly of: (text: string) => number;
}

const createMeasures = ({ line, wideLine }: CueLimits, { graphemes }: TextSplitter): Measures => ({
  full: line * wideLine,
  blank: wideLine,
  of(text) {
    if (PLAIN.test(text)) return text.length * wideLine;
    let width = 0;
    for (const grapheme of graphemes(text)) {
      if (WIDE.test(grapheme)) width += line;
      else if (!INVISIBLE.test(grapheme)) width += wideLine;
    }
    return width;
  },
});

const cutBefore = (piece: Piece | undefined, by: Readonly<Record<BreakGrade, number>>): number =>
  piece === undefined ? 0 : by[piece.grade];

const joined = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, spaced }, at) => (spaced && at > 0 ? ` ${text}` : text)).join('');

/** As few lines as it takes, of like length, broken where the sense allows it. */
const toLines = (pieces: readonly Measured[], measures: Measures, lead: number): string[] => {
  const { full, blank } = measures;
  const ends = cheapestRuns(pieces.length, function* (from) {
    let width = from === 0 ? lead : 0;
    for (let at = from; at < pieces.length; at += 1) {
      const { width: own = 0, spaced = false } = pieces[at] ?? {};
      width += own + (spaced && at > from ? blank : 0);
      if (width > full && at > from) return;
      const cut = cutBefore(pieces[at + 1], COST.lineCut);
      yield COST.line + cut + COST.unevenLine * (width / full) ** 2;
    }
  });
  return ends.map((end, at) => joined(pieces.slice(ends[at - 1] ?? 0, end)));
};

/** Where the cues of one segment end, as numbers of pieces. */
const cueEnds = (
  pieces: readonly Measured[],
  duration: number,
  limits: CueLimits,
  { full, blank }: Measures,
  lead: number,
): readonly number[] => {
  const spoken = pieces.reduce((sum, { width }) => sum + width, 0);
  return cheapestRuns(pieces.length, function* (from) {
    let lines = 1;
    let line = from === 0 ? lead : 0;
    let text = 0;
    for (let at = from; at < pieces.length; at += 1) {
      const { width = 0, spaced = false } = pieces[at] ?? {};
      const blankBefore = spaced && at > from ? blank : 0;
      if (line + blankBefore + width > full && line > 0) {
        lines += 1;
        line = width;
      } else line += blankBefore + width;
      text += width;
      const lasts = spoken === 0 ? duration : (duration * text) / spoken;
      const tooLong = lasts > limits.longest_ms && text > full * TOO_LITTLE;
      if ((lines > limits.lines || tooLong) && at > from) return;
      const room = (lines - 1) * full + line;
      yield (
        COST.cue +
        cutBefore(pieces[at + 1], COST.cut) +
        COST.short * Math.max(0, 1 - lasts / limits.shortest_ms) +
        COST.uneven * Math.max(0, 1 - room / (limits.lines * full)) ** 2
      );
    }
  });
};

/** No more runs than `most`: neighbours are put together. */
const atMost = (ends: readonly number[], most: number): readonly number[] =>
  ends.length <= most
    ? ends
    : Array.from(
        { length: most },
        (_, at) => ends[Math.floor(((at + 1) * ends.length) / most) - 1] ?? 0,
      );

/** Whole milliseconds at which the runs end, in proportion to what is said in each; every run has one. */
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

const cuesOf = (
  segment: Segment,
  index: number,
  limits: CueLimits,
  splitter: TextSplitter,
): Cue[] => {
  const { start_ms, speaker, language } = segment;
  const end_ms = Math.max(segment.end_ms, start_ms + 1);
  const measures = createMeasures(limits, splitter);
  const pieces = splitter
    .pieces(segment.text)
    .map((piece): Measured => ({ ...piece, width: measures.of(piece.text) }));
  const lead = Math.min(measures.of(limits.lead(segment)), measures.full / 2);
  const duration = end_ms - start_ms;
  const ends = atMost(cueEnds(pieces, duration, limits, measures, lead), duration);
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
    lines: toLines(run, measures, part === 0 ? lead : 0),
  }));
};

/**
 * The cues of a transcript, sorted by start as WebVTT asks. A segment is cut at the ends of sentences
 * first, then of clauses, then between words; of its text nothing but white space changes, and its cues
 * last exactly as long as it does, one millisecond at least.
 */
export const toCues = (
  { segments, language }: Transcript,
  limits: Partial<CueLimits> = {},
): readonly Cue[] => {
  const all = { ...DEFAULT_LIMITS, ...limits };
  const splitters = new Map<string, TextSplitter>();
  const splitterFor = (tag: string): TextSplitter => {
    const splitter = splitters.get(tag) ?? createTextSplitter(tag);
    splitters.set(tag, splitter);
    return splitter;
  };
  return segments
    .flatMap((segment, index) =>
      cuesOf(segment, index, all, splitterFor(segment.language ?? language ?? '')),
    )
    .sort((one, other) => one.start_ms - other.start_ms);
};

/**
 * Cuts 0 to `count` into runs at the least total cost and returns where each ends. `costs(from)`
 * yields the cost of the run of one that begins at `from`, of two, and so on, at least one of them.
 */
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
