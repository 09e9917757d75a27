/** Estimates from the letters when a part of a line starts. */
import type { Segment } from '../transcript.js';

/** How many letters a pause takes, by the sign before it. */
const PAUSES: readonly (readonly [RegExp, number])[] = [
  [/[.?!…。？！؟۔।]["'”’»)\]]*\s*$/u, 4],
  [/[,;:،、，；：–—]\s*$/u, 2],
];

const letters = (text: string): number => (text.match(/[\p{L}\p{M}\p{N}]/gu) ?? []).length;

/** How long a text takes to say, in letters. Signs within it are pauses. */
const length = (text: string): number => {
  let pauses = 0;
  for (const [piece] of text.matchAll(/\S+\s*/gu))
    pauses += PAUSES.find(([sign]) => sign.test(piece))?.[1] ?? 0;
  return letters(text) + pauses;
};

/** An estimate from the letters of where the text from an offset on starts, in milliseconds. */
export const estimateStart = (
  { start_ms, end_ms, text }: Pick<Segment, 'start_ms' | 'end_ms' | 'text'>,
  at: number,
): number => {
  const before = length(text.slice(0, at));
  const after = length(text.slice(at));
  const share = before + after === 0 ? at / Math.max(1, text.length) : before / (before + after);
  return Math.round(start_ms + (end_ms - start_ms) * share);
};
