/** Makes a process deterministic: nothing in it depends on the threads of the machine. Import it first. */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

type Bytes = Uint8Array<ArrayBuffer>;

interface Key {
  readonly bytes: Bytes;
}

const bytesOf = (data: ArrayBuffer | Uint8Array): Bytes => new Uint8Array(data as ArrayBuffer);

const mac = ({ bytes }: Key, message: Bytes): Bytes =>
  new Uint8Array(createHmac('sha256', bytes).update(message).digest());

const equal = (one: Bytes, other: Bytes): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/**
 * The same results as those of Web Crypto, at once. Web Crypto computes them in threads, so the order in which two of
 * them come back is not the same in every run. Only what the handler uses.
 */
const subtle = {
  digest: (_algorithm: string, data: Bytes) =>
    Promise.resolve(bytesOf(createHash('sha256').update(data).digest()).buffer),
  importKey: (_format: string, secret: Bytes) => Promise.resolve({ bytes: bytesOf(secret) }),
  deriveKey: ({ salt, info }: { salt: Bytes; info: Bytes }, { bytes }: Key) =>
    Promise.resolve({ bytes: bytesOf(hkdfSync('sha256', bytes, salt, info, 32)) }),
  sign: (_algorithm: string, key: Key, message: Bytes) => Promise.resolve(mac(key, message).buffer),
  verify: (_algorithm: string, key: Key, signature: Bytes, message: Bytes) =>
    Promise.resolve(equal(mac(key, message), bytesOf(signature))),
};

for (const [name, value] of Object.entries(subtle)) {
  Object.defineProperty(crypto.subtle, name, { value });
}

/** The watcher spreads its queries with `Math.random`, which Node.js seeds by itself. */
export const seedMathRandom = (next: () => number): void => void (Math.random = next);
