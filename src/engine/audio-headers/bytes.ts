/** Reading numbers and names out of bytes. What is not there counts as zero, so that nothing throws. */

export const byte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;

export const ascii = (bytes: Uint8Array, start: number, text: string): boolean =>
  [...text].every((character, index) => bytes[start + index] === character.charCodeAt(0));

export const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((value, index) => bytes[index] === value);

/** Four characters, as box types, brands and chunk names are. */
export const fourCharacters = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4));

export const uint32 = (bytes: Uint8Array, at: number): number =>
  byte(bytes, at) * 0x1000000 +
  ((byte(bytes, at + 1) << 16) | (byte(bytes, at + 2) << 8) | byte(bytes, at + 3));

/** Exact up to 2^53, which no file reaches. */
export const uint64 = (bytes: Uint8Array, at: number): number =>
  uint32(bytes, at) * 0x100000000 + uint32(bytes, at + 4);

export const uint32LittleEndian = (bytes: Uint8Array, at: number): number =>
  byte(bytes, at + 3) * 0x1000000 +
  ((byte(bytes, at + 2) << 16) | (byte(bytes, at + 1) << 8) | byte(bytes, at));

export const uint64LittleEndian = (bytes: Uint8Array, at: number): number =>
  uint32LittleEndian(bytes, at + 4) * 0x100000000 + uint32LittleEndian(bytes, at);
