/** Finds the segments and the silences at a time, and those before and after it. */
import { firstIndex } from './binary-search.js';
import type { Segment } from './transcript.js';

/** A segment without length counts as one millisecond long, so that it can be reached. */
const endOf = ({ start_ms, end_ms }: Segment): number => Math.max(end_ms, start_ms + 1);

/** Where to seek to play a segment: one millisecond after its start, so that rounding does not land before it. */
export const entryPoint = (segment: Segment): number =>
  segment.start_ms + (endOf(segment) - segment.start_ms > 1 ? 1 : 0);

type Starts = readonly Pick<Segment, 'start_ms'>[];

/** How many segments, sorted by start, have started at a time; none if it is NaN. */
const countStarted = (segments: Starts, ms: number): number =>
  firstIndex(segments.length, (index) => !((segments[index]?.start_ms ?? Infinity) <= ms));

/** The latest end of each segment and those before it. */
const latestEnds = (segments: readonly Segment[]): Float64Array => {
  let latest = -Infinity;
  return Float64Array.from(segments, (segment) => (latest = Math.max(latest, endOf(segment))));
};

export type Cursor = ReturnType<typeof createCursor>;

/** The index is built on the first call, O(n), because nothing plays when a transcript is first shown. */
export const createCursor = (segments: readonly Segment[]) => {
  let ends: Float64Array | null = null;

  /** Indexes of the segments that play at a time in milliseconds, in order. Several if segments overlap. */
  const at = (ms: number): readonly number[] => {
    ends ??= latestEnds(segments);
    const found: number[] = [];
    for (let index = countStarted(segments, ms) - 1; (ends[index] ?? ms) > ms; index -= 1) {
      const segment = segments[index];
      // A segment without words was joined with another, or deleted.
      if (segment && segment.text !== '' && endOf(segment) > ms) found.unshift(index);
    }
    return found;
  };

  return {
    at,
    /** The segment that started last, even if it has ended; null before the first. */
    before: (ms: number): number | null => currentSegment(segments, ms),
    /** The next start or end after a time, in milliseconds; null after the last. */
    next(ms: number): number | null {
      const ending = at(ms).flatMap((index) => segments[index] ?? []);
      const start = segments[countStarted(segments, ms)]?.start_ms ?? Infinity;
      const next = Math.min(start, ...ending.map(endOf));
      return next === Infinity ? null : next;
    },
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
  readonly start_ms: number;
  readonly end_ms: number;
}

/** In milliseconds. A shorter pause counts as speech. */
const SHORTEST_SILENCE = 1_000;

/** The silence at a time in milliseconds, or the next one; null after the last. Segments must be sorted. O(n). */
export const silenceFrom = (
  segments: readonly Pick<Segment, 'start_ms' | 'end_ms'>[],
  length: number,
  ms: number,
): Silence | null => {
  let reached = 0;
  for (let index = 0; index <= segments.length; index += 1) {
    const { start_ms = length, end_ms = length } = segments[index] ?? {};
    const end = Math.min(start_ms, length);
    if (end > ms && end - reached >= SHORTEST_SILENCE) return { start_ms: reached, end_ms: end };
    reached = Math.max(reached, end_ms);
  }
  return null;
};
