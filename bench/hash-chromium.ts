import { withChromium, type OpenPage } from './browsers.js';
import type { HashPage } from './hash-page.js';

/** Hashes a file with the real worker; returns the duration in seconds. */
export type HashInChromium = (
  engine: 'hash-wasm' | 'spark-md5',
  partSize: number | null,
  expected: string,
) => Promise<number>;

const createHash = async (open: OpenPage, file: string): Promise<HashInChromium> => {
  const pages = { 'hash-wasm': await open('/', file), 'spark-md5': await open('/strict/', file) };
  return async (engine, partSize, expected) => {
    const result = await pages[engine].evaluate(
      (size) => (globalThis as unknown as { hashPage: HashPage }).hashPage.hashFile(size),
      partSize,
    );
    if (result.md5 !== expected || result.engine !== engine) {
      throw new Error(`${result.engine} hashed ${result.md5}; ${engine} was to hash ${expected}`);
    }
    return result.seconds;
  };
};

/** Runs work with a Chromium page in which a file of this machine is chosen. */
export const withHashInChromium = <T>(
  file: string,
  profile: string,
  work: (hash: HashInChromium) => Promise<T>,
): Promise<T> =>
  withChromium({ pageFile: 'hash-page.ts', profile }, async (open) =>
    work(await createHash(open, file)),
  );
