/** Recognises the words of a section of a recording. */
import { createFrameMeter, type Interval, FRAME_MS, SILENCE_DB } from '../speech-intervals.js';
import { RAW_SAMPLE_RATE, readRawInterval } from '../raw-audio.js';
import { type Utterance, type Word, RecognitionFailed } from '../recognizer.js';
import { hear, type Transcribe } from './hear.js';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { OfflineRecognizer } from 'sherpa-onnx-node';

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

// Moonshine in sherpa-onnx: samples in, text out.

export type MoonshineSize = 'base' | 'tiny';

const FILES = { encoder: 'encoder_model.onnx', mergedDecoder: 'decoder_model_merged.onnx' };

const open = async (folder: string, size: MoonshineSize): Promise<Transcribe> => {
  const { default: sherpa } = await import('sherpa-onnx-node').catch((cause: unknown) => {
    throw new RecognitionFailed('sherpa-onnx does not run on this machine.', { cause });
  });
  const encoder = path.join(folder, `${size}-${FILES.encoder}`);
  const mergedDecoder = path.join(folder, `${size}-${FILES.mergedDecoder}`);
  const tokens = path.join(folder, 'tokens.txt');
  // sherpa-onnx ends the process if a file is missing.
  const present = await readdir(folder).catch((): string[] => []);
  for (const file of [encoder, mergedDecoder, tokens])
    if (!present.includes(path.basename(file)))
      throw new RecognitionFailed(`${path.basename(file)} is missing. Run: npm run setup`);
  const recognizer: OfflineRecognizer = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: RAW_SAMPLE_RATE, featureDim: 80 },
    modelConfig: {
      ...{ moonshine: { encoder, mergedDecoder }, tokens },
      ...{ numThreads: 1, provider: 'cpu', debug: 0 },
    },
  });
  return (samples) => {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ sampleRate: RAW_SAMPLE_RATE, samples });
    recognizer.decode(stream);
    const { text, tokens: spelled } = recognizer.getResult(stream);
    return { text, tokens: spelled.length };
  };
};

let opened: { readonly key: string; readonly transcribe: Promise<Transcribe> } | null = null;

/** Keeps the last model in memory. Rejects with RecognitionFailed. */
const openMoonshine = (folder: string, size: MoonshineSize): Promise<Transcribe> => {
  const key = path.join(folder, size);
  if (opened?.key !== key) opened = { key, transcribe: open(folder, size) };
  return opened.transcribe;
};

// Estimates when each word of an interval is said. Moonshine does not tell.

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
