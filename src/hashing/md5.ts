import { createMD5, SparkMD5 } from './md5-libraries.js';

/** The parts of the saved states of the two engines that this package uses. */

/** The state of spark-md5. Its own types wrongly call the binary string an array. */
interface SparkState {
  /** The last `length % 64` bytes, which do not fill a block yet, as a binary string. */
  readonly buff: string;
  readonly length: number;
  /** A, B, C and D of RFC 1321, as signed 32-bit numbers. */
  readonly hash: readonly number[];
}

const BLOCK_BYTES = 64;
/** Offset of the incomplete block, after A to D (4 × int32) and the length (float64), all little-endian. */
const TAIL_AT = 4 * 4 + 8;

/** A to D, the length, then the incomplete block: 24 to 87 bytes. */
export const encodeSparkState = ({ buff, length, hash }: SparkState): Uint8Array => {
  const bytes = new Uint8Array(TAIL_AT + buff.length);
  const view = new DataView(bytes.buffer);
  hash.forEach((word, at) => view.setInt32(4 * at, word, true));
  view.setFloat64(16, length, true);
  for (let at = 0; at < buff.length; at += 1) bytes[TAIL_AT + at] = buff.charCodeAt(at);
  return bytes;
};

/** Throws RangeError if this is not the state after `hashedBytes`. */
const decodeSparkState = (bytes: Uint8Array, hashedBytes: number): SparkState => {
  if (bytes.byteLength !== TAIL_AT + (hashedBytes % BLOCK_BYTES)) {
    throw new RangeError('not a state of spark-md5');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getFloat64(16, true);
  if (length !== hashedBytes) throw new RangeError('the state has another length');
  return {
    hash: [0, 4, 8, 12].map((at) => view.getInt32(at, true)),
    length,
    buff: String.fromCharCode(...bytes.subarray(TAIL_AT)),
  };
};

/**
 * The number of bytes that a saved hash-wasm MD5 has hashed. After four bytes that identify the build come the lower
 * 29 bits and the upper 32 bits, little-endian. The digest does not depend on three bits of the first word, so a correct
 * digest alone does not prove a valid state.
 */
const wasmStateLength = (bytes: Uint8Array): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(4, true) + view.getUint32(8, true) * 2 ** 29;
};

/** The implementation: hash-wasm if the page allows WebAssembly, else spark-md5. */
export type Md5Engine = 'hash-wasm' | 'spark-md5';

export interface Md5 {
  readonly engine: Md5Engine;
  update(bytes: Uint8Array): void;
  /** The MD5 of all bytes so far, as 32 lower-case hexadecimal digits. More bytes may follow. */
  digest(): string;
  /** The state for `load`. It contains up to 64 bytes of the hashed data. */
  save(): Uint8Array;
  /** Throws if this is not a state of this engine after `hashedBytes`. Then call `reset` before hashing. */
  load(state: Uint8Array, hashedBytes: number): void;
  reset(): void;
}

const wasmMd5 = async (): Promise<Md5> => {
  const hasher = await createMD5();
  hasher.init();
  return {
    engine: 'hash-wasm',
    update: (bytes) => void hasher.update(bytes),
    // A digest ends the hasher, so restore its state. A second hasher would need another 16 KiB heap.
    digest: () => {
      const state = hasher.save();
      const md5 = hasher.digest('hex');
      hasher.load(state);
      return md5;
    },
    save: () => hasher.save(),
    load: (state, hashedBytes) => {
      hasher.load(state);
      if (wasmStateLength(state) !== hashedBytes)
        throw new RangeError('the state has another length');
    },
    reset: () => void hasher.init(),
  };
};

const sparkMd5 = (): Md5 => {
  const hasher = new SparkMD5.ArrayBuffer();
  const getState = (): SparkState => hasher.getState() as unknown as SparkState;
  const setState = (state: SparkState): void =>
    void hasher.setState(state as unknown as SparkMD5.State);
  return {
    engine: 'spark-md5',
    // spark-md5 accepts only whole buffers, so copy a view of a larger one.
    update: (bytes) => {
      const whole = bytes.byteLength === bytes.buffer.byteLength;
      hasher.append((whole ? bytes : bytes.slice()).buffer as ArrayBuffer);
    },
    digest: () => {
      const state = getState();
      const md5 = hasher.end();
      setState(state);
      return md5;
    },
    save: () => encodeSparkState(getState()),
    load: (state, hashedBytes) => setState(decodeSparkState(state, hashedBytes)),
    reset: () => void hasher.reset(),
  };
};

/** Creates an MD5 of this engine. Default: the fastest engine that the page allows. */
export const createMd5 = async (engine?: Md5Engine): Promise<Md5> => {
  if (engine === 'spark-md5') return sparkMd5();
  try {
    return await wasmMd5();
  } catch (error) {
    // A page's CSP without 'wasm-unsafe-eval' forbids WebAssembly.
    if (engine === 'hash-wasm') throw error;
    return sparkMd5();
  }
};
