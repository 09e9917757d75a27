/** What can be counted in a transcript. */
import type { Segment } from './transcript.js';

/** Milliseconds covered by segments in the order of their start; where they overlap, counted once. */
export const coveredTime = (segments: Iterable<Segment>): number => {
  let covered = 0;
  let reached = 0;
  for (const { start_ms, end_ms } of segments) {
    covered += Math.max(0, end_ms - Math.max(start_ms, reached));
    reached = Math.max(reached, end_ms);
  }
  return covered;
};

/** Milliseconds each speaker talks; segments, in the order of their start, without a speaker are under null. */
export const talkTimes = (segments: readonly Segment[]): ReadonlyMap<string | null, number> => {
  const bySpeaker = new Map<string | null, { covered: number; reached: number }>();
  for (const { speaker: name = null, start_ms, end_ms } of segments) {
    let own = bySpeaker.get(name);
    if (own === undefined) bySpeaker.set(name, (own = { covered: 0, reached: 0 }));
    own.covered += Math.max(0, end_ms - Math.max(start_ms, own.reached));
    own.reached = Math.max(own.reached, end_ms);
  }
  return new Map([...bySpeaker].map(([name, { covered }]) => [name, covered]));
};
