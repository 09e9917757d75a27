/** Splits a transcript into subtitle cues, as broadcasters do. */
import { needsSpace } from '../plain-text.js';
import type { Segment, Transcript } from '../transcript.js';
import {
  cueEnds,
  linesFrom,
  measured,
  NO_START,
  SPACE,
  startOf,
  type Measured,
  type Start,
} from './cue-layout.js';
import { FRAME, LONGEST, SHORTEST, toUtterances, type Utterance } from './cue-times.js';
import { createTextSplitter, type TextSplitter } from './line-breaks.js';

export interface Cue {
  /** Indexes of the segments whose words it has, or shares with other cues: several if they are short. */
  readonly segments: readonly number[];
  /** Position among the cues of these segments, from 0. */
  readonly part: number;
  readonly parts: number;
  /** Whole milliseconds. The cues of one speaker don't overlap. */
  readonly start_ms: number;
  /** Whole milliseconds, at least 40 after the start: a picture of a video. */
  readonly end_ms: number;
  /** As in the transcript. */
  readonly speaker?: string;
  /** BCP-47. Set only if the segments have their own language. */
  readonly language?: string;
  /** At least one line; no line is blank. */
  readonly lines: readonly string[];
}

/** What is written before a segment's words, such as `Anna:`. Empty for nothing. Repeated after a cue of other segments. */
type Lead = (segment: Segment) => string;

/** In milliseconds for a narrow character. Nobody speaks faster, so a shorter line has a wrong end. */
const FASTEST = 30;
/** In milliseconds for a narrow character. A pause is used until the words can be read. */
const READING = 60;

/** The words of a segment. */
interface Words {
  readonly pieces: readonly Measured[];
  /** With spaces. */
  readonly width: number;
}

const widthOf = (pieces: readonly Measured[]): number =>
  pieces.reduce((sum, { width }) => sum + width, 0);

/** When each piece has been said, in ms: its share of the time of its line. */
const timesOf = (pieces: readonly Measured[], start: number, end: number): readonly number[] => {
  const total = widthOf(pieces);
  let said = 0;
  return pieces.map(({ width }, at) => {
    said += width;
    return start + (end - start) * (total === 0 ? (at + 1) / pieces.length : said / total);
  });
};

/** Merges neighbouring runs until at most `most` remain. */
const atMost = (ends: readonly number[], most: number): readonly number[] =>
  ends.length <= most
    ? ends
    : [...new Array(most).keys()].map(
        (at) => ends[Math.floor(((at + 1) * ends.length) / most) - 1] ?? 0,
      );

/**
 * When the cues end: after their words, but each lasts a second, or its equal share if there is less time. The last one uses the
 * pause after it, up to its longest time.
 */
const endTimes = (said: readonly number[], start: number, end: number): readonly number[] => {
  const least = Math.min(SHORTEST, Math.floor((end - start) / said.length));
  let reached = start;
  return said.map((time, at) => {
    const after = said.length - 1 - at;
    const spoken = Math.round(time);
    const wanted =
      after === 0
        ? Math.min(end, Math.max(spoken, reached + LONGEST))
        : Math.min(spoken, end - after * least);
    reached = Math.max(reached + least, wanted);
    return reached;
  });
};

/** A cue before its place among the others, and so what is written before its words, is known. */
interface Draft extends Omit<Cue, 'lines'> {
  readonly run: readonly Measured[];
  readonly start: Start;
}

