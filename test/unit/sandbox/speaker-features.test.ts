/** From samples to the input of the speaker network, and the layers of the network. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  createTransform,
  createMfcc,
  withoutSlidingMean,
} from '../../../demo/sandbox/recognition/speakers/mfcc.js';
import {
  matrixAfter,
  ModelUnreadable,
  numberAfter,
  settingsFromText,
  vectorAfter,
  vectorFromText,
} from '../../../demo/sandbox/recognition/speakers/load-model.js';
import {
  applyLayer,
  FRAME_OFFSETS,
  frameOutputs,
  type Layer,
  type XVectorModel,
} from '../../../demo/sandbox/recognition/speakers/x-vector.js';
import { seededRandom } from '../../support/seeded-random.js';

const random = seededRandom(11);
const numbers = (length: number): Float32Array =>
  Float32Array.from({ length }, () => random.next() * 2 - 1);

const near = (a: ArrayLike<number>, b: ArrayLike<number>, within = 1e-4): void => {
  assert.equal(a.length, b.length);
  for (let index = 0; index < a.length; index += 1)
    assert.ok(Math.abs((a[index] ?? NaN) - (b[index] ?? NaN)) < within, `number ${index}`);
};

const settings = {
  ...{ sampleRate: 8_000, lowFrequency: 20, highFrequency: 3_700 },
  ...{ coefficients: 23, dither: 0 },
};
const signal = numbers(8_000).map((value) => Math.round(value * 10_000));

test('frames: one per 10 ms, however the samples are split', () => {
  const whole = createMfcc(settings).push(signal);
  assert.equal(whole.length, 23 * (Math.floor((8_000 - 200) / 80) + 1));
  const pieces = createMfcc(settings);
  const parts: number[] = [];
  for (let at = 0; at < signal.length; at += 333)
    parts.push(...pieces.push(signal.subarray(at, at + 333)));
  assert.deepEqual(Float32Array.from(parts), whole);
});

test("frames: match another implementation of Kaldi's definition", () => {
  const frame = Float32Array.from({ length: 200 }, (_, index) =>
    Math.round(
      5_000 * Math.sin(0.3 * index) +
        3_000 * Math.sin(1.1 * index + 1) +
        800 * Math.sin(2.3 * index),
    ),
  );
  const expected = [
    ...[21.958, 1.56, 1.581, -7.029, -6.426, -175.529, -32.361, 99.892, -70.987, 75.246, 4.38],
    ...[65.165, -74.721, 56.635, -23.974, 3.894, 1.488, 4.312, -3.039, 1.6, -0.686, -3.052],
    1.081,
  ];
  near(createMfcc(settings).push(frame), expected, 0.01);
});

test('frames: digital silence resembles the dither, so it does not change the voiceprint', () => {
  const gauss = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const noise = createMfcc(settings).push(Float32Array.from({ length: 80_000 }, gauss));
  const silence = createMfcc({ ...settings, dither: 1 }).push(new Float32Array(200));
  const frames = noise.length / 23;
  const means = silence.map((_, coefficient) =>
    noise.reduce((sum, value, at) => (at % 23 === coefficient ? sum + value / frames : sum), 0),
  );
  // The mean of a logarithm is a little less than the logarithm of the mean. Without dither, the first value is −16.
  near(silence, means, 2);
  assert.ok(Math.abs((silence[0] ?? 0) - Math.log(200)) < 1e-3);
});

test('frames: the dither does not change clear speech', () => {
  const plain = createMfcc(settings).push(signal);
  near(createMfcc({ ...settings, dither: 1 }).push(signal), plain, 1e-3);
});

test('frames: are finite for silence without dither', () => {
  for (const value of createMfcc(settings).push(new Float32Array(400)))
    assert.ok(Number.isFinite(value), String(value));
});

test('FFT: takes only sizes that are powers of two', () => {
  assert.throws(() => createTransform(24), RangeError);
});

test('sliding mean: is the mean of the window around a frame', () => {
  const [width, count, size] = [3, 50, 11];
  const values = numbers(width * count);
  const { values: output } = withoutSlidingMean({ values, width, count }, size);
  for (let frame = 0; frame < count; frame += 1) {
    const from = Math.max(0, Math.min(frame - 5, count - size));
    for (let index = 0; index < width; index += 1) {
      let sum = 0;
      for (let at = from; at < from + size; at += 1) sum += values[at * width + index] ?? 0;
      const expected = (values[frame * width + index] ?? 0) - sum / size;
      assert.ok(Math.abs((output[frame * width + index] ?? 0) - expected) < 1e-5);
    }
  }
  const short = withoutSlidingMean({ values: new Float32Array([1, 3]), width: 1, count: 2 }, 300);
  assert.deepEqual([...short.values], [-1, 1]);
});

const layerOf = (rows: number, columns: number, rectified: boolean): Layer => ({
  weights: { rows, columns, values: numbers(rows * columns) },
  bias: numbers(rows),
  normalize: rectified ? { scale: numbers(rows), offset: numbers(rows) } : null,
});

const applied = ({ weights, bias, normalize }: Layer, input: readonly number[]): number[] =>
  Array.from(bias, (start, row) => {
    const sum = input.reduce(
      (total, value, column) =>
        total + value * (weights.values[row * weights.columns + column] ?? 0),
      start,
    );
    return normalize === null
      ? sum
      : Math.max(0, sum) * (normalize.scale[row] ?? 0) + (normalize.offset[row] ?? 0);
  });

test('layer: applies its weights, its bias and its normalisation', () => {
  for (const rectified of [false, true])
    for (const rows of [1, 3, 4, 9]) {
      const layer = layerOf(5, 7, rectified);
      const inputs = numbers(rows * 7);
      const expected = Array.from({ length: rows }, (_, row) =>
        applied(layer, [...inputs.subarray(row * 7, row * 7 + 7)]),
      );
      near(applyLayer(layer, inputs, rows), expected.flat());
    }
});

test('network: every third frame is computed from the layers and their neighbours', () => {
  const layers = [
    layerOf(4, 3 * 5, true),
    layerOf(5, 4 * 3, true),
    layerOf(6, 5 * 3, true),
    layerOf(7, 6, true),
    layerOf(8, 7, true),
  ] as const;
  const [width, count] = [3, 60];
  const values = numbers(width * count);
  const input = (frame: number): readonly number[] => {
    const at = Math.max(0, Math.min(count - 1, frame)) * width;
    return [...values.subarray(at, at + width)];
  };
  /** Computed directly from the definition: each layer reads the one before it. */
  const output = (depth: number, frame: number): readonly number[] => {
    const layer = layers[depth];
    if (layer === undefined) return input(frame);
    const before = (at: number): readonly number[] =>
      depth === 0 ? input(at) : output(depth - 1, at);
    return applied(
      layer,
      (FRAME_OFFSETS[depth] ?? [0]).flatMap((offset) => [...before(frame + offset)]),
    );
  };
  const none = layerOf(2, 16, false);
  const model: XVectorModel = {
    frameLayers: layers,
    embedding: none,
    mean: new Float32Array(2),
    whitening: none.weights,
  };
  for (const [from, to] of [
    [20, 31],
    [0, 4],
    [50, 60],
  ] as const) {
    const found = frameOutputs(model, { values, width, count }, from, to);
    const expected: number[] = [];
    for (let frame = from; frame < to; frame += 3) expected.push(...output(4, frame));
    near(found.values, expected, 1e-3);
  }
});

