/** Wave files, built byte by byte. */

export type Coding = 'u8' | 's16' | 's24' | 's32' | 'f32' | 'f64' | 'alaw' | 'mulaw';

export const CODINGS: readonly Coding[] = [
  ...(['u8', 's16', 's24', 's32', 'f32', 'f64', 'alaw', 'mulaw'] as const),
];

const BYTES: Readonly<Record<Coding, number>> = {
  ...{ u8: 1, s16: 2, s24: 3, s32: 4, f32: 4, f64: 8 },
  ...{ alaw: 1, mulaw: 1 },
};

/** The segment of a logarithmic code: its exponent, the number of the highest bit above the lowest segment. */
const segmentOf = (level: number, lowest: number): number =>
  Math.max(0, Math.min(7, Math.floor(Math.log2(Math.max(1, level))) - lowest));

/** ITU-T G.711, with levels of 16 bits. */
const muLaw = (sample: number): number => {
  const level = Math.min(32_635, Math.round(32_768 * Math.abs(sample))) + 0x84;
  const segment = segmentOf(level, 7);
  const sign = sample < 0 ? 0x80 : 0;
  return ~(sign | (segment << 4) | ((level >> (segment + 3)) & 15)) & 255;
};

const aLaw = (sample: number): number => {
  const level = Math.min(32_767, Math.round(32_768 * Math.abs(sample)));
  const segment = segmentOf(level, 7);
  const mantissa = (level >> (segment < 2 ? 4 : segment + 3)) & 15;
  return ((sample < 0 ? 0 : 0x80) | (segment << 4) | mantissa) ^ 0x55;
};

const chunk = (name: string, content: Buffer, size = content.length): Buffer => {
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(size, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
};

const encode = (sample: number, coding: Coding): Buffer => {
  const bytes = Buffer.alloc(BYTES[coding]);
  if (coding === 'u8') bytes.writeUInt8(Math.round(128 + 127 * sample));
  if (coding === 's16') bytes.writeInt16LE(Math.round(32_767 * sample));
  if (coding === 's24') bytes.writeIntLE(Math.round(8_388_607 * sample), 0, 3);
  if (coding === 's32') bytes.writeInt32LE(Math.round(2_147_483_647 * sample));
  if (coding === 'f32') bytes.writeFloatLE(sample);
  if (coding === 'f64') bytes.writeDoubleLE(sample);
  if (coding === 'alaw') bytes.writeUInt8(aLaw(sample));
  if (coding === 'mulaw') bytes.writeUInt8(muLaw(sample));
  return bytes;
};

export interface WaveOptions {
  /** One number from -1 to 1 per sample; samples of all channels follow each other. */
  readonly samples: readonly number[];
  readonly coding?: Coding;
  readonly channels?: number;
  readonly sampleRate?: number;
  readonly extensible?: boolean;
  /** The size in the header of the data, if it is wrong. */
  readonly dataSize?: number;
  /** Chunks before the data. */
  readonly before?: readonly Buffer[];
  /** Bytes after the data. */
  readonly after?: Buffer;
  readonly riff?: 'RIFF' | 'RF64';
  /** The tag of the format, if it is not PCM or float. */
  readonly tag?: number;
}

export const noteChunk = chunk('LIST', Buffer.from('INFO: an odd number of bytes.'));

export const ds64Chunk = (dataSize: number): Buffer => {
  const content = Buffer.alloc(28);
  content.writeBigUInt64LE(BigInt(dataSize), 8);
  return chunk('ds64', content);
};

export const waveFile = (options: WaveOptions): Buffer<ArrayBuffer> => {
  const { samples, coding = 's16', channels = 1, sampleRate = 8_000, extensible = false } = options;
  const { before = [], after = Buffer.alloc(0), riff = 'RIFF' } = options;
  const frameBytes = channels * BYTES[coding];
  const tag =
    options.tag ??
    (coding === 'alaw' ? 6 : coding === 'mulaw' ? 7 : coding.startsWith('f') ? 3 : 1);
  const format = Buffer.alloc(extensible ? 40 : 16);
  format.writeUInt16LE(extensible ? 0xfffe : tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * frameBytes, 8);
  format.writeUInt16LE(frameBytes, 12);
  format.writeUInt16LE(8 * BYTES[coding], 14);
  if (extensible) format.writeUInt16LE(tag, 24);
  const data = Buffer.concat(samples.map((sample) => encode(sample, coding)));
  const content = Buffer.concat([
    Buffer.from('WAVE', 'latin1'),
    ...before,
    chunk('fmt ', format),
    chunk('data', data, options.dataSize ?? data.length),
    after,
  ]);
  return Buffer.from(chunk(riff, content));
};
