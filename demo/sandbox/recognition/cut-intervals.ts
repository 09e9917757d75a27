/** Splits long speech at its quietest points. */
import { FRAME_MS, SILENCE_DB } from './frame-levels.js';
import type { Interval } from './speech-intervals.js';

/** Maximum length in ms; sentences are rarely longer, and a recogniser's memory grows with it. */
export const LONGEST_MS = 12_000;
/** Frames on each side that count towards the loudness of a point. */
const REACH = 10;

/** The middle of the quietest 200 ms in an interval, in ms; `levels` as from `FrameMeter`. */
export const quietestPlace = (levels: readonly number[], { startMs, endMs }: Interval): number => {
  const first = Math.ceil(startMs / FRAME_MS);
  const end = Math.floor(endMs / FRAME_MS);
  const levelAt = (frame: number): number => levels[frame] ?? SILENCE_DB;
  let sum = 0;
  for (let frame = first - REACH; frame < first + REACH; frame += 1) sum += levelAt(frame);
  let [quietest, place] = [sum, first];
  for (let frame = first + 1; frame < end; frame += 1) {
    sum += levelAt(frame + REACH - 1) - levelAt(frame - REACH - 1);
    if (sum >= quietest) continue;
    [quietest, place] = [sum, frame];
  }
  return place * FRAME_MS;
};

const cut = (levels: readonly number[], interval: Interval, longestMs: number): Interval[] => {
  const { startMs, endMs } = interval;
  const length = endMs - startMs;
  if (length <= longestMs) return [interval];
  // Not near the ends, which would split off tiny pieces.
  const inner = { startMs: startMs + length / 4, endMs: endMs - length / 4 };
  const place = quietestPlace(levels, inner);
  return [
    ...cut(levels, { startMs, endMs: place }, longestMs),
    ...cut(levels, { startMs: place, endMs }, longestMs),
  ];
};

/** The same speech in intervals of at most `longestMs`. */
export const cutLong = (
  intervals: readonly Interval[],
  levels: readonly number[],
  longestMs = LONGEST_MS,
): readonly Interval[] => intervals.flatMap((interval) => cut(levels, interval, longestMs));
