/** When the lines of a transcript are shown as subtitles: looks at their pauses, overlaps and neighbours. */
import { firstIndex } from '../binary-search.js';
import type { Segment } from '../transcript.js';

/** A line, or short lines of one speaker that follow each other. */
export interface Utterance {
  /** Indexes of its lines, in order. At least one. */
  readonly segments: readonly number[];
  /** Null for lines without a speaker. */
  readonly speaker: string | null;
  readonly language: string | undefined;
  /** Whole milliseconds. Utterances of one speaker don't overlap. */
  readonly start: number;
  /** Whole milliseconds, at least one frame after the start. */
  readonly end: number;
}

/** In milliseconds: a picture of a video with 25 of them a second. A shorter cue can be in none. */
export const FRAME = 40;
/** In milliseconds. A shorter cue is hard to read. */
export const SHORTEST = 1_000;
/** In milliseconds. A cue of a few words, or of one text that cannot be cut, may last longer. */
export const LONGEST = 7_000;

/** The earlier of two overlapping lines of one speaker ends where the later one starts. */
const withoutOverlaps = (segments: readonly Segment[]): readonly Utterance[] => {
  const nextStart = new Map<string | null, number>();
  return segments
    .map(({ speaker = null, language, start_ms: start, end_ms: end }, index) => ({
      ...{ segments: [index], speaker, language, start, end },
    }))
    .reverse()
    .map((line) => {
      const end = Math.min(line.end, nextStart.get(line.speaker) ?? Infinity);
      nextStart.set(line.speaker, line.start);
      return { ...line, end };
    })
    .reverse();
};

/**
 * For each utterance, the end of the pause after it, if there is one: at most the first start after its own, or after its end if
 * nobody else is still speaking then.
 */
const pauseEnds = (sorted: readonly Utterance[], recordingEnd: number): readonly number[] => {
  const { length } = sorted;
  const startAt = (at: number): number => sorted[at]?.start ?? recordingEnd;
  let reached = 0;
  /** The latest end of each utterance and those before it. */
  const ends = sorted.map(({ end }) => (reached = Math.max(reached, end)));
  return sorted.map(({ start, end }) => {
    const next = startAt(firstIndex(length, (at) => startAt(at) > start));
    const after = firstIndex(length, (at) => startAt(at) >= end);
    const isQuiet = (ends[after - 1] ?? 0) <= end;
    return Math.max(end, next, isQuiet ? startAt(after) : 0);
  });
};

/** An utterance, what its words take at least, and the end of the pause after it, in ms. */
interface Timed extends Utterance {
  readonly takes: number;
  readonly until: number;
}

/** Joins each line with the line of its speaker before it, if they are neighbours and too short, even with the pause after them. */
const joinedIf = (
  lines: readonly Timed[],
  areTooShort: (before: Timed, line: Timed) => boolean,
): readonly Timed[] => {
  const joined: (Timed & { segments: number[] })[] = [];
  /** Where the last utterance of a speaker is in `joined`. */
  const places = new Map<string | null, number>();
  for (const line of lines) {
    const { speaker, language, start, end, takes, until } = line;
    const place = places.get(speaker) ?? -1;
    const before = joined[place];
    const areNeighbours = before?.language === language && (before?.until ?? -1) >= start;
    if (before && areNeighbours && areTooShort(before, line)) {
      before.segments.push(...line.segments);
      const [latest, together] = [Math.max(before.end, end), before.takes + takes];
      joined[place] = { ...before, end: latest, takes: together, until };
    } else places.set(speaker, joined.push({ ...line, segments: [...line.segments] }) - 1);
  }
  return joined;
};

const needed = ({ takes }: Timed): number => Math.max(SHORTEST, takes);

/**
 * Joins what is too short with what its speaker says next, or with what the speaker said before if another one follows. What is
 * joined is no longer in the way of others, so it looks again until nothing is joined.
 */
const joinShort = (lines: readonly Timed[], recordingEnd: number): readonly Timed[] => {
  const isEarly = (before: Timed, { start }: Timed): boolean =>
    start < before.start + needed(before);
  let joined = joinedIf(lines, isEarly);
  for (let most = Infinity; joined.length < most;) {
    most = joined.length;
    const pauses = pauseEnds(joined, recordingEnd);
    joined = joinedIf(
      joined.map((one, at) => ({ ...one, until: pauses[at] ?? one.end })),
      (before, line) =>
        isEarly(before, line) ||
        line.until - Math.max(before.end, before.start + needed(before)) < needed(line),
    );
  }
  return joined;
};

/** Lets each utterance last as long as it needs, at most until the next one starts. */
const extended = <T extends Utterance>(
  sorted: readonly T[],
  recordingEnd: number,
  needs: (utterance: T) => number,
): readonly T[] => {
  const pauses = pauseEnds(sorted, recordingEnd);
  return sorted.map((utterance, at) => {
    const { start, end } = utterance;
    return {
      ...utterance,
      end: Math.max(end, Math.min(start + needs(utterance), pauses[at] ?? end)),
    };
  });
};

/** Starts what is still too short in the pause before it. */
const startedEarlier = (sorted: readonly Timed[]): readonly Utterance[] => {
  let reached = 0;
  let before = 0;
  return sorted.map((utterance, at) => {
    const { start, end } = utterance;
    if (start !== sorted[at - 1]?.start) before = reached;
    reached = Math.max(reached, end);
    return { ...utterance, start: Math.min(start, Math.max(before, end - needed(utterance))) };
  });
};

/** Gives each utterance at least a frame. What its speaker says next starts later for it. */
const madeVisible = (sorted: readonly Utterance[]): readonly Utterance[] => {
  const ends = new Map<string | null, number>();
  return sorted.map((utterance) => {
    const start = Math.max(utterance.start, ends.get(utterance.speaker) ?? 0);
    const end = Math.max(utterance.end, start + FRAME);
    ends.set(utterance.speaker, end);
    return { ...utterance, start, end };
  });
};

/**
 * The utterances of sorted lines, sorted by start. `recordingEnd` in ms is Infinity if it is not known. How long words last, in ms:
 * `spoken` if they are said as fast as possible, and `read` if they can be read.
 */
export const toUtterances = (
  segments: readonly Segment[],
  recordingEnd: number,
  spoken: (utterance: Utterance) => number,
  read: (utterance: Utterance) => number,
): readonly Utterance[] => {
  const lines = withoutOverlaps(segments);
  const pauses = pauseEnds(lines, recordingEnd);
  const timed = lines.map((line, at) => ({
    ...line,
    takes: spoken(line),
    until: pauses[at] ?? line.end,
  }));
  const longEnough = startedEarlier(extended(joinShort(timed, recordingEnd), recordingEnd, needed));
  const visible = [...madeVisible(longEnough)].sort((one, other) => one.start - other.start);
  return extended(visible, recordingEnd, (one) => Math.max(SHORTEST, read(one)));
};
