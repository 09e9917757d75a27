/** The steps in which the audio is moved and its speed is changed. */

/** Seconds. */
export const SKIP = 10;
/** Seconds, while text is typed. */
export const TYPING_SKIP = 3;

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** The next faster or slower speed; undefined if there is none. */
export const nextRate = (rate: number, direction: 1 | -1): number | undefined =>
  direction > 0 ? RATES.find((one) => one > rate) : RATES.findLast((one) => one < rate);
