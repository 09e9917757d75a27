/** Names segments so that splitting, joining and deleting others changes no name. */
import type { Segment } from './transcript.js';
import type { SegmentRange } from './turns.js';

/**
 * Names a segment in edits and drafts. A number: the index in the transcript before corrections. A string: a part that
 * `split-segment` made, such as `4.12`. It is the name of the segment that was split, a dot, and the offset.
 */
export type SegmentId = number | string;

const PART = /^\d{1,9}(?:\.\d{1,9})+$/;

/** True for a name that a segment can have. */
export const isSegmentId = (value: unknown): value is SegmentId =>
  typeof value === 'string' ? PART.test(value) : Number.isSafeInteger(value);

/** The segment before corrections that a segment is a part of. */
export const rootOf = (id: SegmentId): number => (typeof id === 'number' ? id : parseInt(id, 10));

type Named = readonly Pick<Segment, 'id'>[];

/** True if a split has added segments. */
export const hasParts = (segments: Named): boolean => segments.some(({ id }) => id !== undefined);

const listIds = (segments: Named): readonly SegmentId[] => {
  let before = 0;
  return segments.map(({ id }) => id ?? before++);
};

/** Where segments are in a list. */
export interface SegmentPlaces {
  /** -1 if the list has no such segment. */
  indexOf(id: SegmentId): number;
  /** The number of segments before corrections for the end of the list. */
  idAt(index: number): SegmentId;
}

/** Each part is in the list after a segment that was there before corrections, and those are never removed. */
export const findPlaces = (segments: Named): SegmentPlaces => {
  if (!hasParts(segments))
    return {
      indexOf: (id) => (typeof id === 'number' && id >= 0 && id < segments.length ? id : -1),
      idAt: (index) => index,
    };
  const ids = listIds(segments);
  const places = new Map(ids.map((id, index) => [id, index]));
  const originals = ids.filter((id) => typeof id === 'number').length;
  return {
    indexOf: (id) => places.get(id) ?? -1,
    idAt: (index) => ids[index] ?? originals,
  };
};

const known = new WeakMap<Named, SegmentPlaces>();

/** `findPlaces` for a list that does not change. */
export const placesIn = (segments: Named): SegmentPlaces => {
  let places = known.get(segments);
  if (!places) known.set(segments, (places = findPlaces(segments)));
  return places;
};

/** Where a range is by the names at its ends; null if a split was undone that made one. A redo brings it back. */
export const rangeBetween = (
  segments: Named,
  { first, end }: { readonly first: SegmentId; readonly end: SegmentId },
): SegmentRange | null => {
  const { indexOf, idAt } = placesIn(segments);
  const range = {
    first: indexOf(first),
    end: end === idAt(segments.length) ? segments.length : indexOf(end),
  };
  return range.first !== -1 && range.first < range.end ? range : null;
};
