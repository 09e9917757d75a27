/**
 * The screen wake lock. Browsers under automation refuse it, so its answers are scripted here; the real one is
 * held in test/e2e/wake-lock.spec.ts.
 */
import { expect } from '@open-wc/testing';
import { createWakeLock } from '../../../src/browser/wake-lock.js';

interface Sentinel {
  released: boolean;
}

/** Puts this in the place of the browser's own API until the test is over. */
const withApi = async (api: unknown, test: () => Promise<void>): Promise<void> => {
  Object.defineProperty(navigator, 'wakeLock', { value: api, configurable: true });
  try {
    await test();
  } finally {
    delete (navigator as { wakeLock?: unknown }).wakeLock;
  }
};

/** An API that gives a lock each time that it is asked, once it is let. */
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

describe('the wake lock', () => {
  it('is held while it is wanted, had again in a tab that is back, and released at once', async () => {
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
      // What the browser does with a tab that is hidden.
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

  it('that is given too late is given back', async () => {
    const { api, answer, given } = createApi();
    await withApi(api, async () => {
      const lock = createWakeLock();
      lock.set(true);
      lock.set(false);
      await answer();
      expect(given).to.deep.equal([{ released: true }]);
    });
  });

  it('is quietly done without where the browser refuses it, or has none', async () => {
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
