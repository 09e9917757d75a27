/** Computes mel-frequency cepstra as Kaldi does, because the speaker network was trained on them. */
import { concatenated } from '../resample.js';

// The fast Fourier transform for sizes that are powers of two.

/** Transforms in place. */
type Transform = (real: Float64Array, imaginary: Float64Array) => void;

const isPowerOfTwo = (size: number): boolean => size > 0 && (size & (size - 1)) === 0;

const bitsReversed = (size: number): Uint32Array => {
  const reversed = new Uint32Array(size);
  for (let index = 1; index < size; index += 1)
    reversed[index] = ((reversed[index >> 1] ?? 0) >> 1) | (index & 1 ? size >> 1 : 0);
  return reversed;
};

/** Radix 2. The angles are computed once. */
export const createTransform = (size: number): Transform => {
  if (!isPowerOfTwo(size)) throw new RangeError(`A transform of ${size} is no power of two.`);
  const order = bitsReversed(size);
  const angle = (index: number): number => (-2 * Math.PI * index) / size;
  const cosines = Float64Array.from({ length: size / 2 }, (_, index) => Math.cos(angle(index)));
  const sines = Float64Array.from({ length: size / 2 }, (_, index) => Math.sin(angle(index)));

  const swap = (values: Float64Array): void => {
    for (let index = 0; index < size; index += 1) {
      const other = order[index] as number;
      if (index >= other) continue;
      const value = values[index] as number;
      values[index] = values[other] as number;
      values[other] = value;
    }
  };

  return (real, imaginary) => {
    swap(real);
    swap(imaginary);
    for (let length = 2; length <= size; length *= 2) {
      const half = length / 2;
      const step = size / length;
      for (let block = 0; block < size; block += length)
        for (let index = 0; index < half; index += 1) {
          const cosine = cosines[index * step] as number;
          const sine = sines[index * step] as number;
          const upper = block + index;
          const lower = upper + half;
          const a = real[lower] as number;
          const b = imaginary[lower] as number;
          const x = a * cosine - b * sine;
          const y = a * sine + b * cosine;
          real[lower] = (real[upper] as number) - x;
          imaginary[lower] = (imaginary[upper] as number) - y;
          real[upper] = (real[upper] as number) + x;
          imaginary[upper] = (imaginary[upper] as number) + y;
        }
    }
  };
};

/** Kaldi's defaults apply to settings that are missing in the model's `mfcc.conf`. */
export interface MfccSettings {
  /** Hertz. */
  readonly sampleRate: number;
  /** Hertz. */
  readonly lowFrequency: number;
  /** Hertz. */
  readonly highFrequency: number;
  readonly coefficients: number;
  /**
   * The standard deviation of the noise that is added to 16-bit integer samples. Its mean power is added instead, so that
   * the same samples always have the same cepstra.
   */
  readonly dither: number;
}

/** Milliseconds between the starts of two frames. */
export const FRAME_SHIFT_MS = 10;
const FRAME_LENGTH_MS = 25;
const MEL_FILTERS = 23;
const PREEMPHASIS = 0.97;
const CEPSTRAL_LIFTER = 22;
/** Kaldi's float epsilon, the lowest energy. */
const LEAST_ENERGY = 2 ** -23;

const mel = (hertz: number): number => 1127 * Math.log(1 + hertz / 700);

interface Filter {
  readonly first: number;
  readonly weights: Float64Array;
}

/** Triangular filters on the mel scale, over the bins of a transform of this size. */
const melFilters = (settings: MfccSettings, size: number): readonly Filter[] => {
  const low = mel(settings.lowFrequency);
  const step = (mel(settings.highFrequency) - low) / (MEL_FILTERS + 1);
  return Array.from({ length: MEL_FILTERS }, (_, filter) => {
    const centre = low + (filter + 1) * step;
    const height = (bin: number): number =>
      1 - Math.abs(mel((bin * settings.sampleRate) / size) - centre) / step;
    const bins = Array.from({ length: size / 2 }, (_bin, bin) => bin).filter(
      (bin) => height(bin) > 0,
    );
    return { first: bins[0] ?? 0, weights: Float64Array.from(bins, height) };
  });
};

/** The mean power of the dither in each filter, after the window and pre-emphasis. */
const ditherPower = (
  { dither }: MfccSettings,
  window: Float64Array,
  size: number,
  filters: readonly Filter[],
): Float64Array => {
  const power = dither ** 2 * window.reduce((sum, weight) => sum + weight ** 2, 0);
  const emphasis = (bin: number): number =>
    1 + PREEMPHASIS ** 2 - 2 * PREEMPHASIS * Math.cos((2 * Math.PI * bin) / size);
  return Float64Array.from(filters, ({ first, weights }) =>
    weights.reduce((sum, weight, index) => sum + weight * power * emphasis(first + index), 0),
  );
};

