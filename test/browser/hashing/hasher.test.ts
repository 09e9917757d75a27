/** Every MD5 implementation on the same bytes: in a worker, on the page, with either engine. */
import { expect } from '@open-wc/testing';
import { createHasher } from '../../../src/browser/recording-ports.js';
import type { HashedPart, HashRequest } from '../../../src/engine.js';
import { hashBlob } from '../../../src/hashing/hash-blob.js';
import { createMd5 } from '../../../src/hashing/md5.js';

const { signal } = new AbortController();

// RFC 1321, A.5, and a size that is no multiple of the slice size.
const CASES: readonly (readonly [string, BlobPart, string])[] = [
  ['nothing', '', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a message digest', 'message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['three million and seven zeros', new Uint8Array(3_000_007), '32690d03d61e8d1aa813af1799bc723c'],
];

const MEBIBYTE = 1024 ** 2;
const PART = MEBIBYTE + 77;
const bytes = Uint8Array.from({ length: 5 * MEBIBYTE + 5 }, (_, at) => (at * 7 + (at >> 9)) & 255);
const recording = new Blob([bytes]);

const md5Of = async (of: Uint8Array): Promise<string> => {
  const md5 = await createMd5();
  md5.update(of);
  return md5.digest();
};

const hash = createHasher(() => null);

type Told = Omit<HashRequest, 'signal' | 'onPart'> & {
  readonly signal?: AbortSignal;
  readonly onPart?: (part: HashedPart) => void;
};

/** A hash with its reported parts and progress. */
const hashParts = async (
  blob: Blob,
  request: Told,
): Promise<{ md5: string; parts: readonly HashedPart[]; progress: readonly number[] }> => {
  const parts: HashedPart[] = [];
  const progress: number[] = [];
  const md5 = await hash(blob, {
    signal,
    ...request,
    onProgress: (hashedBytes) => progress.push(hashedBytes),
    onPart: (part) => {
      parts.push(part);
      request.onPart?.(part);
    },
  });
  return { md5, parts, progress };
};

/** The digest of a state. Two equivalent states may differ in bytes that no longer matter. */
const factsOf = ({ start, end, md5, point }: HashedPart): readonly unknown[] => [
  ...[start, end, md5],
  ...[point.bytes, point.md5, point.state.engine],
];

/** Runs work while `Worker` is another class. The tested modules look it up on each use. */
const withWorkers = async <T>(workers: typeof Worker, work: () => Promise<T>): Promise<T> => {
  const real = globalThis.Worker;
  globalThis.Worker = workers;
  try {
    return await work();
  } finally {
    globalThis.Worker = real;
  }
};

/** The real worker, which the test can observe and terminate. */
const watchedWorkers = () => {
  const started: Worker[] = [];
  const ended = new Set<Worker>();
  class WatchedWorker extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      started.push(this);
    }
    override terminate(): void {
      ended.add(this);
      super.terminate();
    }
  }
  return { WatchedWorker, started, ended };
};

class ForbiddenWorker extends EventTarget {
  constructor() {
    super();
    throw new DOMException('no workers here', 'SecurityError');
  }
}

const ways: readonly (readonly [string, typeof Worker])[] = [
  ['in a worker', Worker],
  ['on the page', ForbiddenWorker as unknown as typeof Worker],
];

describe('hashing', () => {
  for (const [what, content, md5] of CASES) {
    for (const engine of ['hash-wasm', 'spark-md5'] as const) {
      it(`${what}: ${engine}`, async () => {
        let breaths = 0;
        const result = await hashBlob(new Blob([content]), {
          engine,
          yieldToHost: () => Promise.resolve(void breaths++),
        });
        expect(result).to.deep.equal({ md5, engine });
        // Streams may split anywhere: at least one yield per slice.
        expect(breaths).to.be.at.least(Math.ceil(new Blob([content]).size / 524_288));
      });
    }
    it(`${what}: in a worker`, async () => {
      expect(await hash(new Blob([content]), { signal })).to.equal(md5);
    });
  }
});

