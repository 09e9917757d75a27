/** Assigns speakers to words. */
import type { RecognizedSegment } from '../recognizer.js';
import type { Interval } from '../speech-intervals.js';
import { textOf, type Utterance, type Word } from '../word-finder.js';
import type { Turn } from './windows.js';

/** Speaker 0, who speaks first, is `SPEAKER_01`. */
export const speakerLabel = (speaker: number): string =>
  `SPEAKER_${String(speaker + 1).padStart(2, '0')}`;

const overlap = (a: Interval, b: Interval): number =>
  Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs);

/** The speaker of most of an interval; undefined if nobody speaks. */
export const speakerOf = (interval: Interval, turns: readonly Turn[]): number | undefined => {
  const times = new Map<number, number>();
  for (const turn of turns) {
    const time = overlap(interval, turn);
    if (time > 0) times.set(turn.speaker, (times.get(turn.speaker) ?? 0) + time);
  }
  return [...times].reduce<[number, number] | undefined>(
    (best, entry) => (best === undefined || entry[1] > best[1] ? entry : best),
    undefined,
  )?.[0];
};

/** In ms. A change of speaker is accurate to about a second, so it is moved to the longest pause within that time. */
const REACH_MS = 1_000;

/** The index of a new speaker's first word. */
const firstWordAfter = (words: readonly Word[], changeMs: number): number => {
  const pauseBefore = (index: number): number =>
    (words[index]?.startMs ?? 0) - (words[index - 1]?.endMs ?? 0);
  const near = words
    .map((_, index) => index)
    .filter((index) => index > 0 && Math.abs((words[index]?.startMs ?? 0) - changeMs) <= REACH_MS);
  const longest = near.reduce(
    (best, index) => (pauseBefore(index) > pauseBefore(best) ? index : best),
    near[0] ?? 0,
  );
  if (near.length > 0 && pauseBefore(longest) > 0) return longest;
  const next = words.findIndex(({ startMs, endMs }) => (startMs + endMs) / 2 >= changeMs);
  return next < 0 ? words.length : next;
};

/** Splits an utterance between words where the speaker changes. Without the times of its words, it is not split. */
export const cutAtTurns = (utterance: Utterance, turns: readonly Turn[]): readonly Utterance[] => {
  const { words = [] } = utterance;
  const inside = turns.filter((turn) => overlap(utterance, turn) > 0);
  const changes = inside
    .slice(1)
    .filter((turn, index) => turn.speaker !== inside[index]?.speaker)
    .map(({ startMs }) => firstWordAfter(words, startMs));
  const cuts = [0, ...changes.sort((a, b) => a - b), words.length];
  const parts = cuts
    .slice(1)
    .map((end, index) => words.slice(cuts[index], end))
    .filter((part) => part.length > 0);
  if (parts.length < 2) return [utterance];
  return parts.map((part) => ({
    ...utterance,
    startMs: part[0]?.startMs ?? utterance.startMs,
    endMs: part.at(-1)?.endMs ?? utterance.endMs,
    text: textOf(part),
    words: part,
  }));
};

/** The segments of 2.4, each with the label of the speaker of most of it. */
export const attribute = (
  utterances: readonly Utterance[],
  turns: readonly Turn[],
): readonly RecognizedSegment[] =>
  utterances
    .flatMap((utterance) => cutAtTurns(utterance, turns))
    .map((utterance) => {
      const { startMs, endMs, text, language } = utterance;
      const speaker = speakerOf(utterance, turns);
      return {
        startMs,
        endMs,
        text,
        ...(speaker === undefined ? {} : { speaker: speakerLabel(speaker) }),
        ...(language === undefined ? {} : { language }),
      };
    });
