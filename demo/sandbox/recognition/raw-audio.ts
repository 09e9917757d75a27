/** The audio format between the steps of recognition: 16-bit mono samples at 16 kHz, without a header. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** Hertz. */
export const RAW_SAMPLE_RATE = 16_000;

const FULL_SCALE = 32_768;

/** Converts samples from −1 to 1 and clips louder ones. Little-endian, like every machine that runs Node. */
export const toRaw = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) =>
    Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(sample * FULL_SCALE))),
  );

export interface RawWriter {
  readonly write: (samples: Float32Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const openRaw = async (path: string): Promise<RawWriter> => {
  const file = await open(path, 'w');
  return {
    write: async (samples) => {
      const { buffer, byteLength } = toRaw(samples);
      await file.write(new Uint8Array(buffer, 0, byteLength));
    },
    close: () => file.close(),
  };
};

/** The samples as 16-bit integers, piece by piece. */
export async function* readRaw(path: string, signal: AbortSignal): AsyncGenerator<Float32Array> {
  for await (const bytes of createReadStream(path, { highWaterMark: 64 * 1024, signal })) {
    const copy = new Uint8Array(bytes as Buffer);
    yield Float32Array.from(new Int16Array(copy.buffer, 0, copy.length >> 1));
  }
}
