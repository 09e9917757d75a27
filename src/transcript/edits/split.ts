/** Splits a segment in two. */
import { isBetweenCharacters } from '../characters.js';
import { closed, isBlank } from '../plain-text.js';
import type { Segment } from '../transcript.js';
import { estimateStart } from './estimate.js';

/** A mark that belongs to the letter before it, also across a space. */
const MARK = /^\p{M}/u;

/** Both parts without names; null if one of them would have no words, or if a character would be cut. */
export const splitInTwo = (
  segment: Segment,
  at: number,
  { time_ms, estimated }: { readonly time_ms?: number; readonly estimated?: true },
): { readonly first: Segment; readonly second: Segment; readonly blank: string } | null => {
  const { text, start_ms, end_ms } = segment;
  const first = text.slice(0, at).trimEnd();
  const second = text.slice(at).trimStart();
  const isInside = Number.isSafeInteger(at) && at > 0 && at < text.length;
  if (!isInside || isBlank(first) || isBlank(second)) return null;
  if (!isBetweenCharacters(text, at) || MARK.test(second)) return null;
  const given = time_ms ?? estimateStart(segment, at);
  const time = Math.max(start_ms, Math.min(end_ms, Math.round(given)));
  const isEstimate = time_ms === undefined || estimated === true;
  const { start_estimated: _, ...rest } = segment;
  return {
    first: { ...segment, end_ms: time, text: closed(first) },
    second: {
      ...rest,
      start_ms: time,
      text: closed(second),
      ...(isEstimate ? { start_estimated: true as const } : {}),
    },
    blank: text.slice(first.length, text.length - second.length),
  };
};
