/** Who talks when, coarse enough to draw: one track per speaker. */
import type { Speaker } from './speakers.js';
import type { Segment } from './transcript.js';

/** Cells of a track. More than the pixels of a screen, so that rounding is invisible. */
export const TRACK_CELLS = 2_000;

/** Cells from `from` up to, not including, `end`. */
export interface TrackSpan {
  readonly from: number;
  readonly end: number;
}

export interface SpeakerTrack {
  readonly speaker: Speaker;
  /** In order; neither touching nor overlapping one another. */
  readonly spans: readonly TrackSpan[];
}

/** Up to this many speakers, tracks are in the order of first words. */
const FEW = 8;

/** The order of the tracks. If there are many, the speakers who talk most come first. */
export const trackOrder = (speakers: readonly Speaker[]): readonly Speaker[] =>
  speakers.length <= FEW
    ? speakers
    : [...speakers].sort((one, other) => other.talk_ms - one.talk_ms);

/**
 * A track for each speaker, in the given order. A cell is filled if the speaker talks in any part of it. `length` is in milliseconds. Takes segments in the order of their start.
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

/** The cells of some times in milliseconds, each once, in order. */
export const toTicks = (times: Iterable<number>, length: number): readonly number[] => {
  const cell = length > 0 ? length / TRACK_CELLS : 1;
  const ticks = new Set<number>();
  for (const ms of times) if (ms >= 0) ticks.add(Math.min(Math.floor(ms / cell), TRACK_CELLS - 1));
  return [...ticks].sort((one, other) => one - other);
};
