/** Who talks when, coarse enough to be drawn: one lane per speaker over the whole recording. */
import type { Speaker } from './speakers.js';
import type { Segment } from './transcript.js';

/** How many cells a lane has. More than a screen shows, so that nothing is seen to be rounded. */
export const LANE_CELLS = 2_000;

/** Cells from `from` up to, not including, `end`. */
export interface LaneSpan {
  readonly from: number;
  readonly end: number;
}

export interface Lane {
  readonly speaker: Speaker;
  /** In order; neither touching nor overlapping one another. */
  readonly spans: readonly LaneSpan[];
}

/** While there are no more speakers than these, their lanes are in the order of their first words. */
const FEW = 8;

/** The order of the lanes: many are seen a few at a time, so those who talk most come first. */
export const laneOrder = (speakers: readonly Speaker[]): readonly Speaker[] =>
  speakers.length <= FEW
    ? speakers
    : [...speakers].sort((one, other) => other.talk_ms - one.talk_ms);

/**
 * A lane for each speaker, in the order given. A cell is filled when the speaker talks in any part of it,
 * so that the shortest word shows. `length` is in milliseconds. Takes segments in the order of their start.
 */
export const toSpeakerTracks = (
  segments: readonly Segment[],
  speakers: readonly Speaker[],
  length: number,
): readonly Lane[] => {
  const cell = length > 0 ? length / LANE_CELLS : 1;
  const spansOf = new Map<string | null, { from: number; end: number }[]>(
    speakers.map(({ name }) => [name, []]),
  );
  for (const { speaker = null, start_ms, end_ms } of segments) {
    const spans = spansOf.get(speaker);
    if (!spans) continue;
    const from = Math.min(Math.floor(start_ms / cell), LANE_CELLS - 1);
    const end = Math.min(Math.max(Math.ceil(end_ms / cell), from + 1), LANE_CELLS);
    const last = spans.at(-1);
    if (last && from <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ from, end });
  }
  return speakers.map((speaker) => ({ speaker, spans: spansOf.get(speaker.name) ?? [] }));
};

/** The cells of some times in milliseconds, each once, in order. */
export const toTicks = (times: Iterable<number>, length: number): readonly number[] => {
  const cell = length > 0 ? length / LANE_CELLS : 1;
  const ticks = new Set<number>();
  for (const ms of times) if (ms >= 0) ticks.add(Math.min(Math.floor(ms / cell), LANE_CELLS - 1));
  return [...ticks].sort((one, other) => one - other);
};
