/** Computes a voiceprint for each window of speech. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RAW_SAMPLE_RATE, readRawInterval } from '../raw-audio.js';
import { concatenated, createResampler } from '../resample.js';
import type { Interval } from '../speech-intervals.js';
import type { Vector } from './clustering.js';
import { loadSpeakerModel, type SpeakerModel } from './load-model.js';
import {
  createMfcc,
  FRAME_SHIFT_MS,
  type MfccSettings,
  withoutSlidingMean,
  type Frames,
} from './mfcc.js';
import { windowsOver } from './partition.js';
import { frameOutputs, xVector } from './x-vector.js';

export interface VoiceprintsRequest {
  /** See `raw-audio.ts`. */
  readonly rawFile: string;
  /** Ascending, without overlap. */
  readonly speech: readonly Interval[];
  /** The folder of the x-vector model. */
  readonly speakerFolder: string;
  /** Jobs with a lower number run first. */
  readonly rank: number;
}

/** In frames: 3 s. */
const MEAN_WINDOW = 300;
/** In ms. The frames around an interval that its mean and the network read. */
const AROUND_MS = 1_600;
const FULL_SCALE = 32_768;

const toFrame = (ms: number): number => Math.round(ms / FRAME_SHIFT_MS);

const framesOf = (samples: Float32Array, settings: MfccSettings): Frames => {
  const resampler = createResampler(RAW_SAMPLE_RATE, settings.sampleRate);
  const cepstra = createMfcc(settings);
  const integers = samples.map((sample) => sample * FULL_SCALE);
  const values = concatenated(
    cepstra.push(resampler.push(integers)),
    cepstra.push(resampler.end()),
  );
  return { values, width: settings.coefficients, count: values.length / settings.coefficients };
};

/** The model of the last call stays in memory. */
let loaded: { readonly folder: string; readonly model: Promise<SpeakerModel> } | null = null;

const modelIn = (folder: string): Promise<SpeakerModel> => {
  if (loaded?.folder !== folder) loaded = { folder, model: loadSpeakerModel(folder) };
  return loaded.model;
};

/** One vector per window of `windowsOver(speech)`. Rejects with ModelUnreadable, or with the signal's reason. */
export const voiceprints = async (
  { rawFile, speech, speakerFolder }: VoiceprintsRequest,
  signal: AbortSignal,
): Promise<readonly Vector[]> => {
  const { network, mfcc } = await modelIn(speakerFolder);
  const vectors: Vector[] = [];
  for (const interval of speech) {
    // Yield, so that other code on this thread runs and an abort is noticed.
    await nextTurn();
    signal.throwIfAborted();
    const from = Math.max(0, interval.startMs - AROUND_MS);
    const around = { startMs: from, endMs: interval.endMs + AROUND_MS };
    const frames = withoutSlidingMean(
      framesOf(await readRawInterval(rawFile, around), mfcc),
      MEAN_WINDOW,
    );
    const first = toFrame(interval.startMs - from);
    const outputs = frameOutputs(
      ...([network, frames, first] as const),
      Math.max(first + 1, toFrame(interval.endMs - from)),
    );
    for (const { startMs, endMs } of windowsOver([interval]))
      vectors.push(
        xVector(
          ...([network, outputs] as const),
          ...([toFrame(startMs - interval.startMs), toFrame(endMs - interval.startMs)] as const),
        ),
      );
  }
  return vectors;
};
