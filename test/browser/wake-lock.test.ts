/** The screen wake lock, in each engine that has one. */
import { expect } from '@open-wc/testing';
import { createWakeLock } from '../../src/browser/wake-lock.js';

const api = (navigator as { readonly wakeLock?: WakeLock }).wakeLock;

/** Follows what is asked of the browser's own API; each entry is what a request gave. */
const follow = () => {
  const asked: Promise<WakeLockSentinel | null>[] = [];
  const real = api?.request.bind(api);
  if (api && real) {
    api.request = (type) => {
      const answer = real(type);
      asked.push(answer.catch(() => null));
      return answer;
    };
  }
  return { asked, stop: () => api && delete (api as { request?: unknown }).request };
};

describe('the wake lock', () => {
  it('is held while it is wanted, had again in a tab that is back, and released at once', async () => {
    const { asked, stop } = follow();
    const lock = createWakeLock();
    lock.set(true);
    lock.set(true);
    if (api === undefined) {
      expect(navigator.userAgent).to.not.contain('Chrome');
      lock.set(false);
      return;
    }
    expect(asked).to.have.length(1);
    const first = (await asked[0]) ?? null;
    await Promise.resolve();
    document.dispatchEvent(new Event('visibilitychange'));
    // A refusal is asked about again; a lock that is held is not.
    expect(asked).to.have.length(first === null ? 2 : 1);
    await first?.release();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(asked.length).to.be.greaterThan(1);
    const last = (await asked.at(-1)) ?? null;
    await Promise.resolve();
    lock.set(false);
    expect(last?.released ?? true).to.equal(true);
    const before = asked.length;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(asked).to.have.length(before);
    stop();
  });

  it('that is given too late is given back', async () => {
    const { asked, stop } = follow();
    const lock = createWakeLock();
    lock.set(true);
    lock.set(false);
    const sentinel = (await asked[0]) ?? null;
    await Promise.resolve();
    expect(sentinel?.released ?? true).to.equal(true);
    stop();
  });

  it('is quietly done without where the browser has none', async () => {
    Object.defineProperty(navigator, 'wakeLock', { value: undefined, configurable: true });
    try {
      const lock = createWakeLock();
      lock.set(true);
      await Promise.resolve();
      lock.set(false);
    } finally {
      delete (navigator as { wakeLock?: WakeLock }).wakeLock;
    }
    expect((navigator as { readonly wakeLock?: WakeLock }).wakeLock).to.equal(api);
  });
});
