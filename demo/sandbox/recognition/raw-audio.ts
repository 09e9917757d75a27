/** The audio format between the steps of recognition: 16-bit mono samples at 16 kHz, without a header. */
import { open } from 'node:fs/promises';

/** Hertz. */
export const RAW_SAMPLE_RATE = 16_000;

const FULL_SCALE = 32_768;

/** Converts samples from −1 to 1 and clips louder ones. Little-endian, like every machine that runs Node. */
const toRaw = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) =>
    Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(sample * FULL_SCALE))),
  );

export const openRaw = async (path: string) => {
  const file = await open(path, 'w');
  return {
    write: async (samples: Float32Array): Promise<void> => {
      const { buffer, byteLength } = toRaw(samples);
      await file.write(new Uint8Array(buffer, 0, byteLength));
    },
    close: (): Promise<void> => file.close(),
  };
};

const SAMPLES_PER_MS = RAW_SAMPLE_RATE / 1000;

/** The samples of an interval, from −1 to 1. Shorter if the file ends before. */
export const readRawInterval = async (
  path: string,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): Promise<Float32Array<ArrayBuffer>> => {
  const from = Math.max(0, Math.round(startMs * SAMPLES_PER_MS));
  const samples = new Int16Array(Math.max(0, Math.round(endMs * SAMPLES_PER_MS) - from));
  const file = await open(path);
  try {
    const { bytesRead } = await file.read(
      new Uint8Array(samples.buffer),
      ...([0, samples.byteLength, from * 2] as const),
    );
    return Float32Array.from(samples.subarray(0, bytesRead >> 1), (value) => value / FULL_SCALE);
  } finally {
    await file.close();
  }
};