const int = (value: number): Buffer => {
  const bytes = Buffer.alloc(5);
  bytes[0] = 4;
  bytes.writeInt32LE(value, 1);
  return bytes;
};

const floats = (values: readonly number[]): Buffer => Buffer.from(Float32Array.from(values).buffer);

test('Kaldi file: reads matrices, vectors and numbers by name, and rejects anything else', () => {
  const epsilon = Buffer.from([4, 0, 0, 128, 63]);
  const file = Buffer.concat([
    Buffer.from('<A> FM '),
    ...[int(2), int(3), floats([1, 2, 3, 4, 5, 6])],
    Buffer.from('<B> FV '),
    ...[int(2), floats([7, 8])],
    Buffer.from('<Epsilon> '),
    epsilon,
  ]);
  const { rows, columns, values } = matrixAfter(file, '<A> ');
  assert.deepEqual([rows, columns, ...values], [2, 3, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual([...vectorAfter(file, '<B> ')], [7, 8]);
  assert.equal(numberAfter(file, '<Epsilon> '), 1);
  assert.throws(() => matrixAfter(file, '<C> '), /<C> FM is missing.*npm run setup/);
  assert.throws(() => matrixAfter(file.subarray(0, 30), '<A> '), ModelUnreadable);
  assert.throws(() => vectorAfter(Buffer.from('<B> FV'), '<B> '), ModelUnreadable);
  const negative = Buffer.concat([Buffer.from('<B> FV '), int(-1)]);
  assert.throws(() => vectorAfter(negative, '<B> '), ModelUnreadable);
  assert.deepEqual([...vectorFromText(' [ 1.5 -2 3e1 ]\n')], [1.5, -2, 30]);
  for (const text of ['', '[]', '[ 1 x ]', '1 2'])
    assert.throws(() => vectorFromText(text), ModelUnreadable);
  assert.deepEqual(
    [...settingsFromText('--low-freq=20\n# a remark\n--num-ceps=23 \n')],
    [
      ['low-freq', '20'],
      ['num-ceps', '23'],
    ],
  );
});
