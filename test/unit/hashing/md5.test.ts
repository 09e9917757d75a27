import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMd5, encodeSparkState, type Md5 } from '../../../src/hashing/md5.js';
import { bytesOf, ENGINES, nodeMd5 } from './support.js';
import { finishMd5, START_WORDS } from './reference-md5.js';

/** A state too long to hash in a test: `length` bytes, of which the last block's are in the tail. */
const forge = async (engine: Md5['engine'], length: number, tail: Uint8Array): Promise<Md5> => {
  const md5 = await createMd5(engine);
  if (engine === 'spark-md5') {
    const buff = String.fromCharCode(...tail);
    md5.load(encodeSparkState({ buff, length, hash: START_WORDS }), length);
    return md5;
  }
  md5.update(tail);
  const state = md5.save();
  const view = new DataView(state.buffer);
  view.setUint32(4, length % 2 ** 29, true);
  view.setUint32(8, Math.floor(length / 2 ** 29), true);
  md5.load(state, length);
  return md5;
};

for (const engine of ENGINES) {
  describe(`MD5 with ${engine}`, () => {
    it('returns a digest midway, and continues', async () => {
      const md5 = await createMd5(engine);
      const bytes = bytesOf(1_000);
      for (let at = 0; at < 1_000; at += 37) {
        assert.equal(md5.digest(), nodeMd5(bytes.subarray(0, at)));
        md5.update(bytes.subarray(at, at + 37));
      }
      assert.equal(md5.digest(), nodeMd5(bytes));
      assert.equal(md5.digest(), nodeMd5(bytes));
    });

    it('starts over on reset, also after a state that it could not load', async () => {
      const md5 = await createMd5(engine);
      md5.update(bytesOf(100));
      assert.throws(() => md5.load(new Uint8Array(3), 100));
      md5.reset();
      md5.update(bytesOf(5));
      assert.equal(md5.digest(), nodeMd5(bytesOf(5)));
    });

    it('saves a state of less than 200 bytes, without data that no longer matters', async () => {
      const md5 = await createMd5(engine);
      md5.update(bytesOf(127));
      const state = md5.save();
      assert.ok(state.byteLength < 200);
      assert.equal(state.byteLength, state.buffer.byteLength);
      const copy = state.slice();
      md5.update(bytesOf(100));
      assert.deepEqual(state, copy);
      const other = await createMd5(engine);
      for (let round = 0; round < 2; round += 1) {
        other.load(state, 127);
        assert.equal(other.digest(), nodeMd5(bytesOf(127)));
        other.update(bytesOf(9));
      }
      assert.deepEqual(state, copy);
    });

    // 2^32 bits, 2^32 bytes, 5 TiB (the largest object in common storages), and the last length that a number holds
    // exactly.
    for (const edge of [2 ** 29, 2 ** 32, 5 * 2 ** 40, 2 ** 50]) {
      it(`counts correctly up to, across and beyond ${edge} bytes`, async () => {
        const bytes = bytesOf(200);
        for (const before of [edge - 128, edge - 64, edge - 1, edge, edge + 1, edge + 130]) {
          const tail = bytesOf(before % 64, 7);
          const md5 = await forge(engine, before, tail);
          assert.equal(md5.digest(), finishMd5(START_WORDS, before, tail));
          md5.update(bytes);
          const all = new Uint8Array([...tail, ...bytes]);
          assert.equal(md5.digest(), finishMd5(START_WORDS, before + 200, all));
          const again = await createMd5(engine);
          again.load(md5.save(), before + 200);
          assert.equal(again.digest(), md5.digest());
          assert.throws(() => again.load(md5.save(), before + 200 - 2 ** 29));
        }
      });
    }
  });
}

describe('without WebAssembly', () => {
  const without = async <T>(work: () => Promise<T>): Promise<T> => {
    const { WebAssembly } = globalThis;
    Reflect.deleteProperty(globalThis, 'WebAssembly');
    try {
      return await work();
    } finally {
      Object.assign(globalThis, { WebAssembly });
    }
  };

  it('falls back to spark-md5, but rejects if hash-wasm was requested', async () => {
    assert.equal((await createMd5()).engine, 'hash-wasm');
    assert.equal((await without(() => createMd5())).engine, 'spark-md5');
    await assert.rejects(
      without(() => createMd5('hash-wasm')),
      /WebAssembly/,
    );
  });
});

describe('reference implementation for long inputs', () => {
  it('is MD5', () => {
    for (const size of [0, 1, 55, 56, 63, 64, 119, 120, 1_000]) {
      assert.equal(finishMd5(START_WORDS, size, bytesOf(size)), nodeMd5(bytesOf(size)));
    }
  });
});
