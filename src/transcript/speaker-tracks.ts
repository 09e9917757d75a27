/** Shows when each speaker talks: one track per speaker, in cells for drawing. */
import type { Speaker } from './speakers.js';
import type { Segment } from './transcript.js';

/** Cells per track. More than a screen has pixels, so that rounding is invisible. */
export const TRACK_CELLS = 2_000;

/** Cells from `from` up to, but not including, `end`. */
interface TrackSpan {
  readonly from: number;
  readonly end: number;
}

export interface SpeakerTrack {
  readonly speaker: Speaker;
  /** In order. Spans neither touch nor overlap. */
  readonly spans: readonly TrackSpan[];
}

/** With at most this many speakers, tracks are in order of first appearance. */
const FEW = 8;

/** The order of the tracks. If there are many speakers, those who talk most come first. */
export const trackOrder = (speakers: readonly Speaker[]): readonly Speaker[] =>
  speakers.length <= FEW
    ? speakers
    : [...speakers].sort((one, other) => other.talk_ms - one.talk_ms);

/**
 * Creates a track for each speaker, in the given order. A cell is filled if the speaker talks in any part of
 * it. `length` is in milliseconds. Segments must be sorted by start.
 */
export const toSpeakerTracks = (
  segments: readonly Segment[],
  speakers: readonly Speaker[],
  length: number,
): readonly SpeakerTrack[] => {
  const cell = length > 0 ? length / TRACK_CELLS : 1;
  const spansOf = new Map<string | null, { from: number; end: number }[]>(
    speakers.map(({ name }) => [name, []]),
  );
  for (const { speaker = null, start_ms, end_ms } of segments) {
    const spans = spansOf.get(speaker);
    if (!spans) continue;
    const from = Math.min(Math.floor(start_ms / cell), TRACK_CELLS - 1);
    const end = Math.min(Math.max(Math.ceil(end_ms / cell), from + 1), TRACK_CELLS);
    const last = spans.at(-1);
    if (last && from <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ from, end });
  }
  return speakers.map((speaker) => ({ speaker, spans: spansOf.get(speaker.name) ?? [] }));
};

/** The cells of the given times in milliseconds, sorted and without duplicates. */
export const toTicks = (times: Iterable<number>, length: number): readonly number[] => {
  const cell = length > 0 ? length / TRACK_CELLS : 1;
  const ticks = new Set<number>();
  for (const ms of times) if (ms >= 0) ticks.add(Math.min(Math.floor(ms / cell), TRACK_CELLS - 1));
  return [...ticks].sort((one, other) => one - other);
};

/**
 * Rounds shares to whole percents that add up to 100, as fractions of 1. The shares with the largest remainders are
 * rounded up. All zeros stay zeros.
 */
export const wholePercents = (parts: readonly number[]): readonly number[] => {
  const total = parts.reduce((sum, part) => sum + part, 0);
  if (total === 0) return parts.map(() => 0);
  const exact = parts.map((part) => (part / total) * 100);
  const whole = exact.map(Math.floor);
  const missing = 100 - whole.reduce((sum, part) => sum + part, 0);
  const largest = exact
    .map((part, index) => ({ index, remainder: part - Math.floor(part) }))
    .sort((one, other) => other.remainder - one.remainder)
    .slice(0, missing);
  for (const { index } of largest) whole[index] = (whole[index] ?? 0) + 1;
  return whole.map((part) => part / 100);
};
