/** Subtracts the mean over a window around each frame, to remove the effect of the channel (Kaldi's sliding CMN). */

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
