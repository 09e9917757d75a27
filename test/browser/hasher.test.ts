/** Each way to an MD5, on the same bytes: in a worker, on the page, with either engine. */
import { expect } from '@open-wc/testing';
import { createHasher } from '../../src/browser/hasher.js';
import { startWorker } from '../../src/browser/worker-ladder.js';
import { hashBlob } from '../../src/worker/hash-blob.js';

const { signal } = new AbortController();

// RFC 1321, A.5, and a size that no slice boundary fits.
const CASES: readonly (readonly [string, BlobPart, string])[] = [
  ['nothing', '', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a message digest', 'message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['three million and seven zeros', new Uint8Array(3_000_007), '32690d03d61e8d1aa813af1799bc723c'],
];

describe('hashing', () => {
  for (const [what, content, md5] of CASES) {
    for (const engine of ['hash-wasm', 'spark-md5'] as const) {
      it(`${what}: ${engine}`, async () => {
        let breaths = 0;
        const result = await hashBlob(new Blob([content]), {
          engine,
          breathe: () => Promise.resolve(void breaths++),
        });
        expect(result).to.deep.equal({ md5, engine });
        // Streams cut where they like: at least one breath for each slice.
        expect(breaths).to.be.at.least(Math.ceil(new Blob([content]).size / 524_288));
      });
    }
    it(`${what}: in a worker`, async () => {
      expect(await createHasher(() => null)(new Blob([content]), { signal })).to.equal(md5);
    });
  }

  it('finds a worker beside the script, and takes the next step where one does not load', async () => {
    for (const url of [null, '/there/is/no/worker.js']) {
      const worker = await startWorker(url);
      expect(worker).to.be.instanceOf(Worker);
      worker?.terminate();
    }
  });

  it('ends at once when it is no longer wanted', async () => {
    const controller = new AbortController();
    const hashing = createHasher(() => null)(new Blob([new Uint8Array(50_000_000)]), {
      signal: controller.signal,
    });
    controller.abort(new Error('enough'));
    const outcome = await hashing.catch((error: unknown) => (error as Error).message);
    expect(outcome).to.equal('enough');
  });
});
