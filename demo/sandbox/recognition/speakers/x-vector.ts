/**
 * The x-vector network (Snyder et al. 2018): five layers process frames, and a sixth processes the mean and deviation
 * of their output over an interval of speech. The result is centred, whitened and scaled to length 1.
 */
import type { Frames } from './mfcc.js';
import type { Vector } from './clustering.js';

/** Row by row. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

export interface Layer {
  /** One row of weights per output. */
  readonly weights: Matrix;
  readonly bias: Float32Array;
  /** The batch normalisation after the rectifier; null if the layer has neither. */
  readonly normalize: { readonly scale: Float32Array; readonly offset: Float32Array } | null;
}

export interface XVectorModel {
  /** The layers over frames, see FRAME_OFFSETS. */
  readonly frameLayers: readonly [Layer, Layer, Layer, Layer, Layer];
  /** The layer over mean and deviation. */
  readonly embedding: Layer;
  readonly mean: Float32Array;
  readonly whitening: Matrix;
}

/** Offsets of the frames that each of the first three layers reads. The other two read only their own frame. */
export const FRAME_OFFSETS = [
  [-2, -1, 0, 1, 2],
  [-2, 0, 2],
  [-3, 0, 3],
] as const;

/**
 * Only every third frame is passed on to the third layer, whose offsets are multiples of three. The wide layers and the
 * mean and deviation then take a third of the time.
 */
const STRIDE = 3;
const LEAST_VARIANCE = 1e-10;

/** Applies a layer to rows of inputs, four rows at a time, so that each weight is read once per four rows. */
export const applyLayer = (layer: Layer, inputs: Float32Array, rows: number): Float32Array => {
  const { rows: width, columns, values } = layer.weights;
  const padded = new Float32Array(Math.ceil(rows / 4) * 4 * columns);
  padded.set(inputs.subarray(0, rows * columns));
  const outputs = new Float32Array(Math.ceil(rows / 4) * 4 * width);
  for (let row = 0; row < rows; row += 4) {
    const first = row * columns;
    const second = first + columns;
    const third = second + columns;
    const fourth = third + columns;
    for (let output = 0; output < width; output += 1) {
      const weightsAt = output * columns;
      let a = layer.bias[output] as number;
      let b = a;
      let c = a;
      let d = a;
      for (let index = 0; index < columns; index += 1) {
        const weight = values[weightsAt + index] as number;
        a += weight * (padded[first + index] as number);
        b += weight * (padded[second + index] as number);
        c += weight * (padded[third + index] as number);
        d += weight * (padded[fourth + index] as number);
      }
      const at = row * width + output;
      outputs[at] = a;
      outputs[at + width] = b;
      outputs[at + 2 * width] = c;
      outputs[at + 3 * width] = d;
    }
  }
  if (layer.normalize !== null) {
    const { scale, offset } = layer.normalize;
    for (let index = 0; index < rows * width; index += 1)
      outputs[index] =
        Math.max(0, outputs[index] as number) * (scale[index % width] as number) +
        (offset[index % width] as number);
  }
  return outputs.subarray(0, rows * width);
};

/**
 * One row for every `step`-th frame from `from`: the frames at the offsets, side by side. The first and last frames
 * repeat beyond the ends.
 */
const spliced = (
  { values, width, count }: Frames,
  { from, rows, step }: { readonly from: number; readonly rows: number; readonly step: number },
  offsets: readonly number[],
): Float32Array => {
  const output = new Float32Array(rows * offsets.length * width);
  let at = 0;
  for (let row = 0; row < rows; row += 1)
    for (const offset of offsets) {
      const frame = Math.min(count - 1, Math.max(0, from + row * step + offset));
      output.set(values.subarray(frame * width, (frame + 1) * width), at);
      at += width;
    }
  return output;
};

/** The output of the frame layers for the frames from `from` to before `to`: one row per STRIDE frames. */
export const frameOutputs = (
  { frameLayers }: XVectorModel,
  frames: Frames,
  from: number,
  to: number,
): Frames => {
  const [one, two, three, four, five] = frameLayers;
  const reachOfTwo = Math.max(...FRAME_OFFSETS[1]);
  const rows = Math.ceil((to - from) / STRIDE);
  // The second layer computes one more row on each side; the first layer computes all frames that the second reads.
  const firstOfTwo = from - STRIDE;
  const firstOfOne = firstOfTwo - reachOfTwo;
  const rowsOfOne = (rows + 1) * STRIDE + 2 * reachOfTwo + 1;
  const layer = (which: Layer, inputs: Float32Array, count: number): Frames => ({
    values: applyLayer(which, inputs, count),
    width: which.weights.rows,
    count,
  });
  const heard = { from: firstOfOne, rows: rowsOfOne, step: 1 };
  const first = layer(one, spliced(frames, heard, FRAME_OFFSETS[0]), rowsOfOne);
  const near = { from: reachOfTwo, rows: rows + 2, step: STRIDE };
  const second = layer(two, spliced(first, near, FRAME_OFFSETS[1]), rows + 2);
  const wide = { from: 1, rows, step: 1 };
  const third = layer(three, spliced(second, wide, [-1, 0, 1]), rows);
  return layer(five, layer(four, third.values, rows).values, rows);
};

/** The mean of the rows, followed by their deviation. */
const statistics = ({ values, width }: Frames, from: number, to: number): Float32Array => {
  const output = new Float32Array(2 * width);
  for (let index = 0; index < width; index += 1) {
    let sum = 0;
    let squares = 0;
    for (let row = from; row < to; row += 1) {
      const value = values[row * width + index] as number;
      sum += value;
      squares += value * value;
    }
    const mean = sum / (to - from);
    output[index] = mean;
    output[width + index] = Math.sqrt(
      Math.max(squares / (to - from) - mean * mean, LEAST_VARIANCE),
    );
  }
  return output;
};

const unit = (vector: Vector): Vector => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
};

/** The voiceprint of frames `from` to before `to`, numbered as in the call of `frameOutputs`. */
export const xVector = (
  { embedding, mean, whitening }: XVectorModel,
  outputs: Frames,
  from: number,
  to: number,
): Vector => {
  const first = Math.min(outputs.count - 1, Math.round(from / STRIDE));
  const last = Math.min(outputs.count, Math.max(first + 1, Math.round(to / STRIDE)));
  const embedded = applyLayer(embedding, statistics(outputs, first, last), 1);
  const centred = embedded.map((value, index) => value - (mean[index] ?? 0));
  const none = new Float32Array(whitening.rows);
  return unit(applyLayer({ weights: whitening, bias: none, normalize: null }, centred, 1));
};
