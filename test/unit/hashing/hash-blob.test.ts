import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { hashBlob } from '../../../src/hashing/hash-blob.js';
import type { HashCheckpoint } from '../../../src/engine.js';
import { isWebKit, readBlob, UnreadableError } from '../../../src/hashing/read-blob.js';
import { bytesOf, ENGINES, factsOf, hashParts, nodeMd5, WatchedBlob } from './support.js';
import { seededRuns } from '../../support/seeded-runs.js';

const SIZE = 300_001;
const PART = 100_000;
const bytes = bytesOf(SIZE);
const wantsPartMd5 = (): boolean => true;

const blobThatStreams = (stream: () => ReadableStream<Uint8Array<ArrayBuffer>>): Blob =>
  Object.assign(new Blob([bytes]), { stream });

/** A file whose stream fails, ends or gives nothing more after this many bytes. Its slices can be read. */
const stopsAfter = (
  readable: number,
  how: 'fails' | 'ends' | 'is silent' = 'fails',
): WatchedBlob => {
  let isRead = readable === 0;
  const pull = (controller: ReadableStreamDefaultController): Promise<void> | undefined => {
    if (!isRead) controller.enqueue(bytes.slice(0, readable));
    else if (how === 'ends') controller.close();
    else if (how === 'fails') controller.error(new DOMException('moved', 'NotReadableError'));
    else return new Promise(() => undefined);
    isRead = true;
    return undefined;
  };
  const stream = (): ReadableStream => new ReadableStream({ pull }, { highWaterMark: 0 });
  return Object.assign(new WatchedBlob([bytes]), { stream });
};

