/** Converts the sound of a microphone to 16-bit samples at another rate, piece by piece. */

/** Zero crossings of the filter on each side, at the lower of the two rates. */
const CROSSINGS = 16;

/** Filter values per zero crossing. Values between them are interpolated. */
const STEPS = 256;

/** The cutoff as a fraction of the lower rate's highest frequency. The filter needs the rest to fall off. */
const CUTOFF = 0.9;

/** A windowed sinc (Blackman), for distances from 0 to `CROSSINGS`. */
const createFilter = (): Float32Array => {
  const filter = new Float32Array(CROSSINGS * STEPS + 2);
  for (let index = 0; index <= CROSSINGS * STEPS; index += 1) {
    const x = index / STEPS;
    const angle = Math.PI * x * CUTOFF;
    const sinc = x === 0 ? 1 : Math.sin(angle) / angle;
    const turn = (Math.PI * x) / CROSSINGS;
    const blackman = 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
    filter[index] = sinc * blackman * CUTOFF;
  }
  return filter;
};

const toInt16 = (sample: number): number =>
  Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));

/**
 * Returns a function that takes the next samples at `from` Hz, between -1 and 1, and returns those at `to` Hz that are
 * complete. The output lags by `CROSSINGS` samples of the lower rate.
 */
export const createResampler = (
  from: number,
  to: number,
): ((samples: Float32Array) => Int16Array) => {
  if (from === to) return (samples) => Int16Array.from(samples, toInt16);
  const filter = createFilter();
  const ratio = from / to;
  /** Zero crossings of the filter per input sample. */
  const scale = Math.min(1, 1 / ratio);
  const half = Math.ceil(CROSSINGS / scale);
  /** Input that is still needed. Before the first sample there is silence. */
  let kept = new Float32Array(half);
  /** The position of the next output sample in `kept`. */
  let position = half;

  return (samples) => {
    const input = new Float32Array(kept.length + samples.length);
    input.set(kept);
    input.set(samples, kept.length);
    const count = Math.max(0, Math.ceil((input.length - half - position) / ratio));
    const output = new Int16Array(count);
    for (let index = 0; index < count; index += 1) {
      const centre = position + index * ratio;
      const first = Math.ceil(centre - half);
      const last = Math.min(input.length - 1, Math.floor(centre + half));
      let sum = 0;
      for (let at = Math.max(0, first); at <= last; at += 1) {
        const place = Math.abs(at - centre) * scale * STEPS;
        const step = Math.floor(place);
        const low = filter[step] ?? 0;
        const value = low + ((filter[step + 1] ?? 0) - low) * (place - step);
        sum += (input[at] ?? 0) * value;
      }
      output[index] = toInt16(sum * scale);
    }
    position += count * ratio;
    const unneeded = Math.max(0, Math.floor(position - half));
    kept = input.slice(unneeded);
    position -= unneeded;
    return output;
  };
};
