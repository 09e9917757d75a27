/**
 * Finds out who speaks when: computes a voiceprint for each window of speech, and groups windows with similar voices.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RAW_SAMPLE_RATE, readRaw } from '../raw-audio.js';
import { createResampler } from '../resample.js';
import type { Interval } from '../speech-intervals.js';
import { absorbSmall, direction, type Vector } from './clustering.js';
import { loadSpeakerModel, type SpeakerModel } from './load-model.js';
import { createMfcc, FRAME_SHIFT_MS } from './mfcc.js';
import { partition } from './partition.js';
import { withoutSlidingMean, type Frames } from './sliding-mean.js';
import { turnsOf, windowsOver, type Turn, type Window } from './windows.js';
import { frameOutputs, xVector, type XVectorModel } from './x-vector.js';

export interface TellApartRequest {
  /** See `raw-audio.ts`. */
  readonly rawFile: string;
  /** Ascending, without overlap. */
  readonly speech: readonly Interval[];
  /** The folder of the x-vector model. */
  readonly speakerFolder: string;
}

export interface Speakers {
  /** Ascending. Speakers are numbered from 0 in order of appearance. */
  readonly turns: readonly Turn[];
  /** The mean voiceprint of each speaker, of length 1. */
  readonly voices: readonly Vector[];
}

/** In ms. A speaker with less speech than this is merged into the most similar one. */
const LEAST_SPEECH_MS = 2_000;
/** In frames: 3 s. */
const MEAN_WINDOW = 300;

const toFrame = (ms: number): number => Math.round(ms / FRAME_SHIFT_MS);

const readFrames = async (
  rawFile: string,
  { mfcc }: SpeakerModel,
  signal: AbortSignal,
): Promise<Frames> => {
  const resampler = createResampler(RAW_SAMPLE_RATE, mfcc.sampleRate);
  const cepstra = createMfcc(mfcc);
  const pieces: Float32Array[] = [];
  for await (const samples of readRaw(rawFile, signal))
    pieces.push(cepstra.push(resampler.push(samples)));
  pieces.push(cepstra.push(resampler.end()));
  const values = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    values.set(piece, at);
    at += piece.length;
  }
  return { values, width: mfcc.coefficients, count: values.length / mfcc.coefficients };
};

const voiceprints = async (
  model: XVectorModel,
  frames: Frames,
  speech: readonly Interval[],
  windows: readonly Window[],
  signal: AbortSignal,
): Promise<readonly Vector[]> => {
  const vectors: Vector[] = [];
  for (const [index, { startMs, endMs }] of speech.entries()) {
    // Yield, so that other code on this thread runs and an abort is noticed.
    await nextTurn();
    signal.throwIfAborted();
    const first = toFrame(startMs);
    const outputs = frameOutputs(model, frames, first, Math.max(first + 1, toFrame(endMs)));
    for (const window of windows)
      if (window.interval === index)
        vectors.push(
          xVector(model, outputs, toFrame(window.startMs) - first, toFrame(window.endMs) - first),
        );
  }
  return vectors;
};

/** Renumbers speakers by their first appearance. */
const inOrderOfAppearance = (speakers: readonly number[]): ReadonlyMap<number, number> =>
  new Map([...new Set(speakers)].map((speaker, order) => [speaker, order]));

/** Rejects with ModelUnreadable, or with the signal's reason. */
export const tellApart = async (
  { rawFile, speech, speakerFolder }: TellApartRequest,
  signal: AbortSignal,
): Promise<Speakers> => {
  const model = await loadSpeakerModel(speakerFolder);
  const frames = withoutSlidingMean(await readFrames(rawFile, model, signal), MEAN_WINDOW);
  if (frames.count === 0) return { turns: [], voices: [] };
  const windows = windowsOver(speech);
  const vectors = await voiceprints(model.network, frames, speech, windows, signal);
  const weight = (index: number): number => {
    const { startMs, endMs } = windows[index]?.decides ?? { startMs: 0, endMs: 0 };
    return endMs - startMs;
  };
  const clusters = absorbSmall(
    partition(vectors),
    ({ members }) => members.reduce((sum, index) => sum + weight(index), 0),
    LEAST_SPEECH_MS,
  );
  const clusterOf = new Map(
    clusters.flatMap(({ members }, cluster) => members.map((index) => [index, cluster] as const)),
  );
  const turns = turnsOf(windows, (index) => clusterOf.get(index) ?? 0);
  const numbers = inOrderOfAppearance(turns.map(({ speaker }) => speaker));
  const voices = [...numbers.keys()].map((cluster) => clusters[cluster]);
  return {
    turns: turns.map((turn) => ({ ...turn, speaker: numbers.get(turn.speaker) ?? 0 })),
    voices: voices.flatMap((cluster) => (cluster ? [direction(cluster)] : [])),
  };
};