for (const [where, workers] of ways) {
  describe(`hashing parts ${where}`, () => {
    const hashHere = (blob: Blob, request: Told) =>
      withWorkers(workers, () => hashParts(blob, request));

    it('reports each part, its prefix, and progress that never decreases', async () => {
      const { md5, parts, progress } = await hashHere(recording, {
        partSize: PART,
        wantsPartMd5: () => true,
      });
      expect(md5).to.equal(await md5Of(bytes));
      expect(parts.map(({ end }) => end)).to.deep.equal(
        [1, 2, 3, 4, 5].map((at) => Math.min(at * PART, bytes.length)),
      );
      for (const part of parts) {
        expect(part.md5).to.equal(await md5Of(bytes.subarray(part.start, part.end)));
        expect(part.point.md5).to.equal(await md5Of(bytes.subarray(0, part.end)));
        expect(part.point.bytes).to.equal(part.end);
      }
      expect(progress).to.not.be.empty;
      expect(progress).to.deep.equal([...progress].sort((one, other) => one - other));
    });

    it('continues from every checkpoint, and reports only what follows', async () => {
      const { md5, parts } = await hashHere(recording, { partSize: PART });
      expect(parts.map((part) => part.md5)).to.deep.equal(parts.map(() => null));
      for (const [at, { point }] of parts.entries()) {
        const rest = await hashHere(recording, { partSize: PART, from: point });
        expect(rest.md5).to.equal(md5);
        expect(rest.parts.map(factsOf)).to.deep.equal(parts.slice(at + 1).map(factsOf));
        expect(rest.progress.every((hashedBytes) => hashedBytes > point.bytes)).to.be.true;
      }
    });

    it('starts over if the checkpoint is damaged', async () => {
      const { md5, parts } = await hashHere(recording, { partSize: PART });
      const point = parts[1]?.point;
      if (!point) throw new Error('no second part');
      const { engine } = point.state;
      for (const from of [
        { ...point, state: { engine, bytes: new Uint8Array(point.state.bytes.length) } },
        { ...point, state: { engine, bytes: () => point.state.bytes } },
        { ...point, state: { engine: 'other', bytes: point.state.bytes } },
      ]) {
        const anew = await hashHere(recording, {
          partSize: PART,
          from: from as unknown as HashedPart['point'],
        });
        expect(anew.md5).to.equal(md5);
        expect(anew.parts.map(factsOf)).to.deep.equal(parts.map(factsOf));
      }
    });

    it('hashes single parts until they are no longer requested', async () => {
      const piece = new Uint8Array(8 * MEBIBYTE);
      const long = new Blob(Array.from({ length: 16 }, () => piece));
      let told = 0;
      const { md5, parts } = await hashHere(long, {
        partSize: MEBIBYTE,
        onPart: () => (told += 1),
        wantsPartMd5: () => told < 3,
      });
      const zeros = await md5Of(new Uint8Array(MEBIBYTE));
      expect(parts.length).to.equal(128);
      expect(parts.slice(0, 3).map((part) => part.md5)).to.deep.equal([zeros, zeros, zeros]);
      expect(parts.at(-1)?.md5).to.equal(null);
      // Once stopped, it stays so. A worker may have been some parts ahead.
      const off = parts.findIndex((part) => part.md5 === null);
      expect(parts.slice(off).every((part) => part.md5 === null)).to.be.true;
      expect(parts.at(-1)?.point.md5).to.equal(md5);
    });
  });
}

describe('hash in a worker', () => {
  it('stops at once when aborted, and terminates the worker', async () => {
    const { WatchedWorker, started, ended } = watchedWorkers();
    const whole = new Blob([new Uint8Array(50_000_000)]);
    await withWorkers(WatchedWorker, async () => {
      for (const abortAt of ['start', 'first part'] as const) {
        const controller = new AbortController();
        let told = 0;
        const hashing = hashParts(whole, {
          signal: controller.signal,
          partSize: MEBIBYTE,
          onPart: () => {
            told += 1;
            controller.abort(new Error('enough'));
          },
        });
        if (abortAt === 'start') controller.abort(new Error('enough'));
        const outcome = await hashing.catch((error: unknown) => (error as Error).message);
        expect(outcome).to.equal('enough');
        expect(told).to.equal(abortAt === 'start' ? 0 : 1);
      }
    });
    expect(started).to.have.lengthOf.at.least(2);
    expect([...ended]).to.deep.equal(started);
  });

  it('continues on the page from the last part if the worker dies', async () => {
    const { WatchedWorker, started, ended } = watchedWorkers();
    const starts: number[] = [];
    class WatchedBlob extends Blob {
      override slice(start?: number, end?: number, type?: string): Blob {
        starts.push(start ?? 0);
        return super.slice(start, end, type);
      }
    }
    const { md5, parts, progress } = await withWorkers(WatchedWorker, () =>
      hashParts(new WatchedBlob([bytes]), {
        partSize: PART,
        wantsPartMd5: () => true,
        onPart: ({ start }) => {
          // As if the worker's script throws.
          if (start === PART)
            started.at(-1)?.dispatchEvent(new ErrorEvent('error', { cancelable: true }));
        },
      }),
    );
    expect(md5).to.equal(await md5Of(bytes));
    expect(parts.map(({ start }) => start)).to.deep.equal([0, 1, 2, 3, 4].map((at) => at * PART));
    for (const part of parts) {
      expect(part.md5).to.equal(await md5Of(bytes.subarray(part.start, part.end)));
    }
    expect(progress).to.deep.equal([...new Set(progress)].sort((one, other) => one - other));
    expect(starts).to.deep.equal([2 * PART]);
    expect([...ended]).to.deep.equal(started);
  });
});

describe('hash on the page', () => {
  it('reports file-changed for a file that cannot be read to its end', async () => {
    const shorter = Object.defineProperty(new Blob([bytes]), 'size', { value: bytes.length + 1 });
    const outcome = await withWorkers(ForbiddenWorker as unknown as typeof Worker, () =>
      hashParts(shorter, {}).catch((error: unknown) => error),
    );
    expect(outcome).to.have.property('code', 'file-changed');
  });
});
