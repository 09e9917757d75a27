import { createMD5, SparkMD5 } from './md5-libraries.js';
import {
  decodeSparkState,
  encodeSparkState,
  wasmStateLength,
  type SparkState,
} from './md5-state.js';

/** Which implementation computes: hash-wasm where WebAssembly may run, else spark-md5. */
export type Md5Engine = 'hash-wasm' | 'spark-md5';

/** An MD5 in progress. */
export interface Md5 {
  readonly engine: Md5Engine;
  update(bytes: Uint8Array): void;
  /** 32 hexadecimal digits, lower case, of all bytes so far; more may follow. */
  digest(): string;
  /** What `load` goes on from; holds up to 64 bytes of what was hashed. */
  save(): Uint8Array;
  /** Throws where this is not a state of this engine after `hashedBytes`; hash nothing then before `reset`. */
  load(state: Uint8Array, hashedBytes: number): void;
  /** Begins anew. */
  reset(): void;
}

const wasmMd5 = async (): Promise<Md5> => {
  const hasher = await createMD5();
  hasher.init();
  return {
    engine: 'hash-wasm',
    update: (bytes) => void hasher.update(bytes),
    // A digest ends the hasher, which takes the state back; a second hasher would cost a 16 KiB heap more.
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
        throw new RangeError('the state of another length');
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
    // spark-md5 takes whole buffers: a view into a larger one is copied out.
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

/** Makes an MD5 of the given kind; without one, the fastest that this context allows. */
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