/** The discrete cosine transform multiplied by the lifter, by coefficient and filter. */
const cosineTable = (coefficients: number): readonly Float64Array[] =>
  Array.from({ length: coefficients }, (_, coefficient) => {
    const scale = Math.sqrt((coefficient === 0 ? 1 : 2) / MEL_FILTERS);
    const lift = 1 + (CEPSTRAL_LIFTER / 2) * Math.sin((Math.PI * coefficient) / CEPSTRAL_LIFTER);
    return Float64Array.from(
      { length: MEL_FILTERS },
      (_filter, filter) =>
        scale * lift * Math.cos((Math.PI / MEL_FILTERS) * (filter + 0.5) * coefficient),
    );
  });

const nextPowerOfTwo = (size: number): number => 2 ** Math.ceil(Math.log2(size));

/** The log energy of a frame replaces its first coefficient. */
export const createMfcc = (settings: MfccSettings) => {
  const length = Math.round((settings.sampleRate * FRAME_LENGTH_MS) / 1000);
  const shift = Math.round((settings.sampleRate * FRAME_SHIFT_MS) / 1000);
  const size = nextPowerOfTwo(length);
  const transform = createTransform(size);
  const filters = melFilters(settings, size);
  const cosines = cosineTable(settings.coefficients);
  // Povey's window resembles a Hann window, but does not reach zero.
  const window = Float64Array.from(
    { length },
    (_, index) => (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / (length - 1))) ** 0.85,
  );
  const faintest = ditherPower(settings, window, size, filters);
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const logMel = new Float64Array(MEL_FILTERS);

  /** Loads a frame, subtracts its mean, and applies pre-emphasis and the window. Returns its log energy. */
  const load = (frame: Float32Array): number => {
    const mean = frame.reduce((sum, sample) => sum + sample, 0) / length;
    let energy = length * settings.dither ** 2;
    let previous = (frame[0] as number) - mean;
    real.fill(0);
    imaginary.fill(0);
    for (let index = 0; index < length; index += 1) {
      const sample = (frame[index] as number) - mean;
      energy += sample * sample;
      real[index] = (sample - PREEMPHASIS * previous) * (window[index] as number);
      previous = sample;
    }
    return Math.log(Math.max(energy, LEAST_ENERGY));
  };

  const cepstrum = (frame: Float32Array, output: Float32Array): void => {
    const logEnergy = load(frame);
    transform(real, imaginary);
    for (const [filter, { first, weights }] of filters.entries()) {
      let sum = faintest[filter] as number;
      for (let index = 0; index < weights.length; index += 1) {
        const re = real[first + index] as number;
        const im = imaginary[first + index] as number;
        sum += (weights[index] as number) * (re * re + im * im);
      }
      logMel[filter] = Math.log(Math.max(sum, LEAST_ENERGY));
    }
    for (const [coefficient, row] of cosines.entries()) {
      let sum = 0;
      for (let filter = 0; filter < MEL_FILTERS; filter += 1)
        sum += (row[filter] as number) * (logMel[filter] as number);
      output[coefficient] = sum;
    }
    output[0] = logEnergy;
  };

  let kept = new Float32Array(0);
  return {
    /** Takes 16-bit integer samples. Returns the completed frames, concatenated. */
    push: (samples: Float32Array): Float32Array => {
      const input = concatenated(kept, samples);
      const count = Math.max(0, Math.floor((input.length - length) / shift) + 1);
      const output = new Float32Array(count * settings.coefficients);
      for (let frame = 0; frame < count; frame += 1)
        cepstrum(
          input.subarray(frame * shift, frame * shift + length),
          output.subarray(frame * settings.coefficients),
        );
      kept = input.slice(count * shift);
      return output;
    },
  };
};

// Subtracts the mean over a window around each frame, to remove the effect of the channel
// (Kaldi's sliding CMN).

/** `width` values per frame, concatenated. */
export interface Frames {
  readonly values: Float32Array;
  readonly width: number;
  readonly count: number;
}

/**
 * The window has `size` frames. Near the ends it is shifted inwards, so that it keeps its size if there is enough
 * audio.
 */
export const withoutSlidingMean = ({ values, width, count }: Frames, size: number): Frames => {
  const length = Math.min(size, count);
  const output = new Float32Array(count * width);
  const sums = new Float64Array(width);
  /** The window whose sum is stored. */
  let [from, to] = [0, 0];
  const add = (frame: number, sign: 1 | -1): void => {
    for (let index = 0; index < width; index += 1)
      sums[index] = (sums[index] as number) + sign * (values[frame * width + index] as number);
  };
  for (let frame = 0; frame < count; frame += 1) {
    const start = Math.max(0, Math.min(frame - Math.floor(size / 2), count - length));
    for (; to < start + length; to += 1) add(to, 1);
    for (; from < start; from += 1) add(from, -1);
    for (let index = 0; index < width; index += 1) {
      const at = frame * width + index;
      output[at] = (values[at] as number) - (sums[index] as number) / length;
    }
  }
  return { values: output, width, count };
};
