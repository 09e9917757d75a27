/** Generated recordings: valid, of any size, and always the same. */
import { WAV_HEADER_BYTES, wavHeader } from '../../src/intake/convert/pcm.js';
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

export const recordingFile = (bytes: Uint8Array<ArrayBuffer>, name = 'recording.wav'): File =>
  new File([bytes], name, { type: 'audio/wav', lastModified: Date.UTC(2026, 0, 1) });
