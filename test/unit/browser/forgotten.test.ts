/** Deletions that the store does not answer, and their end when a page is next opened. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createForgotten } from '../../../src/browser/forgotten.js';
import { createStorageCleanup } from '../../../src/engine.js';
import type { RecordStore } from '../../../src/engine/ports.js';
import { createMemoryTabs } from '../../support/memory-store.js';
import { EMPTY_RECORDS } from '../../support/own-scope.js';
import { createSimulatedClock } from '../../support/simulated-world.js';

const never = (): Promise<never> => new Promise(() => undefined);

/** The `localStorage` of a browser, and its records: their scopes with the times of their last change. */
const createBrowser = (records: Map<string, number>) => {
  const items = new Map<string, string>();
  const clock = createSimulatedClock();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
  const edits: RecordStore = {
    list: () =>
      Promise.resolve([...records].map(([scope, savedAtMs]) => ({ id: scope, scope, savedAtMs }))),
    removeWhere: async (unwanted) => {
      for (const record of await edits.list()) if (unwanted(record)) records.delete(record.scope);
    },
  };
  const open = (jobs: RecordStore = EMPTY_RECORDS) =>
    createForgotten({
      cleanup: createStorageCleanup({
        ...{ jobs, edits, peaks: EMPTY_RECORDS, clock },
        locks: createMemoryTabs().open().locks,
      }),
      clock,
      storage: () => storage,
    });
  return { items, clock, open };
};

const nothing = (): Promise<void> => Promise.resolve();
const mayHold = (): Promise<boolean> => Promise.resolve(true);

describe('a deletion of stored data', () => {
  it('leaves no note if the store answers', async () => {
    const records = new Map([['page:anna', 1]]);
    const { items, clock, open } = createBrowser(records);
    await open().forget('anna', nothing, mayHold, clock.now());
    assert.deepEqual([[...records], [...items]], [[], []]);
  });

  for (const [what, hangs] of [
    ['the store', [nothing, mayHold, { ...EMPTY_RECORDS, removeWhere: never }]],
    ['the list of databases', [nothing, never, EMPTY_RECORDS]],
    ['an element', [never, mayHold, EMPTY_RECORDS]],
  ] as const) {
    it(`rejects 5 s after the request if ${what} does not answer, and ends when a page is next opened`, async () => {
      const { items, clock, open } = createBrowser(new Map());
      const [stop, holds, jobs] = hangs;
      // The code of the store took 2 s of the 5 s.
      const began = clock.now();
      const deletion = open(jobs).forget('anna', stop, holds, began - 2_000);
      await assert.rejects(deletion, /within 5 s/);
      assert.equal(clock.now() - began, 3_000);
      assert.equal(items.size, 1);
      const removed: string[] = [];
      const next = open({
        list: () => Promise.resolve([]),
        removeWhere: (unwanted) => {
          for (const scope of ['page:anna', 'user:anna', 'page:bo'])
            if (unwanted({ id: '1', scope, savedAtMs: began })) removed.push(scope);
          if (unwanted({ id: '2', scope: 'page:anna', savedAtMs: began + 1 }))
            removed.push('later');
          return Promise.resolve();
        },
      });
      await next.cleanup.run(null);
      assert.deepEqual(removed, ['page:anna', 'user:anna']);
      assert.equal(items.size, 0);
    });
  }

  it('ignores a note that it cannot read', async () => {
    const { items, clock, open } = createBrowser(new Map([['page:anna', 1]]));
    items.set('audio-transcribe-forget:{"id":1}', '5');
    items.set('audio-transcribe-forget:', '5');
    items.set('audio-transcribe-forget:"bo"', 'yesterday');
    items.set('another', '');
    await open().cleanup.run('page:anna');
    await open().forget('anna', nothing, mayHold, clock.now());
    assert.deepEqual([...items.keys()], ['another']);
  });
});
