/** Finds the pause at which somebody else starts to speak. */
import type { Segment } from '../transcript.js';
import { estimateStart } from './estimate.js';

/** How loud the audio is, in equal steps from its start. */
export interface Loudness {
  readonly bucketMs: number;
  /** Any scale. */
  readonly levels: ArrayLike<number>;
}

/** In milliseconds: how far from the estimate a pause may be, the shortest pause, and the longest step that shows one. */
const SEARCH = { least: 400, most: 1_500, pause: 80, bucket: 160 } as const;
/** A pause is quieter than this share of the loudest step nearby. */
const QUIET = 0.25;

/** In milliseconds: speech starts softly, so that its first sounds look like the end of the pause before it. */
const ONSET = 100;

/** Where speech starts after the pause near a time that is longest for its distance; null if there is none. */
const pauseNear = (
  { bucketMs, levels }: Loudness,
  ms: number,
  reach: number,
  { start_ms, end_ms }: Pick<Segment, 'start_ms' | 'end_ms'>,
): number | null => {
  const first = Math.ceil(Math.max(start_ms, ms - reach) / bucketMs);
  const end = Math.min(levels.length, Math.floor(Math.min(end_ms, ms + reach) / bucketMs));
  let loudest = 0;
  for (let at = first; at < end; at += 1) loudest = Math.max(loudest, levels[at] ?? 0);
  let best = { start: 0, worth: 0 };
  let quiet = 0;
  for (let at = first; at <= end; at += 1) {
    if (at < end && (levels[at] ?? 0) < loudest * QUIET) {
      quiet += 1;
      continue;
    }
    const middle = (at - quiet / 2) * bucketMs;
    const long = quiet * bucketMs;
    const worth = long / (1 + (2 * Math.abs(middle - ms)) / reach);
    const start = Math.max(middle, at * bucketMs - ONSET);
    if (long >= SEARCH.pause && worth > best.worth) best = { start, worth };
    quiet = 0;
  }
  return best.worth === 0 ? null : Math.round(best.start);
};

/**
 * Where the text from an offset on starts, in milliseconds: the estimate from the letters, moved to a pause near it if the
 * audio has one.
 */
export const heardStart = (
  segment: Pick<Segment, 'start_ms' | 'end_ms' | 'text'>,
  at: number,
  loudness: Loudness,
): number => {
  const estimate = estimateStart(segment, at);
  if (loudness.bucketMs > SEARCH.bucket) return estimate;
  const duration = segment.end_ms - segment.start_ms;
  const reach = Math.min(SEARCH.most, Math.max(SEARCH.least, duration * 0.15));
  return pauseNear(loudness, estimate, reach, segment) ?? estimate;
};
