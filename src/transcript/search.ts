/** Finding words as they are typed: without regard to case and accents, and across segments. */
import type { Transcript } from './transcript.js';

/** A part of a hit: from `start` to `end`, in UTF-16 units of the text of one segment. */
export interface SearchPiece {
  readonly segment: number;
  readonly start: number;
  readonly end: number;
}

/** Hits in order, without overlap. */
export interface SearchHits {
  readonly count: number;
  /** Index of the first segment that a hit has text of; RangeError where there is no such hit. */
  segmentOf(hit: number): number;
  /** One piece per segment; RangeError where there is no such hit. */
  piecesOf(hit: number): readonly SearchPiece[];
  /** The first hit that begins in this segment or after it; `count` where there is none. */
  firstFrom(segment: number): number;
}

export interface SearchIndex {
  /**
   * Reads up to so many segments more, and tells whether all are read: with it a page can get ready
   * in slices. `find` reads what is left.
   */
  prepare(segments: number): boolean;
  /** No hits for an empty query, or one of blanks only. */
  find(query: string): SearchHits;
}

export interface SearchOptions {
  /** BCP-47, for segments whose language nobody tells; default `en`. */
  readonly locale?: string;
  /** The index before an edit: what it knows of segments that are still the same is taken over. */
  readonly previous?: SearchIndex;
}

export declare const createSearchIndex: (
  transcript: Transcript,
  options?: SearchOptions,
) => SearchIndex;
