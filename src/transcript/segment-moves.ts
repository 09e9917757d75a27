/** Where segments are after others were added or removed. */
import { hasParts, placesIn } from './segment-ids.js';
import type { Segment } from './transcript.js';

type Named = readonly Pick<Segment, 'id'>[];

/** Where the segments of a list are in another list with the same segments before corrections. */
export interface SegmentMoves {
  /** -1 for a segment that the other list does not have. */
  to(index: number): number;
  /** Where the segment, or the next one that the other list has, is; the end of the list if there is none. */
  from(index: number): number;
}

/** Null if no segment was added, removed or moved. */
export const movesBetween = (before: Named, after: Named): SegmentMoves | null => {
  if (before === after) return null;
  if (before.length === after.length && !hasParts(before) && !hasParts(after)) return null;
  const there = placesIn(after);
  const moved = before.map((_, index) => there.indexOf(placesIn(before).idAt(index)));
  if (before.length === after.length && moved.every((to, index) => to === index)) return null;
  const next = [...moved, after.length];
  for (let index = moved.length - 1; index >= 0; index -= 1)
    if (next[index] === -1) next[index] = next[index + 1] ?? after.length;
  return { to: (index) => moved[index] ?? -1, from: (index) => next[index] ?? after.length };
};
