/** Several jobs and several tabs, where something changes between a look and an answer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResumableJob } from '../../../../src/engine/index.js';
import {
  ANNA,
  createBrowser,
  crashedTranscribing,
  partsStored,
  recording,
  storedPart,
  type Tab,
  type TestBrowser,
} from '../../../support/browser.js';
import { task } from '../../../support/scripted-session.js';
import { SILENCE } from '../../../support/simulated-world.js';

const uploading = async (browser: TestBrowser, name = 'talk.wav'): Promise<Tab> => {
  const tab = browser.open({}, { part: (number) => (number > 6 ? SILENCE : storedPart(number)) });
  const begun = partsStored(tab, 6, () => undefined);
  tab.selectFile(recording(undefined, name));
  await begun;
  await tab.keeper.settled();
  return tab;
};

const offerOf = async (tab: Tab): Promise<ResumableJob> => {
  const offer = await tab.keeper.findOffer();
  assert.ok(offer);
  return offer;
};

const isLocked = (browser: TestBrowser, { id }: ResumableJob): Promise<boolean> =>
  browser.locks().isTaken(`audio-transcribe:${id}`);

/** Calls of a listener, and the next one. */
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

/** What was posted before has been heard by now. */
const heard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('two jobs', () => {
  it('the one that nobody is at is offered, also where the newer one is in another tab', async () => {
    const browser = createBrowser();
    await (await uploading(browser, 'older.wav')).crash();
    browser.passTime(60_000);
    const newer = await uploading(browser, 'newer.wav');
    const titles = (await browser.store.list(ANNA)).map(({ title }) => title);
    assert.deepEqual(titles, ['newer.wav', 'older.wav']);
    const tab = browser.open();
    const offer = await offerOf(tab);
    assert.deepEqual([offer.kind, offer.title], ['interrupted', 'older.wav']);
    const elsewhere = await tab.keeper.findOffer(new Set([offer.id]));
    assert.deepEqual([elsewhere?.kind, elsewhere?.title], ['in-other-tab', 'newer.wav']);
    assert.equal(newer.session.getState().name, 'uploading');
  });

  it('both in other tabs: the newest is offered', async () => {
    const browser = createBrowser();
    await uploading(browser, 'older.wav');
    browser.passTime(60_000);
    await uploading(browser, 'newer.wav');
    const offer = await offerOf(browser.open());
    assert.deepEqual([offer.kind, offer.title], ['in-other-tab', 'newer.wav']);
  });
});

describe('a job of a tab that dies', () => {
  it('is told of each time that it is free again, not only the first', async () => {
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

  it('is not told to an element that left its page, nor is any other news', async () => {
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
    await first.keeper.settled();
    await heard();
    assert.ok(stays.calls() > 0, 'there was news');
    assert.equal(told.calls(), before);
  });
});

describe('an offer that is answered too late', () => {
  it('was declined in another tab: nothing begins, and nothing is held', async () => {
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

  for (const kind of ['interrupted', 'in-other-tab'] as const) {
    it(`(${kind}) ended while its lock was taken: the lock is free again, and own work goes on`, async () => {
      const browser = createBrowser();
      const first = await uploading(browser);
      if (kind === 'interrupted') await first.crash();
      const tab = browser.open({ query: () => task('PROGRESS') });
      const offer = await offerOf(tab);
      assert.equal(offer.kind, kind);
      tab.selectFile(recording(undefined, 'own.wav'));
      await tab.until('transcribing');
      await tab.keeper.settled();
      const { loadRecording } = browser.store;
      browser.store.loadRecording = async (id) => {
        const file = await loadRecording(id);
        // Behind the first look, before the one under the lock.
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