for (const engine of ENGINES) {
  describe(`hashing a blob with ${engine}`, () => {
    const pointAt = async (end: number): Promise<HashCheckpoint> => {
      const { parts } = await hashParts(new Blob([bytes]), { engine, partSize: PART });
      const point = parts.find((part) => part.end === end)?.point;
      assert.ok(point);
      return point;
    };

    it('matches node:crypto for the whole, each prefix, each part, and each continuation from a checkpoint', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(fc.nat(700), fc.integer({ min: 65_000, max: 300_000 })),
          fc.nat(),
          fc.integer({ min: 1, max: 12 }),
          async (size, seed, count) => {
            const content = bytesOf(size, seed);
            const blob = new Blob([content]);
            const partSize = Math.max(1, Math.ceil(size / count) - (seed % 3));
            const { md5, parts } = await hashParts(blob, { engine, partSize, wantsPartMd5 });
            assert.equal(md5, nodeMd5(content));
            const starts = Array.from(
              { length: Math.max(1, Math.ceil(size / partSize)) },
              (_, at) => at * partSize,
            );
            assert.deepEqual(
              parts.map(factsOf),
              starts.map((start) => {
                const end = Math.min(start + partSize, size);
                const [part, prefix] = [content.subarray(start, end), content.subarray(0, end)];
                return [start, end, nodeMd5(part), end, nodeMd5(prefix)];
              }),
            );
            for (const [at, { point }] of parts.entries()) {
              const rest = await hashParts(blob, { engine, partSize, from: point, wantsPartMd5 });
              assert.equal(rest.md5, md5);
              assert.deepEqual(
                rest.parts.map(factsOf),
                (size === 0 ? parts : parts.slice(at + 1)).map(factsOf),
              );
            }
          },
        ),
        { numRuns: seededRuns(30, 200) },
      );
    });

    it('reports the whole as one part if no part size is given', async () => {
      const { md5, parts } = await hashParts(new Blob([bytes]), { engine });
      assert.deepEqual(
        parts.map(({ start, end, md5: own, point }) => [start, end, own, point.md5]),
        [[0, SIZE, null, md5]],
      );
    });

    it('hashes single parts only while they are requested', async () => {
      const of = async (wanted?: () => boolean): Promise<readonly boolean[]> => {
        const options = wanted ? { wantsPartMd5: wanted } : {};
        const { md5, parts } = await hashParts(new Blob([bytes]), {
          engine,
          partSize: PART,
          ...options,
        });
        assert.equal(md5, nodeMd5(bytes));
        return parts.map((part) => part.md5 !== null);
      };
      assert.deepEqual(await of(), [false, false, false, false]);
      assert.deepEqual(await of(() => false), [false, false, false, false]);
      let asked = 0;
      // At the start, after part 1, and after part 2: no. Requesting them again changes nothing.
      assert.deepEqual(await of(() => ++asked !== 3), [true, true, false, false]);
    });

    it('reads nothing before the checkpoint it continues from, and nothing at the end', async () => {
      const blob = new WatchedBlob([bytes]);
      const from = await pointAt(2 * PART);
      const progress: number[] = [];
      const { md5 } = await hashBlob(blob, {
        engine,
        partSize: PART,
        from,
        onProgress: (hashedBytes) => progress.push(hashedBytes),
      });
      assert.equal(md5, nodeMd5(bytes));
      assert.deepEqual(blob.slices, [2 * PART]);
      assert.ok(progress.every((hashedBytes) => hashedBytes > 2 * PART));
      assert.equal(progress.at(-1), SIZE);

      const unread = blobThatStreams(() => assert.fail('read'));
      const end = await pointAt(SIZE);
      const { parts, ...whole } = await hashParts(unread, { engine, partSize: PART, from: end });
      assert.deepEqual([whole.md5, parts], [nodeMd5(bytes), []]);
    });

    it('starts over if a checkpoint is of another engine, another file, or invalid', async () => {
      const from = await pointAt(PART);
      const { state } = from;
      const other = ENGINES.find((name) => name !== engine) ?? engine;
      const elsewhere: readonly unknown[] = [
        { ...from, state: { ...state, engine: other } },
        { ...from, state: { ...state, engine: 'md5' } },
        { ...from, state: { ...state, bytes: [...state.bytes] } },
        { ...from, state: { ...state, bytes: state.bytes.subarray(1) } },
        { ...from, state: { ...state, bytes: new Uint8Array(state.bytes.length) } },
        { ...from, state: { ...state, bytes: new Uint8Array() } },
        { ...from, state: null },
        { ...from, md5: nodeMd5(bytes) },
        { ...from, md5: from.md5.toUpperCase() },
        { ...from, bytes: 2 * PART },
        { ...from, bytes: -PART },
        { ...from, bytes: PART + 0.5 },
        { ...from, bytes: String(PART) },
        await pointAt(SIZE).then((end) => ({ ...end, bytes: SIZE + 1 })),
        null,
        'from',
      ];
      for (const point of elsewhere) {
        const blob = new WatchedBlob([bytes]);
        const options = { engine, partSize: PART, from: point as HashCheckpoint };
        const { md5, parts } = await hashParts(blob, options);
        assert.deepEqual([md5, parts[0]?.start, blob.slices], [nodeMd5(bytes), 0, []]);
      }
    });

    it('starts over if the part size differs or the file is shorter', async () => {
      const from = await pointAt(PART);
      for (const [content, options] of [
        [bytes, { partSize: PART - 1 }],
        [bytes, {}],
        [bytes.subarray(0, PART - 1), { partSize: PART }],
      ] as const) {
        const { md5, parts } = await hashParts(new Blob([content]), { engine, ...options, from });
        assert.deepEqual([md5, parts[0]?.start], [nodeMd5(content), 0]);
      }
    });

    it('returns the right hash or starts over, whichever bit of a state is wrong', async () => {
      const content = bytesOf(330);
      const { parts } = await hashParts(new Blob([content]), { engine, partSize: 100 });
      const from = parts[0]?.point;
      assert.ok(from);
      for (let bit = 0; bit < from.state.bytes.length * 8; bit += 1) {
        const damaged = from.state.bytes.slice();
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const point = { ...from, state: { engine, bytes: damaged } };
        const { md5 } = await hashBlob(new Blob([content]), { engine, partSize: 100, from: point });
        assert.equal(md5, nodeMd5(content), `bit ${bit}`);
      }
    });

    it('accepts a stream that cannot read into a given buffer', async () => {
      const blob = blobThatStreams(
        () =>
          new ReadableStream({
            start: (controller) => {
              for (let at = 0; at < SIZE; at += 70_000) {
                controller.enqueue(bytes.slice(at, at + 70_000));
              }
              controller.close();
            },
          }),
      );
      const { md5, parts } = await hashParts(blob, { engine, partSize: PART, wantsPartMd5 });
      assert.equal(md5, nodeMd5(bytes));
      assert.equal(parts[3]?.md5, nodeMd5(bytes.subarray(3 * PART)));
    });

    for (const how of ['fails', 'ends'] as const) {
      for (const readable of [0, PART, SIZE - 1]) {
        it(`continues in slices if the stream ${how} after ${readable} bytes`, async () => {
          const blob = stopsAfter(readable, how);
          const { md5, parts } = await hashParts(blob, { engine, partSize: PART, wantsPartMd5 });
          assert.equal(md5, nodeMd5(bytes));
          assert.deepEqual(
            parts.map(({ end }) => end),
            [PART, 2 * PART, 3 * PART, SIZE],
          );
          assert.deepEqual(blob.slices, [readable]);
        });
      }
    }

    it('continues in slices if the stream gives nothing for 15 s', async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const blob = stopsAfter(PART, 'is silent');
      const hashing = hashParts(blob, { engine, partSize: PART, wantsPartMd5 });
      const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
      for (let round = 0; round < 20; round += 1) await settle();
      t.mock.timers.tick(14_999);
      await settle();
      assert.deepEqual(blob.slices, []);
      t.mock.timers.tick(1);
      const { md5, parts } = await hashing;
      assert.equal(md5, nodeMd5(bytes));
      assert.deepEqual(blob.slices, [PART]);
      assert.equal(parts.length, 4);
    });

    it('yields between slices, with and without parts', async () => {
      const content = bytesOf(2_000_000);
      for (const options of [{}, { partSize: 300_000, wantsPartMd5 }]) {
        let yields = 0;
        const { md5 } = await hashBlob(new Blob([content]), {
          engine,
          ...options,
          yieldToHost: async () => void yields++,
        });
        assert.equal(md5, nodeMd5(content));
        assert.ok(yields >= 4, `${yields} yields`);
      }
    });
  });
}

