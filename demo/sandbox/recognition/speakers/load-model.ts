/** Reads the x-vector model from the folder that `npm run setup` fills. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  componentOf,
  matrixAfter,
  ModelUnreadable,
  numberAfter,
  settingsFromText,
  vectorAfter,
  vectorFromText,
} from './kaldi-file.js';
import type { MfccSettings } from './mfcc.js';
import { FRAME_OFFSETS, type Layer, type XVectorModel } from './x-vector.js';

export interface SpeakerModel {
  readonly network: XVectorModel;
  readonly mfcc: MfccSettings;
}

const affine = (network: Buffer, name: string): Layer => {
  const component = componentOf(network, `${name}.affine`);
  const weights = matrixAfter(component, '<LinearParams> ');
  const bias = vectorAfter(component, '<BiasParams> ');
  if (bias.length !== weights.rows) throw new ModelUnreadable(`${name} has another bias`);
  return { weights, bias, normalize: null };
};

/** A layer followed by a rectifier and batch normalisation. */
const rectified = (network: Buffer, name: string): Layer => {
  const component = componentOf(network, `${name}.batchnorm`);
  const mean = vectorAfter(component, '<StatsMean> ');
  const variance = vectorAfter(component, '<StatsVar> ');
  const epsilon = numberAfter(component, '<Epsilon> ');
  const target = numberAfter(component, '<TargetRms> ');
  const scale = variance.map((value) => target / Math.sqrt(value + epsilon));
  const offset = mean.map((value, index) => -value * (scale[index] ?? 0));
  return { ...affine(network, name), normalize: { scale, offset } };
};

/** Kaldi's default. The network was trained with it. */
const USUAL_DITHER = 1;

const mfccSettings = (text: string): MfccSettings => {
  const settings = settingsFromText(text);
  const number = (name: string, usual?: number): number => {
    const value = Number(settings.get(name) ?? usual);
    if (!(value > 0)) throw new ModelUnreadable(`mfcc.conf has no --${name}`);
    return value;
  };
  return {
    sampleRate: number('sample-frequency'),
    lowFrequency: number('low-freq'),
    highFrequency: number('high-freq'),
    coefficients: number('num-ceps'),
    dither: number('dither', USUAL_DITHER),
  };
};

/** Rejects with ModelUnreadable if a file is invalid. */
export const loadSpeakerModel = async (folder: string): Promise<SpeakerModel> => {
  const file = (name: string): Promise<Buffer> =>
    readFile(path.join(folder, name)).catch(() => {
      throw new ModelUnreadable(`${name} cannot be opened`);
    });
  const [network, mean, transform, conf] = await Promise.all(
    ['final.ext.raw', 'mean.vec', 'transform.mat', 'mfcc.conf'].map(file),
  );
  if (!network || !mean || !transform || !conf) throw new ModelUnreadable('a file is missing');
  const mfcc = mfccSettings(conf.toString('utf8'));
  const layer = (name: string): Layer => rectified(network, name);
  const model: XVectorModel = {
    frameLayers: [layer('tdnn1'), layer('tdnn2'), layer('tdnn3'), layer('tdnn4'), layer('tdnn5')],
    embedding: affine(network, 'tdnn6'),
    mean: vectorFromText(mean.toString('utf8')),
    whitening: matrixAfter(transform, ''),
  };
  // The input size of each layer must be the output size of the previous one.
  const widths = [mfcc.coefficients, ...model.frameLayers.map(({ weights }) => weights.rows)];
  for (const [index, { weights }] of model.frameLayers.entries())
    if (weights.columns !== (widths[index] ?? 0) * (FRAME_OFFSETS[index]?.length ?? 1))
      throw new ModelUnreadable(`layer ${index + 1} has another size`);
  const { embedding, whitening } = model;
  if (embedding.weights.columns !== 2 * (widths.at(-1) ?? 0))
    throw new ModelUnreadable('the last layer has another size');
  if (model.mean.length !== embedding.weights.rows || whitening.columns !== model.mean.length)
    throw new ModelUnreadable('mean.vec or transform.mat has another size');
  return { network: model, mfcc };
};
