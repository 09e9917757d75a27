/** Several jobs and tabs, with changes between a lookup and its result. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResumableJob } from '../../../../src/engine/resume/scope.js';
import {
  ANNA,
  crashedTranscribing,
  createBrowser,
  offerOf,
  recording,
  uploading,
  type TestBrowser,
} from '../../../support/browser.js';
import { task } from '../../../support/scripted-session.js';
import { SILENCE } from '../../../support/simulated-world.js';

const isLocked = (browser: TestBrowser, { id }: ResumableJob): Promise<boolean> =>
  browser.locks().isTaken(`audio-transcribe:${id}`);

/** Counts calls of a listener; also resolves on the next call. */
const counted = () => {
  let calls = 0;
  let next: () => void = () => undefined;
  return {
    calls: () => calls,
    listener: () => {
      calls++;
      next();
    },
    once: () => new Promise<void>((resolve) => (next = resolve)),
  };
};

/** Messages posted before this have been delivered. */
const heard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('two jobs', () => {
  it('offers the one that no tab is working on, even if the newer one is in another tab', async () => {
    const browser = createBrowser();
    await (await uploading(browser, {}, recording(undefined, 'older.wav'))).crash();
    browser.passTime(60_000);
    const newer = await uploading(browser, {}, recording(undefined, 'newer.wav'));
    const titles = (await browser.store.list(ANNA)).map(({ title }) => title);
    assert.deepEqual(titles, ['newer.wav', 'older.wav']);
    const tab = browser.open();
    const offer = await offerOf(tab);
    assert.deepEqual([offer.kind, offer.title], ['interrupted', 'older.wav']);
    assert.equal(newer.session.getState().name, 'uploading');
  });

  it('offers the newest if both are in other tabs', async () => {
    const browser = createBrowser();
    await uploading(browser, {}, recording(undefined, 'older.wav'));
    browser.passTime(60_000);
    await uploading(browser, {}, recording(undefined, 'newer.wav'));
    const offer = await offerOf(browser.open());
    assert.deepEqual([offer.kind, offer.title], ['in-other-tab', 'newer.wav']);
  });
});

describe('job of a tab that dies', () => {
  it('notifies each time the job is free again, not only the first', async () => {
    const browser = createBrowser();
    const first = await uploading(browser);
    const watching = browser.open();
    const told = counted();
    watching.keeper.connect(told.listener);
    const offer = await offerOf(watching);
    assert.equal(offer.kind, 'in-other-tab');
    const freed = told.once();
    await first.crash();
    await freed;

    const second = browser.open({}, { part: () => SILENCE });
    assert.equal(await second.keeper.accept(await offerOf(second)), 'resumed');
    await heard();
    assert.equal((await offerOf(watching)).kind, 'in-other-tab');
    await heard();
    const before = told.calls();
    const freedAgain = told.once();
    await second.crash();
    await freedAgain;
    assert.equal(told.calls(), before + 1);
    assert.equal((await offerOf(watching)).kind, 'interrupted');
  });

  it('does not notify an element that has left its page', async () => {
    const browser = createBrowser();
    const first = await uploading(browser);
    const gone = browser.open();
    const told = counted();
    const disconnect = gone.keeper.connect(told.listener);
    assert.equal((await offerOf(gone)).kind, 'in-other-tab');
    await heard();
    disconnect();
    const before = told.calls();
    const stays = counted();
    browser.open().keeper.connect(stays.listener);
    first.session.dispatch({ type: 'cancel' });
    await first.keeper.flushed();
    await heard();
    assert.ok(stays.calls() > 0, 'there was news');
    assert.equal(told.calls(), before);
  });
});

describe('offer that is accepted too late', () => {
  it('does not start or lock anything if it was declined in another tab', async () => {
    const browser = createBrowser();
    await crashedTranscribing(browser);
    const [one, other] = [browser.open(), browser.open()];
    const offer = await offerOf(one);
    await other.keeper.decline(await offerOf(other));
    assert.equal(await one.keeper.accept(offer), 'gone');
    assert.equal(one.session.getState().name, 'idle');
    assert.deepEqual(one.world.requests, []);
    assert.equal(await isLocked(browser, offer), false);
  });

  it('is gone if the store does not respond within 5 s', async () => {
    const browser = createBrowser();
    await (await uploading(browser)).crash();
    const tab = browser.open();
    const offer = await offerOf(tab);
    const { list } = browser.store;
    browser.store.list = () => new Promise(() => undefined);
    assert.equal(await tab.keeper.accept(offer), 'gone');
    assert.equal(await isLocked(browser, offer), false);
    browser.store.list = list;
    assert.equal((await offerOf(tab)).id, offer.id);
  });

  it('does not replace a recording that was selected while it was being read', async () => {
    const browser = createBrowser();
    await (await uploading(browser)).crash();
    const tab = browser.open({ query: () => task('PROGRESS') });
    const offer = await offerOf(tab);
    const { loadRecording } = browser.store;
    browser.store.loadRecording = (id) => {
      tab.selectFile(recording(undefined, 'own.wav'));
      return loadRecording(id);
    };
    assert.equal(await tab.keeper.accept(offer), 'gone');
    assert.equal(await isLocked(browser, offer), false);
    await tab.until('transcribing');
    await tab.keeper.flushed();
    const titles = (await browser.store.list(ANNA)).map(({ title }) => title);
    assert.deepEqual(titles.sort(), ['own.wav', 'talk.wav']);
    tab.session.dispatch({ type: 'cancel' });
  });

  for (const kind of ['interrupted', 'in-other-tab'] as const) {
    it(`(${kind}) releases the lock if the offer ended while the lock was taken, and own work continues`, async () => {
      const browser = createBrowser();
      const first = await uploading(browser);
      if (kind === 'interrupted') await first.crash();
      const tab = browser.open({ query: () => task('PROGRESS') });
      const offer = await offerOf(tab);
      assert.equal(offer.kind, kind);
      tab.selectFile(recording(undefined, 'own.wav'));
      await tab.until('transcribing');
      await tab.keeper.flushed();
      const { loadRecording } = browser.store;
      browser.store.loadRecording = async (id) => {
        const file = await loadRecording(id);
        // After the first lookup, before the one under the lock.
        await browser.store.remove(id);
        return file;
      };
      assert.equal(await tab.keeper.accept(offer), 'gone');
      assert.equal(tab.session.getState().name, 'transcribing');
      assert.equal(await isLocked(browser, offer), false);
      const [own, ...others] = await browser.store.list(ANNA);
      assert.deepEqual([own?.title, others], ['own.wav', []]);
      tab.session.dispatch({ type: 'cancel' });
    });
  }
});
