/** Reads the x-vector model from the folder that `npm run setup` fills. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MfccSettings } from './mfcc.js';
import { FRAME_OFFSETS, type Layer, type Matrix, type XVectorModel } from './x-vector.js';
import { RecognitionFailed } from '../recognizer.js';

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

// Reads matrices and vectors from Kaldi's binary files, where each follows its name.

/** A file of the model is invalid. */
export class ModelUnreadable extends RecognitionFailed {
  override readonly name = 'ModelUnreadable';
  constructor(what: string) {
    super(`The speaker model cannot be read: ${what}. Delete .cache/models and run: npm run setup`);
  }
}

const INTEGER_BYTES = 4;
/** Kaldi writes the size of a number, in bytes, before the number. */
const integerAt = (bytes: Buffer, at: number): number => {
  if (bytes[at] !== INTEGER_BYTES || at + 5 > bytes.length) throw new ModelUnreadable('no number');
  return bytes.readInt32LE(at + 1);
};

const floatsAt = (bytes: Buffer, at: number, count: number): Float32Array => {
  if (count < 0 || at + 4 * count > bytes.length) throw new ModelUnreadable('it is cut short');
  // Copies the bytes, because a Float32Array needs an offset that is a multiple of four.
  return new Float32Array(new Uint8Array(bytes.subarray(at, at + 4 * count)).buffer);
};

const afterText = (bytes: Buffer, text: string): number => {
  const at = bytes.indexOf(text, 0, 'latin1');
  if (at < 0) throw new ModelUnreadable(`${text.trim()} is missing`);
  return at + text.length;
};

/** The matrix after this text, e.g. `<LinearParams> `. Use `''` for a file that contains only one matrix. */
export const matrixAfter = (bytes: Buffer, text: string): Matrix => {
  const at = afterText(bytes, `${text}FM `);
  const rows = integerAt(bytes, at);
  const columns = integerAt(bytes, at + 5);
  return { rows, columns, values: floatsAt(bytes, at + 10, rows * columns) };
};

export const vectorAfter = (bytes: Buffer, text: string): Float32Array => {
  const at = afterText(bytes, `${text}FV `);
  return floatsAt(bytes, at + 5, integerAt(bytes, at));
};

export const numberAfter = (bytes: Buffer, text: string): number => {
  const at = afterText(bytes, text);
  if (bytes[at] !== INTEGER_BYTES || at + 5 > bytes.length) throw new ModelUnreadable('no number');
  return bytes.readFloatLE(at + 1);
};

/** A vector written as text: ` [ 1 2 3 ]`. */
export const vectorFromText = (text: string): Float32Array => {
  const words = /^\s*\[([^\]]*)\]\s*$/.exec(text)?.[1]?.match(/\S+/g) ?? [];
  const numbers = Float32Array.from(words, Number);
  if (numbers.length === 0 || numbers.some(Number.isNaN))
    throw new ModelUnreadable('no vector of numbers');
  return numbers;
};

/** The part of a network that describes one component. */
const componentOf = (network: Buffer, name: string): Buffer => {
  const start = afterText(network, `<ComponentName> ${name} `);
  const end = network.indexOf('<ComponentName> ', start, 'latin1');
  return network.subarray(start, end < 0 ? network.length : end);
};

/** Parses lines of `--name=value`, e.g. `mfcc.conf`. */
export const settingsFromText = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split('\n')
      .map((line) => /^\s*--([a-z-]+)=(\S+)\s*$/.exec(line))
      .flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? ''] as const] : [])),
  );
