/** Reads numbers and names from bytes. Missing bytes count as zero, so these functions never throw. */

export const byte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;

/** Each character of the text is the byte with its number, so it may hold any byte, such as `\xff`. */
export const ascii = (bytes: Uint8Array, start: number, text: string): boolean =>
  [...text].every((character, index) => bytes[start + index] === character.charCodeAt(0));

/** Four characters: the type of a box, a brand, or the name of a chunk. */
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

/** A file whose headers can be read without loading the whole file. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** Returns `length` bytes from `offset`, or fewer at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A source created by `bounded` reads at most this many bytes. */
const MOST_BYTES = 256 * 1024;

/** Headers are close together, so one read of this many bytes serves several requests. */
const BLOCK_BYTES = 4096;

const NOTHING = new Uint8Array();

/** A file as the parsers read it. */
export const sourceOf = (file: Pick<Blob, 'size' | 'slice'>): ByteSource => ({
  size: file.size,
  read: async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
});

/** Reads a source in blocks. `mayRead` is asked before each read; if it returns false, no bytes are returned. */
export const inBlocks = (
  source: ByteSource,
  mayRead: (bytes: number) => boolean,
  blockBytes = BLOCK_BYTES,
): ByteSource => {
  let block: { start: number; bytes: Uint8Array } = { start: 0, bytes: NOTHING };
  return {
    size: source.size,
    async read(offset, length) {
      const end = Math.min(source.size, offset + length);
      if (!(offset >= 0 && offset < end)) return NOTHING;
      if (offset < block.start || end > block.start + block.bytes.length) {
        const cost = Math.max(length, blockBytes);
        if (!mayRead(cost)) return NOTHING;
        const wanted = Math.min(cost, source.size - offset);
        block = { start: offset, bytes: await source.read(offset, wanted) };
      }
      return block.bytes.subarray(offset - block.start, end - block.start);
    },
  };
};

/** Limits a source: after `MOST_BYTES` it returns no more bytes, so every loop over a file ends. */
export const bounded = (source: ByteSource): ByteSource => {
  let left = MOST_BYTES;
  return inBlocks(source, (bytes) => {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
};
