/** Locks and news between pages, in each engine's own Web Locks and BroadcastChannel; frames stand for tabs. */
import { expect } from '@open-wc/testing';
import { broadcastTabChannel, webLocks } from '../../../src/browser/tabs.js';
import type { Locks, TabChannel } from '../../../src/engine/index.js';

interface Page extends Window {
  readonly opened?: { readonly locks: Locks; readonly news: TabChannel };
}

/** Another page of this origin, with the modules loaded in it anew. */
const openPage = async () => {
  const frame = document.createElement('iframe');
  const ready = new Promise((resolve) =>
    window.addEventListener('page-opened', resolve, { once: true }),
  );
  frame.srcdoc = `<script type="module">
    import { webLocks as locks } from '/src/browser/tabs.ts';
    import { broadcastTabChannel as news } from '/src/browser/tabs.ts';
    window.opened = { locks, news };
    parent.dispatchEvent(new Event('page-opened'));
  </script>`;
  document.body.append(frame);
  await ready;
  const { opened } = frame.contentWindow as Page;
  if (!opened) throw new Error('the page did not open');
  return { ...opened, close: () => frame.remove() };
};

let names = 0;
const newName = (): string => `lock-test-${++names}-${Date.now()}`;
const never = new AbortController().signal;

/** Resolves with this where the promise has not settled after another lock came and went. */
const PENDING = 'pending';
const stateOf = async (promise: Promise<unknown>): Promise<unknown> => {
  const turn = await webLocks.take(newName());
  turn?.release();
  return Promise.race([promise, Promise.resolve(PENDING)]);
};

describe('the locks', () => {
  it('are had by one page at a time, and by the next once they are released', async () => {
    const name = newName();
    const other = await openPage();
    expect(await webLocks.isTaken(name)).to.equal(false);
    const lock = await webLocks.take(name);
    expect(await other.locks.isTaken(name)).to.equal(true);
    expect(await other.locks.take(name)).to.equal(null);
    const free = other.locks.whenFree(name, never);
    expect(await stateOf(free)).to.equal(PENDING);
    lock?.release();
    await free;
    const next = await other.locks.take(name);
    expect(next).to.not.equal(null);
    expect(await webLocks.take(name)).to.equal(null);
    other.close();
  });

  it('can be stolen: the robbed page is told, and only it', async () => {
    const name = newName();
    const other = await openPage();
    const mine = await webLocks.take(name);
    expect(mine && (await stateOf(mine.lost))).to.equal(PENDING);
    const theirs = await other.locks.steal(name);
    await mine?.lost;
    expect(await webLocks.take(name)).to.equal(null);
    // A lock that is lost cannot give away what another has now.
    mine?.release();
    expect(await webLocks.isTaken(name)).to.equal(true);
    expect(await stateOf(theirs.lost)).to.equal(PENDING);
    theirs.release();
    await webLocks.whenFree(name, never);
    expect(await stateOf(theirs.lost)).to.equal(PENDING);
    other.close();
  });

  it('end with their page, and those who wait learn of it', async () => {
    const name = newName();
    const other = await openPage();
    await other.locks.take(name);
    const free = webLocks.whenFree(name, never);
    expect(await stateOf(free)).to.equal(PENDING);
    other.close();
    await free;
    expect(await webLocks.take(name)).to.not.equal(null);
  });

  it('are no longer waited for once that is called off', async () => {
    const name = newName();
    const lock = await webLocks.take(name);
    const controller = new AbortController();
    const free = webLocks.whenFree(name, controller.signal);
    controller.abort(new Error('called off'));
    expect(await free.catch((error: unknown) => String(error))).to.contain('called off');
    lock?.release();
  });

  it('leave every page on its own where the browser has none', async () => {
    const name = newName();
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    try {
      const [one, other] = [await webLocks.take(name), await webLocks.take(name)];
      expect(one && other && (await stateOf(one.lost))).to.equal(PENDING);
      expect(await webLocks.isTaken(name)).to.equal(false);
      (await webLocks.steal(name)).release();
      await webLocks.whenFree(name, never);
    } finally {
      delete (navigator as { locks?: LockManager }).locks;
    }
    expect(navigator.locks).to.have.property('request');
  });
});

describe('the news', () => {
  it('reach every page that listens, and none that has stopped', async () => {
    const other = await openPage();
    let stopped = 0;
    broadcastTabChannel.listen(() => stopped++)();
    const heard = new Promise<void>((resolve) => {
      const stop = broadcastTabChannel.listen(() => {
        stop();
        resolve();
      });
    });
    other.news.post();
    await heard;
    expect(stopped).to.equal(0);
    other.close();
  });

  it('are quietly missing where the browser has no channel', () => {
    const { BroadcastChannel: real } = window;
    Object.assign(window, { BroadcastChannel: undefined });
    try {
      const stop = broadcastTabChannel.listen(() => undefined);
      broadcastTabChannel.post();
      stop();
    } finally {
      window.BroadcastChannel = real;
    }
  });
});
