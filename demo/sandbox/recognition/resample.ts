/** Resamples audio piece by piece, with a windowed sinc and one set of weights per phase. */

export const concatenated = (one: Float32Array, other: Float32Array): Float32Array<ArrayBuffer> => {
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

/** Zero crossings of the sinc on each side. */
const CROSSINGS = 16;
/** The pass band, as a fraction of the lower of both Nyquist frequencies. */
const PASS_BAND = 0.95;

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);

/** The sinc at `x` zero crossings from its middle, multiplied by a Hann window. */
const windowedSinc = (x: number): number => {
  if (x === 0) return 1;
  if (Math.abs(x) >= CROSSINGS) return 0;
  const angle = Math.PI * x;
  return (Math.sin(angle) / angle) * (0.5 + 0.5 * Math.cos(angle / CROSSINGS));
};

/** Weights of `2 * half` samples around a position between two of them. Their sum is 1. */
const weightsAt = (fraction: number, half: number, cutoff: number): Float32Array => {
  const weights = Float32Array.from({ length: 2 * half }, (_, index) =>
    windowedSinc((index - half + 1 - fraction) * cutoff),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
};

/** Both rates are integers in Hz. The output does not depend on the sizes of the pieces. */
export const createResampler = (from: number, to: number) => {
  const divisor = greatestCommonDivisor(from, to);
  const [down, up] = [from / divisor, to / divisor];
  const cutoff = Math.min(1, to / from) * PASS_BAND;
  const half = Math.ceil(CROSSINGS / cutoff);
  const phases = Array.from({ length: up }, (_, phase) => weightsAt(phase / up, half, cutoff));

  /** Input that later output needs. Its first sample has the index `start` in the input. */
  let kept = new Float32Array(half - 1);
  let start = 1 - half;
  let received = 0;
  let given = 0;

  const take = (samples: Float32Array, until: number): Float32Array => {
    const input = concatenated(kept, samples);
    const end = start + input.length;
    // The last input sample that output number `given` needs is `floor(given * down / up) + half`.
    const ready = Math.max(given, Math.min(until, Math.ceil(((end - half) * up) / down)));
    const output = new Float32Array(ready - given);
    for (let index = 0; index < output.length; index += 1, given += 1) {
      const weights = phases[(given * down) % up] as Float32Array;
      const first = Math.floor((given * down) / up) - half + 1 - start;
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap += 1)
        sum += (weights[tap] as number) * (input[first + tap] as number);
      output[index] = sum;
    }
    const needed = Math.floor((given * down) / up) - half + 1;
    kept = input.slice(Math.max(0, needed - start));
    start = end - kept.length;
    return output;
  };

  return {
    /** Takes the next samples and returns the output that they complete. */
    push: (samples: Float32Array): Float32Array => {
      received += samples.length;
      return take(samples, Infinity);
    },
    /** Call after the last sample. Returns the rest of the output. */
    end: (): Float32Array => take(new Float32Array(half + 1), Math.round((received * up) / down)),
  };
};

export type Resampler = ReturnType<typeof createResampler>;
