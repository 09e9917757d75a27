/** The fast Fourier transform for sizes that are powers of two. */

/** Transforms in place. */
export type Transform = (real: Float64Array, imaginary: Float64Array) => void;

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
