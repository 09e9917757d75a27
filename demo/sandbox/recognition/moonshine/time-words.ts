/** Estimates when each word of an interval is said. Moonshine does not tell. */
import { FRAME_MS, SILENCE_DB } from '../speech-intervals.js';
import type { Interval } from '../speech-intervals.js';
import type { Word } from '../word-finder.js';

/** In ms. The times are estimates, so they are not more precise. */
const PRECISION_MS = 100;
/** A frame that is this much (dB) below the loud frames of its interval is a pause. */
const PAUSE_BELOW = 25;
/** Frames. Shorter gaps are parts of words, such as the silence before a “t”. */
const SHORTEST_PAUSE = 10;

/** True for each frame in which somebody speaks. */
const voicedFrames = (levels: readonly number[]): readonly boolean[] => {
  const sorted = [...levels].sort((a, b) => a - b);
  const loud = sorted[Math.floor(sorted.length * 0.9)] ?? SILENCE_DB;
  const voiced = levels.map((level) => level >= loud - PAUSE_BELOW);
  let start = 0;
  for (let frame = 0; frame <= voiced.length; frame += 1) {
    if (frame < voiced.length && !voiced[frame]) continue;
    if (frame - start < SHORTEST_PAUSE) voiced.fill(true, start, frame);
    start = frame + 1;
  }
  return voiced;
};

/** Frames. A word ends at a pause that is this close to where it should end. */
const NEAR = 30;

/** Longer words take longer; so does each word for itself. */
const weightOf = (word: string): number => 1 + word.replace(/[^\p{L}\p{N}]/gu, '').length;

/**
 * The words of `spoken`, in order and without overlap, within the interval. The time without pauses is divided by the
 * lengths of the words, and a word ends at a pause that is near. `levels`: the loudness of the interval in frames of `FRAME_MS`.
 */
export const timeWords = (
  spoken: string,
  { startMs, endMs }: Interval,
  levels: readonly number[],
): readonly Word[] => {
  const words = spoken.split(/\s+/).filter((word) => word !== '');
  const whole = words.reduce((sum, word) => sum + weightOf(word), 0);
  const frames = [...voicedFrames(levels).entries()].flatMap(([frame, on]) => (on ? [frame] : []));
  const pauses = frames.flatMap((frame, place) =>
    place > 0 && frame - (frames[place - 1] ?? frame) > 1 ? [place] : [],
  );
  /** Between two words; at a pause, if there is one near. */
  const placeAt = (share: number): number => {
    const place = Math.round(share * frames.length);
    const near = pauses.filter((pause) => Math.abs(pause - place) <= NEAR);
    return near.sort((one, other) => Math.abs(one - place) - Math.abs(other - place))[0] ?? place;
  };
  /** The end of a word, or the start of the next one. */
  const timeAt = (share: number, isEnd: boolean): number => {
    const place = placeAt(share);
    // A word ends with a frame, or begins with one; at the ends of the interval, there is only the other.
    const before = frames[place - 1];
    const after = frames[place];
    const frame = isEnd
      ? before === undefined
        ? after
        : before + 1
      : (after ?? (before === undefined ? undefined : before + 1));
    const ms = frame === undefined ? share * (endMs - startMs) : frame * FRAME_MS;
    return Math.min(endMs, startMs + Math.round(ms / PRECISION_MS) * PRECISION_MS);
  };
  let said = 0;
  return words.map((text, index) => {
    const start = index === 0 ? startMs : timeAt(said / whole, false);
    said += weightOf(text);
    const end = index === words.length - 1 ? endMs : timeAt(said / whole, true);
    return { startMs: start, endMs: Math.max(start, end), text };
  });
};
