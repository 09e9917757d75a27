/** Blobs that refer to one small part many times, so that a file of 8 GiB takes no memory. */
import { numbersFrom } from '../../sandbox/faults/chance.js';

/** This many bytes that repeat `unit`. It is stored once. */
export const repeated = (unit: Blob, bytes: number): Blob => {
  const whole = Math.floor(bytes / unit.size);
  return new Blob([...Array<Blob>(whole).fill(unit), unit.slice(0, bytes - whole * unit.size)]);
};

const MEBIBYTE = 1024 ** 2;

export const zeros = (bytes: number): Blob =>
  repeated(new Blob([new Uint8Array(Math.min(Math.max(bytes, 1), MEBIBYTE))]), bytes);

/** Random bytes, always the same; 0xff, which starts an MPEG frame, does not occur. */
export const noise = (bytes: number): Blob => {
  const next = numbersFrom(7);
  const length = Math.min(Math.max(bytes, 1), MEBIBYTE + 1);
  return repeated(new Blob([Uint8Array.from({ length }, () => Math.floor(next() * 255))]), bytes);
};

/** The bytes of a text of one byte per character. */
export const latin1 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

/** The blob with other bytes at this offset. */
export const replaced = (blob: Blob, offset: number, bytes: Uint8Array<ArrayBuffer>): Blob =>
  new Blob([blob.slice(0, offset), bytes, blob.slice(offset + bytes.length)]);
