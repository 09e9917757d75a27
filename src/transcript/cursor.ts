/** Finds the segments and the silences at a time, and those before and after it. */
import { firstIndex } from './binary-search.js';
import type { Segment } from './transcript.js';

export interface Cursor {
  /** Indexes of the segments that play at a time in milliseconds, in order. Several if segments overlap. */
  at(ms: number): readonly number[];
  /** The segment that started last, even if it has ended; null before the first. */
  before(ms: number): number | null;
  /** The next start or end after a time, in milliseconds; null after the last. */
  next(ms: number): number | null;
}

/** A segment without length counts as one millisecond long, so that it can be reached. */
const endOf = ({ start_ms, end_ms }: Segment): number => Math.max(end_ms, start_ms + 1);

/** Where to seek to play a segment: one millisecond after its start, so that rounding does not land before it. */
export const entryPoint = (segment: Segment): number =>
  segment.start_ms + (endOf(segment) - segment.start_ms > 1 ? 1 : 0);

type Starts = readonly Pick<Segment, 'start_ms'>[];

/** How many segments, sorted by start, have started at a time; none if it is NaN. */
const countStarted = (segments: Starts, ms: number): number =>
  firstIndex(segments.length, (index) => !((segments[index]?.start_ms ?? Infinity) <= ms));

/** A segment tree. Each node holds the latest end of the segments below it; node 1 is the root. */
const latestEnds = (ends: Float64Array): { tree: Float64Array; width: number } => {
  const width = 2 ** Math.ceil(Math.log2(Math.max(1, ends.length)));
  const tree = new Float64Array(2 * width).fill(-Infinity);
  tree.set(ends, width);
  for (let node = width - 1; node > 0; node -= 1)
    tree[node] = Math.max(tree[2 * node] ?? -Infinity, tree[2 * node + 1] ?? -Infinity);
  return { tree, width };
};

const buildCursor = (segments: readonly Segment[]): Cursor => {
  const ends = Float64Array.from(segments, endOf);
  const boundaries = new Float64Array(2 * segments.length);
  boundaries.set(segments.map(({ start_ms }) => start_ms));
  boundaries.set(ends, segments.length);
  boundaries.sort();
  const { tree, width } = latestEnds(ends);

  const collect = (
    node: number,
    first: number,
    size: number,
    started: number,
    ms: number,
    found: number[],
  ): void => {
    if (first >= started || (tree[node] ?? -Infinity) <= ms) return;
    if (size === 1) {
      found.push(first);
      return;
    }
    const half = size / 2;
    collect(2 * node, first, half, started, ms, found);
    collect(2 * node + 1, first + half, half, started, ms, found);
  };

  return {
    at(ms) {
      const found: number[] = [];
      if (segments.length > 0) collect(1, 0, width, countStarted(segments, ms), ms, found);
      return found;
    },
    before: (ms) => currentSegment(segments, ms),
    next: (ms) =>
      boundaries[firstIndex(boundaries.length, (at) => !((boundaries[at] ?? Infinity) <= ms))] ??
      null,
  };
};

/**
 * Creates a cursor. The index is built on the first call, O(n log n), because nothing plays when a transcript
 * is first shown. Each call then takes O(log n) per segment found.
 */
export const createCursor = (segments: readonly Segment[]): Cursor => {
  let cursor: Cursor | null = null;
  const built = (): Cursor => (cursor ??= buildCursor(segments));
  return {
    at: (ms) => built().at(ms),
    before: (ms) => built().before(ms),
    next: (ms) => built().next(ms),
  };
};

const orNull = (segments: Starts, index: number): number | null =>
  index >= 0 && index < segments.length ? index : null;

/** The segment that started last, even if it has ended; null before the first. */
export const currentSegment = (segments: Starts, ms: number): number | null =>
  orNull(segments, countStarted(segments, ms) - 1);

/** The first segment that starts after a time in milliseconds; null if there is none. */
export const nextSegment = (segments: Starts, ms: number): number | null =>
  orNull(segments, countStarted(segments, ms));

/** The last segment that starts before the current one starts; null if there is none. */
export const previousSegment = (segments: Starts, ms: number): number | null => {
  const current = currentSegment(segments, ms);
  const start = current === null ? undefined : segments[current]?.start_ms;
  // Times are whole milliseconds.
  return start === undefined ? null : currentSegment(segments, start - 1);
};

export interface Silence {
  /** Milliseconds from the start of the audio. */
  readonly start_ms: number;
  /** Milliseconds from the start of the audio. */
  readonly end_ms: number;
}

/** In milliseconds. A shorter pause counts as speech. */
const SHORTEST_SILENCE = 1_000;

/**
 * The parts of a recording that no segment covers, in order, including those before the first and after the
 * last segment. `length` and `shortest` are in milliseconds; `shortest` defaults to 1000. Segments must be
 * sorted by start. O(n).
 */
export const silences = (
  segments: readonly Pick<Segment, 'start_ms' | 'end_ms'>[],
  length: number,
  { shortest = SHORTEST_SILENCE }: { readonly shortest?: number } = {},
): readonly Silence[] => {
  const found: Silence[] = [];
  let reached = 0;
  const close = (end: number): void => {
    if (end - reached >= shortest && end > reached) found.push({ start_ms: reached, end_ms: end });
  };
  for (const { start_ms, end_ms } of segments) {
    close(Math.min(start_ms, length));
    reached = Math.max(reached, end_ms);
  }
  close(length);
  return found;
};

/** The silence at a time in milliseconds, or the next one; null after the last. O(log n). */
export const silenceFrom = (found: readonly Silence[], ms: number): Silence | null =>
  found[firstIndex(found.length, (index) => !((found[index]?.end_ms ?? Infinity) <= ms))] ?? null;
