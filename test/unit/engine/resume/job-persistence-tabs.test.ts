/** Two tabs and one recording: it is sent once, and continues in the tab that the user chooses. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResumableJob } from '../../../../src/engine/resume/scope.js';
import {
  createBrowser,
  offerOf,
  recording,
  uploading,
  type Tab,
} from '../../../support/browser.js';
import { PATHS, task } from '../../../support/scripted-session.js';
import { SILENCE } from '../../../support/simulated-world.js';

/** Records the offer that a tab would show, on each change. */
const watch = (tab: Tab) => {
  const shown: (ResumableJob | null)[] = [];
  const waiting = new Set<() => void>();
  const look = async (): Promise<void> => {
    const offer = await tab.keeper.findOffer();
    shown.push(offer);
    for (const check of waiting) check();
  };
  const disconnect = tab.keeper.connect(() => void look());
  return {
    disconnect,
    /** Resolves once the tab shows this kind of offer, or none. */
    until: (kind: ResumableJob['kind'] | null): Promise<void> =>
      new Promise((resolve) => {
        const check = (): void => {
          if ((shown.at(-1)?.kind ?? null) === kind && shown.length > 0) {
            waiting.delete(check);
            resolve();
          }
        };
        waiting.add(check);
        void look();
      }),
  };
};

describe('the other tab', () => {
  it('is notified once the recording is stored, so that the file need not be picked there', async () => {
    const browser = createBrowser();
    const { saveRecording } = browser.store;
    let keep = (): void => undefined;
    const asked = new Promise<void>((resolve) => (keep = resolve));
    browser.store.saveRecording = async (id, file) => {
      await asked;
      return saveRecording(id, file);
    };
    const other = browser.open();
    const needs: (string | undefined)[] = [];
    const kept = new Promise<void>((resolve) => {
      other.keeper.connect(() => {
        void other.keeper.findOffer().then((offer) => {
          needs.push(offer?.needs);
          if (offer?.needs === 'nothing') resolve();
          else if (offer?.needs === 'recording') keep();
        });
      });
    });
    const first = browser.open({}, { part: () => SILENCE });
    first.selectFile();
    await kept;
    assert.deepEqual(needs, ['recording', 'nothing']);
  });

  it('sees work that starts, ends, or is left by a tab that dies', async () => {
    const browser = createBrowser();
    const other = browser.open();
    const view = watch(other);
    await view.until(null);
    const first = await uploading(browser);
    await view.until('in-other-tab');
    first.session.dispatch({ type: 'cancel' });
    await view.until(null);

    const second = await uploading(browser);
    await view.until('in-other-tab');
    const left = view.until('interrupted');
    // All earlier lookups have finished.
    await view.until('in-other-tab');
    await other.keeper.findOffer();
    await second.crash();
    await left;
    view.disconnect();
  });

  it('does not take work of another tab unless the user takes it over', async () => {
    const browser = createBrowser();
    const first = await uploading(browser);
    await first.crash();
    const [one, other] = [browser.open({ query: () => task('PROGRESS') }), browser.open()];
    const offer = await offerOf(other);
    assert.equal(await one.keeper.accept(offer), 'resumed');
    assert.equal(await other.keeper.accept(offer), 'gone');
    assert.equal(other.session.getState().name, 'idle');
    await other.keeper.decline(offer);
    assert.notEqual(browser.store.size(), 0, 'what is at work is not forgotten by others');
    one.session.dispatch({ type: 'cancel' });
  });

  it('recognises a file that the first tab is sending, so that it is not sent twice', async () => {
    const browser = createBrowser();
    await uploading(browser);
    const match = await browser.open().keeper.findMatch(recording());
    assert.deepEqual([match?.kind, match?.needs], ['in-other-tab', 'nothing']);
  });

  it('takes over: stored parts are not sent again, and the first tab stops and writes nothing more', async () => {
    const browser = createBrowser();
    const first = await uploading(browser);
    const second = browser.open();
    const sentBefore = first.world.sentParts.length;
    assert.equal(await second.keeper.accept(await offerOf(second)), 'resumed');
    assert.equal((await second.until('ready', 'failed')).name, 'ready');
    assert.equal(second.world.sentParts.length, 14);
    assert.equal(second.world.requests.filter((it) => it === PATHS.plan).length, 0);
    assert.equal(first.session.getState().name, 'idle');
    assert.equal(first.world.sentParts.length, sentBefore);
    await Promise.all([first.keeper.flushed(), second.keeper.flushed()]);
    assert.equal(browser.store.size(), 0);
    assert.equal(await first.keeper.findOffer(), null);
  });

  it('can lose it to the first tab again, which still has a recording that was not stored', async () => {
    const browser = createBrowser();
    browser.store.recordingLimit = 0;
    const first = await uploading(browser);
    const second = browser.open({}, { part: () => SILENCE });
    const offer = await offerOf(second);
    assert.deepEqual([offer.kind, offer.needs], ['in-other-tab', 'recording']);
    assert.equal(await second.keeper.accept(offer), 'recording-needed');
    assert.equal(first.session.getState().name, 'uploading', 'not robbed for nothing');
    assert.equal(await second.keeper.accept(offer, { file: recording() }), 'resumed');
    assert.equal(first.session.getState().name, 'idle');

    const back = await offerOf(first);
    assert.deepEqual([back.kind, back.needs], ['in-other-tab', 'nothing']);
    assert.equal(await first.keeper.accept(back), 'resumed');
    assert.equal(second.session.getState().name, 'idle');
  });

  it('continues the work of an element that was removed from its page', async () => {
    const browser = createBrowser();
    const first = await uploading(browser);
    const view = watch(first);
    first.session.dispatch({ type: 'suspend' });
    view.disconnect();
    browser.passTime(1_000);
    const second = browser.open({ query: () => task('PROGRESS') });
    const offer = await offerOf(second);
    assert.equal(offer.kind, 'interrupted');
    assert.equal(await second.keeper.accept(offer), 'resumed');
    await second.until('transcribing');
    await second.crash();

    // Back in its page, with an outdated state.
    watch(first);
    await first.keeper.flushed();
    assert.equal(first.session.getState().name, 'idle');
    assert.equal((await offerOf(first)).uploadedFraction, 1);
  });

  it('does not disturb an element that returns to work that no other tab touched', async () => {
    const browser = createBrowser();
    const first = await uploading(browser);
    first.session.dispatch({ type: 'suspend' });
    watch(first).disconnect();
    watch(first);
    await first.keeper.flushed();
    assert.equal(first.session.getState().name, 'uploading');
    const second = browser.open({}, { part: () => SILENCE });
    const offer = await offerOf(second);
    assert.equal(offer.kind, 'in-other-tab');
    assert.equal(await second.keeper.accept(offer), 'resumed');
    assert.equal(first.session.getState().name, 'idle', 'its lock can be stolen');
  });
});
