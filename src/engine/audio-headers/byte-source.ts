/** Where the headers are read from: a file, without loading it. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** The bytes from `offset` on: `length` of them, fewer where the file ends before. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A source behind `bounded` reads no more than this, in bytes, whatever the file says of itself. */
export const MOST_BYTES = 256 * 1024;

/** Headers stand close together: one read of this many bytes serves several questions. */
const BLOCK_BYTES = 4096;

/** Also how many reads there can be at most. */
export const MOST_READS = MOST_BYTES / BLOCK_BYTES;

const NOTHING = new Uint8Array();

/**
 * The same bytes at a bounded cost: beyond the end, and once `MOST_BYTES` are spent, there is nothing
 * more to read, and that ends every walk through a file.
 */
export const bounded = (source: ByteSource): ByteSource => {
  let left = MOST_BYTES;
  let block: { start: number; bytes: Uint8Array } = { start: 0, bytes: NOTHING };
  return {
    size: source.size,
    async read(offset, length) {
      const end = Math.min(source.size, offset + length);
      if (!(offset >= 0 && offset < end)) return NOTHING;
      if (offset < block.start || end > block.start + block.bytes.length) {
        const cost = Math.max(length, BLOCK_BYTES);
        if (cost > left) return NOTHING;
        left -= cost;
        const wanted = Math.min(cost, source.size - offset);
        block = { start: offset, bytes: await source.read(offset, wanted) };
      }
      return block.bytes.subarray(offset - block.start, end - block.start);
    },
  };
};
