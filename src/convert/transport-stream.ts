/** Sound in MPEG transport streams (ISO/IEC 13818-1, 2.4.4.9) that is not read: its program lists it all the same. */
import { byte } from '../engine/audio-headers/bytes.js';

/** By the number of its type. */
const SOUND: Readonly<Record<number, string>> = {
  0x11: 'AAC LATM',
  0x1c: 'AAC',
  0x2d: 'MPEG-H',
  0x80: 'PCM',
  0x83: 'TrueHD',
};

const PROGRAM = 2;
const START_BYTES = 512 * 1024;

const uint12 = (bytes: Uint8Array, at: number): number =>
  ((byte(bytes, at) & 15) << 8) | byte(bytes, at + 1);

/** The sound in the list of a program that begins at `at`. */
const soundOf = (bytes: Uint8Array, at: number): string | null => {
  const end = at + 3 + uint12(bytes, at + 1) - 4;
  let entry = at + 12 + uint12(bytes, at + 10);
  while (entry < Math.min(end, bytes.length)) {
    const sound = SOUND[byte(bytes, entry)];
    if (sound !== undefined) return sound;
    entry += 5 + uint12(bytes, entry + 3);
  }
  return null;
};

/** Where the list of a program begins in a packet. Null if the packet has none. */
const programIn = (bytes: Uint8Array, packet: number): number | null => {
  const isStart = byte(bytes, packet) === 0x47 && (byte(bytes, packet + 1) & 0x40) !== 0;
  if (!isStart) return null;
  const hasAdaptation = (byte(bytes, packet + 3) & 0x20) !== 0;
  const payload = packet + 4 + (hasAdaptation ? 1 + byte(bytes, packet + 4) : 0);
  const section = payload + 1 + byte(bytes, payload);
  return section < packet + 188 && byte(bytes, section) === PROGRAM ? section : null;
};

/** The name of sound that is not read. Null if the file lists none. */
export const unreadSound = async (file: Blob): Promise<string | null> => {
  const bytes = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
  // Packets of cameras have four bytes more in front.
  const head = byte(bytes, 0) === 0x47 ? 0 : 4;
  for (let packet = head; packet < bytes.length; packet += 188 + head) {
    const program = programIn(bytes, packet);
    const sound = program === null ? null : soundOf(bytes, program);
    if (sound !== null) return sound;
  }
  return null;
};