/** The pieces of an utterance, and when each has been said, in ms. */
const laidOver = (
  { segments: indexes, end }: Utterance,
  segments: readonly Segment[],
  words: readonly Words[],
) => {
  const lines = indexes.flatMap((index) => {
    const [line, own] = [segments[index], words[index]];
    return line && own ? [{ ...line, ...own }] : [];
  });
  const pieces = lines.flatMap(({ pieces: own, text }, at) => {
    const before = lines[at - 1]?.text;
    const spaced = before !== undefined && needsSpace(before, text);
    return own.map((piece, place) => (place === 0 && at > 0 ? { ...piece, spaced } : piece));
  });
  const times = lines.flatMap(({ start_ms, end_ms, pieces: own, width }, at) => {
    const isTooShort = end_ms - start_ms < (width / SPACE) * FASTEST;
    const spoken = isTooShort ? end : Math.min(end, end_ms);
    return timesOf(own, start_ms, lines[at + 1]?.start_ms ?? spoken);
  });
  return { pieces, times };
};

/** For each utterance, whether no other one plays at the same time. Utterances are sorted by start. */
const aloneOf = (sorted: readonly Utterance[]): readonly boolean[] => {
  let reached = -1;
  return sorted.map(({ start, end }, at) => {
    const isAfter = reached <= start;
    reached = Math.max(reached, end);
    return isAfter && (sorted[at + 1]?.start ?? Infinity) >= end;
  });
};

const splittersFor = (): ((tag: string) => TextSplitter) => {
  const splitters = new Map<string, TextSplitter>();
  return (tag) => {
    const splitter = splitters.get(tag) ?? createTextSplitter(tag);
    splitters.set(tag, splitter);
    return splitter;
  };
};

/**
 * Splits a transcript into cues, sorted by start as WebVTT requires. Cuts are made at the ends of sentences
 * first, then of clauses, then between words. Only white space in the text changes, and the lead is added.
 * docs/transcript.md has the rules for their times.
 */
export const toCues = (
  { segments, language, duration }: Transcript,
  lead: Lead = () => '',
): readonly Cue[] => {
  const splitterFor = splittersFor();
  const words = segments.map((segment): Words => {
    const pieces = measured(segment.text, splitterFor(segment.language ?? language ?? ''));
    const spaces = pieces.filter(({ spaced }) => spaced).length * SPACE;
    return { pieces, width: widthOf(pieces) + spaces };
  });
  const timeFor =
    (pace: number) =>
    ({ segments: indexes }: Utterance): number =>
      Math.ceil(
        (indexes.reduce((sum, index) => sum + (words[index]?.width ?? 0), 0) * pace) / SPACE,
      );
  const recordingEnd = duration ? Math.ceil(duration) * 1000 : Infinity;
  const utterances = toUtterances(segments, recordingEnd, timeFor(FASTEST), timeFor(READING));
  const alone = aloneOf(utterances);
  const drafts = utterances
    .flatMap((utterance, at): Draft[] => {
      const { segments: indexes, start: start_ms, end: end_ms, speaker, language: own } = utterance;
      const first = segments[indexes[0] ?? 0];
      const start = first ? startOf(lead(first), splitterFor(own ?? language ?? '')) : NO_START;
      const { pieces, times } = laidOver(utterance, segments, words);
      const startAt = (from: number): Start => (from === 0 || !alone[at] ? start : NO_START);
      const most = Math.floor((end_ms - start_ms) / FRAME);
      const ends = atMost(cueEnds(pieces, times, start_ms, startAt), most);
      const said = ends.map((end) => times[end - 1] ?? end_ms);
      const reached = endTimes(said, start_ms, end_ms);
      return ends.map((end, part) => ({
        segments: indexes,
        part,
        parts: ends.length,
        start_ms: reached[part - 1] ?? start_ms,
        end_ms: reached[part] ?? end_ms,
        ...(speaker === null ? {} : { speaker }),
        ...(own === undefined ? {} : { language: own }),
        run: pieces.slice(ends[part - 1] ?? 0, end),
        start,
      }));
    })
    .sort((one, other) => one.start_ms - other.start_ms);
  return drafts.map(({ run, start, ...cue }, at) => {
    const isLed = cue.part === 0 || drafts[at - 1]?.segments !== cue.segments;
    return { ...cue, lines: linesFrom(isLed ? start : NO_START, run) };
  });
};
