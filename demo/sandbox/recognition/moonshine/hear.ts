/** From sound to believable words, the same in the sandbox and in a browser. */

/** Hertz. */
export const SAMPLE_RATE = 16_000;

/** What Moonshine writes for some seconds of sound. */
interface Heard {
  readonly text: string;
  readonly tokens: number;
}

/** Takes samples from −1 to 1. */
export type Transcribe = (samples: Float32Array<ArrayBuffer>) => Heard | Promise<Heard>;

/** Moonshine misses a word that is shorter than this, so silence is added, in samples. */
const SHORTEST = SAMPLE_RATE;

const padded = (samples: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> => {
  if (samples.length >= SHORTEST) return samples;
  const longer = new Float32Array(SHORTEST);
  longer.set(samples, (SHORTEST - samples.length) >> 1);
  return longer;
};

/** The words of an interval; empty if there are none, or if Moonshine made them up. */
export const hear = async (
  transcribe: Transcribe,
  samples: Float32Array<ArrayBuffer>,
): Promise<string> => {
  const { text, tokens } = await transcribe(padded(samples));
  return believable(text, tokens, samples.length / SAMPLE_RATE);
};

// Rejects what Moonshine makes up: it repeats itself on noise, and sometimes after speech.

/** Per second of sound. Fast speech has about five. */
const MOST_TOKENS = 6.5;
/** An n-gram that follows itself more often than this is an invention. */
const MOST_TIMES = 4;
/** In words. */
const LONGEST_NGRAM = 12;

const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

interface Loop {
  /** The index of its first word. */
  readonly start: number;
  /** The index after its last word. */
  readonly end: number;
  readonly ngram: number;
}

/** How many words from `start` on are one n-gram after the other. */
const repeated = (words: readonly string[], start: number, ngram: number): number => {
  let end = start + ngram;
  while (end < words.length && words[end] === words[end - ngram]) end += 1;
  return end - start;
};

const findLoop = (words: readonly string[]): Loop | null => {
  for (let start = 0; start < words.length; start += 1)
    for (let ngram = 1; ngram <= LONGEST_NGRAM; ngram += 1) {
      const length = repeated(words, start, ngram);
      if (length > MOST_TIMES * ngram) return { start, end: start + length, ngram };
    }
  return null;
};

/** No text of these seconds has more tokens. */
export const mostTokens = (seconds: number): number => Math.ceil(MOST_TOKENS * seconds);

/**
 * The text without loops: of each, its first n-gram stays. Empty if most of the text is a loop, if it has more tokens than
 * anybody can say in this time, or if it has no letter or digit.
 */
export const believable = (text: string, tokens: number, seconds: number): string => {
  if (tokens > mostTokens(seconds)) return '';
  let words = text.split(/\s+/).filter((word) => plain(word) !== '');
  const spoken = words.length;
  for (;;) {
    const loop = findLoop(words.map(plain));
    if (loop === null) break;
    words = [...words.slice(0, loop.start + loop.ngram), ...words.slice(loop.end)];
  }
  return words.length * 2 < spoken ? '' : words.join(' ');
};
