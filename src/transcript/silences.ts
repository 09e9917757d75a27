/** Finds the silent parts of a recording. */
import type { Segment } from './transcript.js';

export interface Silence {
  /** Milliseconds from the start of the audio. */
  readonly start_ms: number;
  /** Milliseconds from the start of the audio. */
  readonly end_ms: number;
}

/** In milliseconds. A shorter pause counts as speech. */
const SHORTEST = 1_000;

/**
 * The parts of a recording that no segment covers, in order, including those before the first and after the
 * last segment. `length` and `shortest` are in milliseconds; `shortest` defaults to 1000. Segments must be
 * sorted by start. O(n).
 */
export const silences = (
  segments: readonly Pick<Segment, 'start_ms' | 'end_ms'>[],
  length: number,
  { shortest = SHORTEST }: { readonly shortest?: number } = {},
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
export const silenceFrom = (found: readonly Silence[], ms: number): Silence | null => {
  let low = 0;
  let high = found.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((found[middle]?.end_ms ?? Infinity) <= ms) low = middle + 1;
    else high = middle;
  }
  return found[low] ?? null;
};
