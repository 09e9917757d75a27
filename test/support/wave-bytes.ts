/** WAV files of any coding, built byte by byte. */

export interface WaveShape {
  /** Default: 1, PCM. */
  readonly coding?: number;
  /** Default: 1. */
  readonly channels?: number;
  /** Default: 8,000. */
  readonly sampleRate?: number;
  /** Default: 16. */
  readonly bits?: number;
  /** Default: as they follow from the bits. */
  readonly frameBytes?: number;
  readonly bytesPerSecond?: number;
  /** Default: `RIFF`. */
  readonly name?: string;
  /** Default: as many as there are. */
  readonly dataBytes?: number;
}

/** The first 44 bytes of a WAV file. */
export const waveHead = (shape: WaveShape, length: number): Uint8Array<ArrayBuffer> => {
  const { coding = 1, channels = 1, sampleRate = 8_000, bits = 16, name = 'RIFF' } = shape;
  const { frameBytes = (channels * bits) / 8 } = shape;
  const { bytesPerSecond = (sampleRate * channels * bits) / 8, dataBytes = length } = shape;
  const head = new DataView(new ArrayBuffer(44));
  for (const [at, text] of [
    [0, name],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ] as const)
    [...text].forEach((letter, index) => head.setUint8(at + index, letter.charCodeAt(0)));
  head.setUint32(4, 36 + length, true);
  head.setUint32(16, 16, true);
  head.setUint16(20, coding, true);
  head.setUint16(22, channels, true);
  head.setUint32(24, sampleRate, true);
  head.setUint32(28, bytesPerSecond, true);
  head.setUint16(32, frameBytes, true);
  head.setUint16(34, bits, true);
  head.setUint32(40, dataBytes, true);
  return new Uint8Array(head.buffer);
};

/** An ID3 tag with 300 bytes of content. */
export const id3Tag = (): Uint8Array<ArrayBuffer> => {
  const tag = new Uint8Array(310);
  tag.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 44]);
  return tag;
};

/** Frames of silence: MPEG 1 layer III, 128 kbit/s, stereo. Each has 1,152 samples. */
export const silentFrames = (
  count: number,
  sampleRate: 44_100 | 32_000 = 44_100,
): Uint8Array<ArrayBuffer> => {
  const [size, third] = sampleRate === 44_100 ? [417, 0x90] : [576, 0x98];
  const frames = new Uint8Array(count * size);
  for (let at = 0; at < count; at += 1) frames.set([0xff, 0xfb, third, 0], at * size);
  return frames;
};
