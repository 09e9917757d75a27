/**
 * The screen wake lock. Browsers under automation refuse it, so the API is mocked here; test/e2e/wake-lock.spec.ts
 * uses the real one.
 */
import { expect } from '@open-wc/testing';
import { createWakeLock } from '../../../src/element/work.js';

interface Sentinel {
  released: boolean;
}

/** Replaces the browser's API until the test ends. */
const withApi = async (api: unknown, test: () => Promise<void>): Promise<void> => {
  Object.defineProperty(navigator, 'wakeLock', { value: api, configurable: true });
  try {
    await test();
  } finally {
    delete (navigator as { wakeLock?: unknown }).wakeLock;
  }
};

/** An API that grants each requested lock, once the test allows it. */
const createApi = () => {
  const given: Sentinel[] = [];
  const waiting: (() => void)[] = [];
  return {
    given,
    answer: async (): Promise<void> => {
      for (const resolve of waiting.splice(0)) resolve();
      await new Promise(requestAnimationFrame);
    },
    asked: () => waiting.length,
    api: {
      request: () =>
        new Promise((resolve) =>
          waiting.push(() => {
            const sentinel: Sentinel = { released: false };
            given.push(sentinel);
            resolve({
              get released() {
                return sentinel.released;
              },
              release: () => {
                sentinel.released = true;
                return Promise.resolve();
              },
            });
          }),
        ),
    },
  };
};

const comeBack = (): unknown => document.dispatchEvent(new Event('visibilitychange'));

describe('wake lock', () => {
  it('is held while needed, requested again when the tab is shown, and released at once', async () => {
    const { api, answer, asked, given } = createApi();
    await withApi(api, async () => {
      const lock = createWakeLock();
      lock.set(true);
      lock.set(true);
      comeBack();
      expect(asked()).to.equal(1);
      await answer();
      comeBack();
      expect(asked(), 'one that is held is not asked for again').to.equal(0);
      // As browsers do when a tab is hidden.
      for (const sentinel of given) sentinel.released = true;
      comeBack();
      await answer();
      expect(given.map(({ released }) => released)).to.deep.equal([true, false]);
      lock.set(false);
      expect(given.map(({ released }) => released)).to.deep.equal([true, true]);
      comeBack();
      expect(asked()).to.equal(0);
    });
  });

  it('is released if it is granted too late', async () => {
    const { api, answer, given } = createApi();
    await withApi(api, async () => {
      const lock = createWakeLock();
      lock.set(true);
      lock.set(false);
      await answer();
      expect(given).to.deep.equal([{ released: true }]);
    });
  });

  it('is ignored if the browser refuses it or has none', async () => {
    const refusing = { request: () => Promise.reject(new DOMException('no', 'NotAllowedError')) };
    for (const api of [refusing, undefined]) {
      await withApi(api, async () => {
        const lock = createWakeLock();
        lock.set(true);
        await new Promise(requestAnimationFrame);
        lock.set(false);
      });
    }
  });
});
