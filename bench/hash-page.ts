import { createHasher } from '../src/browser/recording-ports.js';

/** The function that the benchmark calls in the page. */
export interface HashPage {
  /** Hashes the chosen file as the element does, with separate hashes for parts of `partSize` bytes. */
  hashFile(partSize: number | null): Promise<{ md5: string; seconds: number; engine: string }>;
}

const hash = createHasher(() => '/worker.js');

const page: HashPage = {
  hashFile: async (partSize) => {
    const file = document.querySelector('input')?.files?.[0];
    if (file === undefined) throw new Error('no file was chosen');
    const started = performance.now();
    let engine = '';
    const md5 = await hash(file, {
      signal: new AbortController().signal,
      ...(partSize === null ? {} : { partSize, wantsPartMd5: () => true }),
      onPart: ({ point }) => (engine = point.state.engine),
    });
    return { md5, seconds: (performance.now() - started) / 1000, engine };
  },
};

Object.assign(globalThis, { hashPage: page });
