/** From sound to believable words, the same in the sandbox and in a browser. */
import { believable } from './believable.js';

/** Hertz. */
export const SAMPLE_RATE = 16_000;

/** What Moonshine writes for some seconds of sound. */
export interface Heard {
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
