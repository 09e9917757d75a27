/** From a time to the segment there, before or after it; all indexes, null where there is none. */
import type { Segment } from './transcript.js';

type Starts = readonly Pick<Segment, 'start_ms'>[];

/** How many segments, in the order of their start, start at a time or before. */
const countStarted = (segments: Starts, ms: number): number => {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((segments[middle]?.start_ms ?? Infinity) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
};

const orNull = (segments: Starts, index: number): number | null =>
  index >= 0 && index < segments.length ? index : null;

/** The segment that began last, whether or not it is over. */
export const currentSegment = (segments: Starts, ms: number): number | null =>
  orNull(segments, countStarted(segments, ms) - 1);

/** The first segment that begins after a time in milliseconds. */
export const nextSegment = (segments: Starts, ms: number): number | null =>
  orNull(segments, countStarted(segments, ms));

/** The last segment that begins before the current one does. */
export const previousSegment = (segments: Starts, ms: number): number | null => {
  const current = currentSegment(segments, ms);
  const start = current === null ? undefined : segments[current]?.start_ms;
  // Times are whole milliseconds.
  return start === undefined ? null : currentSegment(segments, start - 1);
};
