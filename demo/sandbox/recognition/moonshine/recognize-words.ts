/** Recognises the words of a section of a recording. */
import { createFrameMeter } from '../speech-intervals.js';
import { RAW_SAMPLE_RATE, readRawInterval } from '../raw-audio.js';
import type { Interval } from '../speech-intervals.js';
import type { Utterance } from '../word-finder.js';
import { hear } from './hear.js';
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
    const text = await hear(transcribe, samples);
    if (text === '') continue;
    const meter = createFrameMeter();
    meter.add(samples, RAW_SAMPLE_RATE);
    utterances.push({ ...interval, text, words: timeWords(text, interval, meter.levels) });
  }
  return utterances;
};
