/** Decoded audio: with fewer channels, at another sample rate, and as a WAV file. The microphone uses it too. */

/** One array per channel, of the same length. */
export type Samples = readonly Float32Array[];

const HALF_POWER = Math.SQRT1_2;

/** Weights of a channel that is left or right of the middle, and of one behind the listener. */
const [SIDE, BACK] = [HALF_POWER, 0.5];

/**
 * How much of each channel is in one: the weights of ITU-R BS.775, as browsers use them. The centre, which has the voices
 * of a film, keeps its level.
 */
const weightsOf = (channels: number): readonly number[] => {
  if (channels === 3) return [SIDE, SIDE, 1];
  if (channels === 4) return [0.25, 0.25, 0.25, 0.25];
  if (channels === 5) return [SIDE, SIDE, 1, BACK, BACK];
  // The fourth channel has only low frequencies.
  if (channels === 6) return [SIDE, SIDE, 1, 0, BACK, BACK];
  if (channels === 8) return [SIDE, SIDE, 1, 0, BACK, BACK, BACK, BACK];
  return new Array<number>(channels).fill(1 / channels);
};

/** Mixes to at most `count` channels. More than two channels become one. */
export const mixed = (samples: Samples, count: 1 | 2): Samples => {
  const [first, second] = samples;
  if (first === undefined) return [];
  if (samples.length === count) return samples;
  if (samples.length === 1) return [first, first];
  if (samples.length === 2 && second !== undefined) {
    return [first.map((value, at) => (value + (second[at] ?? 0)) / 2)];
  }
  const weights = weightsOf(samples.length);
  const mono = new Float32Array(first.length);
  samples.forEach((channel, index) => {
    const weight = weights[index] ?? 0;
    channel.forEach((value, at) => (mono[at] = (mono[at] ?? 0) + weight * value));
  });
  return count === 1 ? [mono] : [mono, mono];
};

const divisor = (one: number, other: number): number =>
  other === 0 ? one : divisor(other, one % other);

/** Taps on each side of the filter at the lower of the two rates. */
const HALF_TAPS = 16;

/** The filter for an output sample that lies `fraction` of a step after an input sample: a sinc with a Hann window. */
const filterAt = (fraction: number, half: number, cutoff: number): Float32Array =>
  Float32Array.from({ length: 2 * half }, (_, tap) => {
    const x = tap - half + 1 - fraction;
    const angle = Math.PI * cutoff * x;
    const sinc = Math.abs(angle) < 1e-9 ? 1 : Math.sin(angle) / angle;
    return cutoff * sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / (half + 1)));
  });

/** Changes the sample rate of what is pushed; `flush` sends the last samples. Output sample n has the time of input sample n × `from` ÷ `to`. */
export const createResampler = (
  from: number,
  to: number,
  onSamples: (samples: Samples) => void,
) => {
  if (from === to) return { push: onSamples, flush: () => undefined };
  const common = divisor(from, to);
  const [up, down] = [to / common, from / common];
  const cutoff = Math.min(1, to / from);
  const half = Math.ceil(HALF_TAPS / cutoff);
  const filters = Array.from({ length: up }, (_, phase) => filterAt(phase / up, half, cutoff));
  /** Input that is still needed. It begins with silence before the first sample. */
  let pending: Float32Array[] = [];
  /** Index of the input sample at `pending[…][half]`, for output sample 0 of this block. */
  let base = 0;
  let next = 0;

  const push = (samples: Samples): void => {
    pending = samples.map((added, channel) => {
      const old = pending[channel] ?? new Float32Array(half);
      const all = new Float32Array(old.length + added.length);
      all.set(old);
      all.set(added, old.length);
      return all;
    });
    const available = (pending[0]?.length ?? 0) - 2 * half;
    let count = 0;
    while (Math.floor(((next + count) * down) / up) - base < available) count += 1;
    if (count === 0) return;
    const output = pending.map((input) => {
      const made = new Float32Array(count);
      for (let index = 0; index < count; index += 1) {
        const exact = (next + index) * down;
        const start = Math.floor(exact / up) - base + 1;
        const filter = filters[exact % up] ?? filters[0];
        let sum = 0;
        for (let tap = 0; tap < 2 * half; tap += 1) {
          sum += (input[start + tap] ?? 0) * (filter?.[tap] ?? 0);
        }
        made[index] = sum;
      }
      return made;
    });
    next += count;
    const used = Math.min(Math.floor((next * down) / up) - base, pending[0]?.length ?? 0);
    pending = pending.map((input) => input.slice(used));
    base += used;
    onSamples(output);
  };
  return {
    push,
    flush: () => push(pending.map(() => new Float32Array(half))),
  };
};

/** Bytes of the header before the audio. */
export const WAV_HEADER_BYTES = 44;

/** The header of a WAV file with PCM. */
export const wavHeader = (
  sampleRate: number,
  dataBytes: number,
  channels = 1,
  bits = 16,
): Uint8Array<ArrayBuffer> => {
  const frameBytes = (channels * bits) / 8;
  const view = new DataView(new ArrayBuffer(WAV_HEADER_BYTES));
  const text = (at: number, value: string): void =>
    [...value].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  text(0, 'RIFF');
  view.setUint32(4, dataBytes + WAV_HEADER_BYTES - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, bits, true);
  text(36, 'data');
  view.setUint32(40, dataBytes, true);
  return new Uint8Array(view.buffer);
};

/** Samples between -1 and 1 as 16-bit PCM. */
export const toInt16 = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))),
  );
