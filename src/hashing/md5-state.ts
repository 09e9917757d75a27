/** What the two engines' saved states look like, as far as this package must know. */

/** What spark-md5 keeps between two appends; its own types call the binary string an array. */
export interface SparkState {
  /** The last `length % 64` bytes, which no block of 64 has taken yet, as a binary string. */
  readonly buff: string;
  /** Bytes appended. */
  readonly length: number;
  /** A, B, C and D of RFC 1321, as signed 32-bit numbers. */
  readonly hash: readonly number[];
}

const BLOCK_BYTES = 64;
/** Where the bytes of no block begin: behind A to D (4 × int32) and the length (float64), all little-endian. */
const TAIL_AT = 4 * 4 + 8;

/** A to D, the length, then the bytes of no block: 24 to 87 bytes. */
export const encodeSparkState = ({ buff, length, hash }: SparkState): Uint8Array => {
  const bytes = new Uint8Array(TAIL_AT + buff.length);
  const view = new DataView(bytes.buffer);
  hash.forEach((word, at) => view.setInt32(4 * at, word, true));
  view.setFloat64(16, length, true);
  for (let at = 0; at < buff.length; at += 1) bytes[TAIL_AT + at] = buff.charCodeAt(at);
  return bytes;
};

/** Throws RangeError where the bytes are not the state after `hashedBytes`. */
export const decodeSparkState = (bytes: Uint8Array, hashedBytes: number): SparkState => {
  if (bytes.byteLength !== TAIL_AT + (hashedBytes % BLOCK_BYTES)) {
    throw new RangeError('not a state of spark-md5');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getFloat64(16, true);
  if (length !== hashedBytes) throw new RangeError('the state of another length');
  return {
    hash: [0, 4, 8, 12].map((at) => view.getInt32(at, true)),
    length,
    buff: String.fromCharCode(...bytes.subarray(TAIL_AT)),
  };
};

/**
 * Bytes that a saved hash-wasm MD5 has taken: behind four bytes that name the build come the lower 29 bits
 * and the upper 32, little-endian. Its digest leaves out three bits of the first word, so that a digest alone
 * does not prove a state sound.
 */
export const wasmStateLength = (bytes: Uint8Array): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(4, true) + view.getUint32(8, true) * 2 ** 29;
};
