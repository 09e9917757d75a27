/** Generated recordings: valid, of any size, and always the same. */
import { WAV_HEADER_BYTES, wavHeader } from '../../src/convert/pcm.js';
import { seededRandom } from './seeded-random.js';

/** A WAV file (16 kHz, mono, 16 bits) of exactly this many bytes, an even number, filled with noise. */
export const recordingBytes = (size: number, seed = 1): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(wavHeader(16_000, size - WAV_HEADER_BYTES));
  const random = seededRandom(seed);
  for (let at = WAV_HEADER_BYTES; at + 1 < size; at += 2)
    view.setInt16(at, random.between(-10_000, 9_999), true);
  return bytes;
};

/** Where `wavHeader` has the bytes per second. */
const BYTE_RATE_AT = 28;

/**
 * The smallest recording: a WAV file of this many bytes, at least 45. Its header leaves out the bytes per second, so its
 * length is not known. The sound begins with `mark`, and is silence otherwise.
 */
export const unmeasuredWave = (size: number, mark = ''): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size);
  bytes.set(wavHeader(16_000, size - WAV_HEADER_BYTES));
  bytes.fill(0, BYTE_RATE_AT, BYTE_RATE_AT + 4);
  bytes.set(new TextEncoder().encode(mark), WAV_HEADER_BYTES);
  return bytes;
};

export const recordingFile = (bytes: Uint8Array<ArrayBuffer>, name = 'recording.wav'): File =>
  new File([bytes], name, { type: 'audio/wav', lastModified: Date.UTC(2026, 0, 1) });
