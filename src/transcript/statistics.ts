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

/** Milliseconds each speaker talks; segments without a speaker are under null. */
export const talkTimes = (segments: readonly Segment[]): ReadonlyMap<string | null, number> => {
  const bySpeaker = new Map<string | null, Segment[]>();
  for (const segment of segments) {
    const name = segment.speaker ?? null;
    const own = bySpeaker.get(name);
    if (own) own.push(segment);
    else bySpeaker.set(name, [segment]);
  }
  return new Map([...bySpeaker].map(([name, own]) => [name, coveredTime(own)]));
};
