/** Locks and messages between pages, with real Web Locks and BroadcastChannel. Frames stand for tabs. */
import { expect } from '@open-wc/testing';
import { broadcastTabChannel, webLocks } from '../../../src/browser/browser-ports.js';
import type { Locks, TabChannel } from '../../../src/engine.js';

interface Page extends Window {
  readonly opened?: { readonly locks: Locks; readonly news: TabChannel };
}

/** Opens another page of this origin, which loads the modules again. */
const openPage = async () => {
  const frame = document.createElement('iframe');
  const ready = new Promise((resolve) =>
    window.addEventListener('page-opened', resolve, { once: true }),
  );
  frame.srcdoc = `<script type="module">
    import { webLocks as locks } from '/src/browser/browser-ports.ts';
    import { broadcastTabChannel as news } from '/src/browser/browser-ports.ts';
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

/** Resolves with this if the promise is still pending after another lock was taken and released. */
const PENDING = 'pending';
const stateOf = async (promise: Promise<unknown>): Promise<unknown> => {
  const turn = await webLocks.take(newName());
  turn?.release();
  return Promise.race([promise, Promise.resolve(PENDING)]);
};

describe('locks', () => {
  it('are held by one page at a time, and by the next once released', async () => {
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

  it('can be stolen, which notifies only the page that lost the lock', async () => {
    const name = newName();
    const other = await openPage();
    const mine = await webLocks.take(name);
    expect(mine && (await stateOf(mine.lost))).to.equal(PENDING);
    const theirs = await other.locks.steal(name);
    await mine?.lost;
    expect(await webLocks.take(name)).to.equal(null);
    // Releasing a lost lock does not release the new owner's lock.
    mine?.release();
    expect(await webLocks.isTaken(name)).to.equal(true);
    expect(await stateOf(theirs.lost)).to.equal(PENDING);
    theirs.release();
    await webLocks.whenFree(name, never);
    expect(await stateOf(theirs.lost)).to.equal(PENDING);
    other.close();
  });

  it('are released when their page closes, which notifies waiting pages', async () => {
    const name = newName();
    const other = await openPage();
    await other.locks.take(name);
    const free = webLocks.whenFree(name, never);
    expect(await stateOf(free)).to.equal(PENDING);
    other.close();
    await free;
    expect(await webLocks.take(name)).to.not.equal(null);
  });

  it('stop waiting when aborted', async () => {
    const name = newName();
    const lock = await webLocks.take(name);
    const controller = new AbortController();
    const free = webLocks.whenFree(name, controller.signal);
    controller.abort(new Error('called off'));
    expect(await free.catch((error: unknown) => String(error))).to.contain('called off');
    lock?.release();
  });

  it('are always granted if the browser has no Web Locks', async () => {
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

describe('tab channel', () => {
  it('notifies every page that listens, and none that has stopped', async () => {
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

  it('does nothing if the browser has no BroadcastChannel', () => {
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