describe('hashing a file that cannot be read to its end', () => {
  /** The file has `length` bytes, and not as many as it had when it was chosen. */
  const changedTo = (length: number): Blob =>
    Object.assign(new Blob([bytes]), {
      stream: () => new Blob([bytesOf(length)]).stream(),
      slice: (start: number, end: number) => new Blob([bytesOf(length)]).slice(start, end),
    });

  for (const [what, length] of [
    ['ends early', SIZE - 1],
    ['goes on', SIZE + 1],
  ] as const) {
    it(`rejects as unreadable if the file ${what}`, async () => {
      await assert.rejects(hashBlob(changedTo(length)), UnreadableError);
    });
  }

  it('rejects as unreadable if neither the stream nor slices can be read, with the reason', async () => {
    const slice = (): Blob =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('moved')) });
    const blob = Object.assign(stopsAfter(PART), { slice });
    await assert.rejects(hashBlob(blob), { name: 'UnreadableError', message: 'moved' });
  });

  it('reads a slice once more that could not be read, as WebKit does not while the page is reloaded', async () => {
    let failures = 0;
    const slice = (start: number, end: number): Blob => {
      const part = new Blob([bytes]).slice(start, end);
      if (failures++ > 0) return part;
      return Object.assign(part, { arrayBuffer: () => Promise.reject(new Error('stopped')) });
    };
    const { md5 } = await hashBlob(Object.assign(stopsAfter(PART), { slice }));
    assert.equal(md5, nodeMd5(bytes));
  });

  it("rejects with the signal's reason, also within parts", async () => {
    const controller = new AbortController();
    let told = 0;
    await assert.rejects(
      hashBlob(new Blob([bytes]), {
        partSize: PART,
        signal: controller.signal,
        onPart: () => {
          told += 1;
          controller.abort(new Error('enough'));
        },
      }),
      { message: 'enough' },
    );
    assert.equal(told, 1);
  });

  it('rejects an invalid part size', async () => {
    for (const partSize of [0, -1, 1.5, NaN, Infinity]) {
      await assert.rejects(hashBlob(new Blob([bytes]), { partSize }), RangeError);
    }
  });
});

describe('reading a blob in slices', () => {
  it('reads all bytes in slices of 4 MiB, and no stream', async () => {
    const content = bytesOf(9 * 1024 * 1024 + 1);
    const blob = Object.assign(new WatchedBlob([content]), { stream: () => assert.fail('stream') });
    const pieces: Uint8Array[] = [];
    for await (const piece of readBlob(blob, { slices: true })) pieces.push(piece);
    assert.equal(nodeMd5(Buffer.concat(pieces)), nodeMd5(content));
    assert.deepEqual(blob.slices, [0, 4 * 1024 * 1024, 8 * 1024 * 1024]);
  });

  it('is for every browser on WebKit', () => {
    const apple = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';
    const others = [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      '',
    ];
    for (const end of [
      'Version/18.5 Mobile/15E148 Safari/604.1',
      'CriOS/137.0 Mobile/15E148',
      '',
    ]) {
      assert.ok(isWebKit(`${apple} (KHTML, like Gecko) ${end}`), end);
    }
    for (const userAgent of others) assert.ok(!isWebKit(userAgent), userAgent);
  });
});
