/** Random numbers that are the same for the same seed. */
import { numbersFrom } from '../../demo/sandbox/faults/chance.js';

export interface SeededRandom {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
}

export const seededRandom = (seed: number): SeededRandom => {
  const next = numbersFrom(seed);
  return {
    next,
    chance: (probability) => next() < probability,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
};
