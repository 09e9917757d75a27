/** Recognises the words of a section of a recording. */
import { createFrameMeter } from '../frame-levels.js';
import { RAW_SAMPLE_RATE, readRawInterval } from '../raw-audio.js';
import type { Interval } from '../speech-intervals.js';
import type { Utterance } from '../word-finder.js';
import { believable } from './believable.js';
import { openMoonshine, type MoonshineSize } from './model.js';
import { timeWords } from './time-words.js';

export interface WordsRequest {
  /** See `raw-audio.ts`. */
  readonly rawFile: string;
  /** Ascending, none longer than LONGEST_MS. */
  readonly speech: readonly Interval[];
  /** The folder of Moonshine. */
  readonly wordsFolder: string;
  readonly size: MoonshineSize;
  /** Jobs with a lower number run first. */
  readonly rank: number;
}

/** Moonshine misses a word that is shorter than this, so silence is added, in samples. */
const SHORTEST = RAW_SAMPLE_RATE;

const padded = (samples: Float32Array): Float32Array => {
  if (samples.length >= SHORTEST) return samples;
  const longer = new Float32Array(SHORTEST);
  longer.set(samples, (SHORTEST - samples.length) >> 1);
  return longer;
};

/** Intervals without words are left out. Rejects with RecognitionFailed, or with the signal's reason. */
export const recognizeWords = async (
  { rawFile, speech, wordsFolder, size }: WordsRequest,
  signal: AbortSignal,
): Promise<readonly Utterance[]> => {
  const transcribe = await openMoonshine(wordsFolder, size);
  const utterances: Utterance[] = [];
  for (const interval of speech) {
    const samples = await readRawInterval(rawFile, interval);
    signal.throwIfAborted();
    const heard = transcribe(padded(samples));
    const text = believable(heard.text, heard.tokens, samples.length / RAW_SAMPLE_RATE);
    if (text === '') continue;
    const meter = createFrameMeter();
    meter.add(samples, RAW_SAMPLE_RATE);
    utterances.push({ ...interval, text, words: timeWords(text, interval, meter.levels) });
  }
  return utterances;
};
