/** Generated recordings: valid, of any size, and always the same. */

import { seededRandom } from './seeded-random.js';

const RATE = 16_000;
const HEADER_BYTES = 44;

/** A WAV file (16 kHz, mono, 16 bits) of exactly this many bytes, an even number, filled with noise. */
export const recordingBytes = (size: number, seed = 1): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string): void => {
    for (const [index, letter] of [...value].entries()) bytes[at + index] = letter.charCodeAt(0);
  };
  text(0, 'RIFF');
  view.setUint32(4, size - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, size - HEADER_BYTES, true);
  const random = seededRandom(seed);
  for (let at = HEADER_BYTES; at + 1 < size; at += 2)
    view.setInt16(at, random.between(-10_000, 9_999), true);
  return bytes;
};

export const recordingFile = (bytes: Uint8Array<ArrayBuffer>, name = 'recording.wav'): File =>
  new File([bytes], name, { type: 'audio/wav', lastModified: Date.UTC(2026, 0, 1) });
