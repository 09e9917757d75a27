import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyValueStorage } from '../../../src/server.js';
import { createStorageRateStore } from '../../../src/server/rate-limit.js';

const START = Date.UTC(2026, 0, 1);
const SIXTY = { requests: 60, seconds: 3600 };

const overStorage = (storage: KeyValueStorage, timeoutMs = 60_000) =>
  createStorageRateStore(storage, timeoutMs);

describe('rate store over a storage', () => {
  const one = { requests: 1, seconds: 60 };
  const reading = (first: unknown) => {
    const entries = new Map<string, unknown>([['key', first]]);
    const written: string[] = [];
    const storage: KeyValueStorage = {
      getItem: (key) => Promise.resolve(entries.get(key)),
      setItem: (key, value) => {
        written.push(value);
        return Promise.resolve(void entries.set(key, value));
      },
      removeItem: (key) => Promise.resolve(void entries.delete(key)),
    };
    return { storage, written };
  };

  for (const held of [
    'soon',
    {},
    '',
    [],
    true,
    Number.NaN,
    Infinity,
    'Infinity',
    null,
    undefined,
  ]) {
    it(`replaces ${JSON.stringify(held)} (${typeof held}) in the storage, and refuses the second request`, async () => {
      const { storage, written } = reading(held);
      const first = overStorage(storage);
      assert.equal((await first.take('key', one, START)).allowed, true);
      assert.equal((await first.take('key', one, START)).allowed, false);
      // Another instance reads the stored value.
      assert.equal((await overStorage(storage).take('key', one, START)).allowed, false);
      assert.deepEqual(written, [String(START + 60_000)]);
    });
  }

  it('limits a stored time of another clock to one interval', async () => {
    const { storage, written } = reading('1e300');
    const store = overStorage(storage);
    assert.equal((await store.take('key', one, START)).allowed, false);
    assert.deepEqual(written, [String(START + 60_000)]);
    assert.equal((await store.take('key', one, START + 60_000)).allowed, true);
  });

  it('reads and writes twice for 300 parallel requests', async () => {
    const { storage, written } = reading(null);
    let reads = 0;
    const counting = { ...storage, getItem: (key: string) => (reads++, storage.getItem(key)) };
    const store = overStorage(counting);
    const first = store.take('key', SIXTY, START);
    // The first batch has begun; all other requests share the next.
    await Promise.resolve();
    const others = Array.from({ length: 299 }, () => store.take('key', SIXTY, START));
    const verdicts = await Promise.all([first, ...others]);
    assert.equal(verdicts.filter(({ allowed }) => allowed).length, 60);
    assert.equal(reads, 2);
    assert.deepEqual(written, [String(START + 60_000), String(START + 3_600_000)]);
  });

  it('does not write after a read that timed out', async () => {
    const { storage, written } = reading(null);
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    const store = overStorage({ ...storage, getItem: () => late }, 20);
    await assert.rejects(store.take('key', one, START), { name: 'TimedOut' });
    answer();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(written, []);
  });

  it('counts each user separately', async () => {
    const { storage } = reading(null);
    const store = overStorage(storage);
    const verdicts = await Promise.all(
      ['ada', 'bob', 'ada'].map((key) => store.take(key, one, START)),
    );
    assert.deepEqual(
      verdicts.map(({ allowed }) => allowed),
      [true, true, false],
    );
  });
});
