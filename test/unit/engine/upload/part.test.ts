import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../../support/fast-check.js';
import { cutParts } from '../../../../src/engine/upload/part.js';
import { TranscribeError } from '../../../../src/protocol/errors.js';
import type { UploadPlan } from '../../../../src/protocol/types.js';

const plan = (chunkSize: number, numbers: readonly number[]): UploadPlan => ({
  FileId: 'f',
  UploadId: 'u',
  ChunkSize: chunkSize,
  Parts: numbers.map((PartNumber) => ({
    PartNumber,
    PresignedUrl: `https://storage.test/${PartNumber}`,
  })),
});

const isPlanInvalid = (error: unknown): boolean =>
  error instanceof TranscribeError && error.code === 'plan-invalid';

describe('splitting a file according to the plan (4.4, 4.5)', () => {
  it('cutParts: every part but the last has ChunkSize bytes', () => {
    assert.deepEqual(
      cutParts(plan(10, [1, 2, 3]), 25).map(({ start, end }) => [start, end]),
      [
        [0, 10],
        [10, 20],
        [20, 25],
      ],
    );
  });

  it('cutParts: accepts parts in any order and ignores extra ones', () => {
    assert.deepEqual(
      cutParts(plan(10, [4, 2, 1, 3]), 20).map(({ number, url }) => [number, url]),
      [
        [1, 'https://storage.test/1'],
        [2, 'https://storage.test/2'],
      ],
    );
  });

  it('cutParts: rejects a plan with too few parts, a gap, or a duplicate part', () => {
    assert.throws(() => cutParts(plan(10, [1]), 11), isPlanInvalid);
    assert.throws(() => cutParts(plan(10, [1, 3]), 25), isPlanInvalid);
    assert.throws(() => cutParts(plan(10, [1, 1, 2]), 15), isPlanInvalid);
  });

  it('cutParts: covers every byte once, for any sizes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (chunkSize, size) => {
          const count = Math.ceil(size / chunkSize);
          fc.pre(count < 5_000);
          const numbers = Array.from({ length: count }, (_, index) => index + 1);
          const parts = cutParts(plan(chunkSize, numbers), size);
          assert.equal(parts[0]?.start, 0);
          assert.equal(parts.at(-1)?.end, size);
          parts.forEach((part, index) => {
            assert.ok(part.end > part.start);
            assert.equal(part.start, index === 0 ? 0 : parts[index - 1]?.end);
          });
        },
      ),
    );
  });
});
