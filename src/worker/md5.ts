import { createMD5 } from 'hash-wasm';
import SparkMD5 from 'spark-md5';
import type { Md5Engine } from './messages.js';

/** An MD5 in progress. */
export interface Md5 {
  readonly engine: Md5Engine;
  update(bytes: Uint8Array): void;
  /** 32 hexadecimal digits, lower case; call once. */
  digest(): string;
}

const wasmMd5 = async (): Promise<Md5> => {
  const hasher = await createMD5();
  hasher.init();
  return {
    engine: 'hash-wasm',
    update: (bytes) => void hasher.update(bytes),
    digest: () => hasher.digest('hex'),
  };
};

const sparkMd5 = (): Md5 => {
  const hasher = new SparkMD5.ArrayBuffer();
  return {
    engine: 'spark-md5',
    // spark-md5 takes whole buffers: a view into a larger one is copied out.
    update: (bytes) => {
      const whole = bytes.byteLength === bytes.buffer.byteLength;
      hasher.append((whole ? bytes : bytes.slice()).buffer as ArrayBuffer);
    },
    digest: () => hasher.end(),
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
