/** Takes out what a channel adds to every frame: the mean over a window around each (Kaldi's sliding CMN). */

/** `width` values per frame, one frame after the other. */
export interface Frames {
  readonly values: Float32Array;
  readonly width: number;
  readonly count: number;
}

/** The window has `size` frames; at the ends it keeps its size and looks further inwards, as far as there is audio. */
export const withoutSlidingMean = ({ values, width, count }: Frames, size: number): Frames => {
  const length = Math.min(size, count);
  const output = new Float32Array(count * width);
  const sums = new Float64Array(width);
  /** The window whose sum is held. */
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
