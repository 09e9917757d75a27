/** Several users of one browser: stored work is shown only to its user, and deleted for the next. */
import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { webLocks } from '../../../src/browser/browser-ports.js';
import { storageScope } from '../../../src/engine.js';
import { scopeLockName } from '../../../src/engine/resume/scope.js';
import { findPart, until, untilPart } from '../../support/element.js';
import {
  closeBackends,
  openBackend,
  untilStruck,
  type PrivateBackend,
} from '../../support/private-backend.js';
import { recordingBytes, recordingFile } from '../../support/recording.js';
import {
  ANNA,
  beginUpload,
  BO,
  countTokens,
  edits,
  emptyStores,
  jobs,
  NAME,
  openSlowBackend,
  openWithTokenOf,
  recordingNamed,
  shadowText,
} from '../../support/shared-computer.js';
import { countStored, dumpStored, leftJob, untilDump } from '../../support/stored-dump.js';
import { closeTabs, openTab, type Tab } from '../../support/tab.js';

describe('shared computer', () => {
  beforeEach(emptyStores);
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  it("the next user sees nothing of the previous user's work, which is deleted", async () => {
    const backend = await openSlowBackend();
    const annas = await openWithTokenOf(backend, ANNA);
    await beginUpload(annas);
    annas.kill();
    await edits.save(storageScope('user', 'another scope of hers'), 'task', { text: 'secret' });

    const bos = await openWithTokenOf(backend, BO);
    const shown: string[] = [];
    new MutationObserver(() => shown.push(shadowText(bos))).observe(bos.element.renderRoot, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    await untilDump((dump) => !dump.includes('secret'));
    await bos.element.updateComplete;
    for (const text of [...shown, shadowText(bos)]) expect(text).to.not.contain('secret');
    expect(findPart(bos.element, 'offer')).to.equal(null);
    expect(await dumpStored()).to.not.match(/http|RIFF|secret/);
    expect(await countStored()).to.deep.equal([0, 0, 0]);
  });

  it('the same user is offered the work again, in a new tab too', async () => {
    const backend = await openSlowBackend();
    const first = await openWithTokenOf(backend, ANNA, { session: 'first' });
    await beginUpload(first);
    first.kill();
    const second = await openWithTokenOf(backend, ANNA, { session: 'second' });
    expect((await untilPart(second.element, 'offer')).textContent).to.contain(NAME);
    expect((await countStored())[1]).to.equal(1);
  });

  it('no token is requested if nothing is stored', async () => {
    const backend = await openBackend();
    const tab = await openWithTokenOf(backend, ANNA);
    await jobs.save(leftJob('of-a-page', ['page', 'x'], Date.now()), true);
    const locked = await webLocks.share(scopeLockName(storageScope('page', 'x')));
    await tab.reload();
    // When a second element, which looks later, shows its offer, the first has finished looking.
    const other = await openWithTokenOf(backend, ANNA, { attributes: { 'user-key': 'x' } });
    await untilPart(other.element, 'offer');
    expect(await countTokens(backend)).to.equal(0);
    locked.release();
  });

  it("without a token, nothing is offered and no one's work is deleted", async () => {
    const backend = await openSlowBackend();
    const annas = await openWithTokenOf(backend, ANNA);
    await beginUpload(annas);
    annas.kill();
    const old = leftJob('old', ['user', 'x'], Date.now() - 25 * 60 * 60 * 1000);
    await jobs.save(old, true);
    let asked = 0;
    const tab = await openWithTokenOf(backend, ANNA, {
      properties: {
        fetchToken: () => {
          asked++;
          return Promise.reject(new Error('signed out'));
        },
      },
      shortWaits: true,
    });
    while (asked < 3) await new Promise(requestAnimationFrame);
    await untilDump((dump) => !dump.includes('old.wav'));
    expect(findPart(tab.element, 'offer')).to.equal(null);
    expect(shadowText(tab)).to.not.contain(NAME);
    expect(await dumpStored()).to.contain(NAME);
  });

  it('who signs in elsewhere and comes back is offered their work', async () => {
    const backend = await openSlowBackend();
    await backend.signIn(ANNA);
    const first = await openTab(backend.settings, { attributes: {}, session: 'first' });
    await beginUpload(first);
    first.kill();
    let isSignedIn = false;
    let refused = 0;
    const signedOut = (page: Window): void => {
      const { fetch, Response } = page as Window & typeof globalThis;
      const guarded: typeof fetch = async (...request) => {
        if (isSignedIn) return fetch.call(page, ...request);
        refused++;
        return Response.json({ code: 'no-session' }, { status: 401 });
      };
      Object.assign(page, { fetch: guarded });
    };
    const { element, window: page } = await openTab(backend.settings, {
      attributes: {},
      session: 'second',
      prepare: signedOut,
    });
    while (refused === 0) await new Promise(requestAnimationFrame);
    expect(findPart(element, 'offer')).to.equal(null);
    isSignedIn = true;
    // The first time may come before the refusal has been read.
    while (findPart(element, 'offer') === null) {
      page.dispatchEvent(new Event('focus'));
      await new Promise(requestAnimationFrame);
    }
    expect(findPart(element, 'offer')?.textContent).to.contain(NAME);
  });

  it("two users in two tabs do not delete each other's work", async () => {
    const backend = await openSlowBackend();
    const annas = await openWithTokenOf(backend, ANNA);
    await beginUpload(annas);
    const bos = await openWithTokenOf(backend, BO);
    while ((await countTokens(backend)) < 2) await new Promise(requestAnimationFrame);
    await beginUpload(bos, 'bos-talk.wav');
    const dump = await dumpStored();
    expect(dump).to.contain(NAME).and.to.contain('bos-talk.wav');
    // The recordings are stored after the jobs.
    while (String((await countStored()).slice(0, 2)) !== '2,2')
      await new Promise(requestAnimationFrame);
    expect(shadowText(bos)).to.not.contain(NAME);
    expect(shadowText(annas)).to.not.contain('bos-talk.wav');
    await annas.reload();
    // Her work is still stored, and continues, as his does.
    await until(annas.element, 'uploading');
    expect(shadowText(annas)).to.contain(NAME);
    expect(bos.element.error).to.equal(null);
  });

  it('a recording that one user has uploaded is not submitted for the next, who is told', async () => {
    const backend = await openBackend({
      faults: [{ name: 'status', at: 'part', part: 3, status: 503, times: 'always' }],
    });
    await backend.signIn(ANNA);
    const { element } = await openTab(backend.settings, { attributes: {}, shortWaits: true });
    element.selectFile(recordingNamed());
    await untilStruck(backend);
    // In another tab of this browser.
    await backend.signIn(BO);
    await backend.setFaults([]);
    await until(element, 'failed', 'transcribing');
    expect(element.error?.message).to.contain('Another user has signed in');
    expect(await backend.tasks()).to.deep.equal([]);
    // The page asks who is signed in now, and deletes what the first user has left.
    while ((await countTokens(backend)) < 2) await new Promise(requestAnimationFrame);
    await untilDump((dump) => !dump.includes(NAME));
  });

  it('work of another user-key is deleted, unless an element with that scope is live', async () => {
    const backend = await openSlowBackend();
    const settings = { attributes: { 'user-key': 'anna' } };
    const annas = await openWithTokenOf(backend, ANNA, settings);
    await beginUpload(annas);
    await edits.save('page:anna', 'task', { text: 'secret' });
    const bos = await openWithTokenOf(backend, BO, { attributes: { 'user-key': 'bo' } });
    await beginUpload(bos, 'bos-talk.wav');
    expect(await dumpStored())
      .to.contain(NAME)
      .and.to.contain('"secret"');
    annas.kill();
    await bos.reload();
    await untilDump((dump) => !dump.includes('secret'));
    await until(bos.element, 'uploading');
    expect(shadowText(bos)).to.contain('bos-talk.wav');
    expect((await countStored()).slice(0, 2)).to.deep.equal([1, 1]);
  });

  it('a list of one user is neither shown nor sent with the form for the next', async () => {
    const data = { text: 'Hi.', language: 'en', duration: 1, segments: [] };
    const tab = await openWithTokenOf(await openBackend(), ANNA, {
      markup: '<form><audio-transcribe multiple name="recording"></audio-transcribe></form>',
      attributes: { 'user-key': 'anna' },
      session: 'list of two users',
      properties: {
        backend: {
          submit: () =>
            Promise.resolve({ transcription_id: 'annas-task', status: 'PENDING', data }),
          query: (id) => Promise.resolve({ transcription_id: id, status: 'SUCCESS', data }),
        },
      },
    });
    const sent = (): FormData =>
      new FormData(tab.window.document.querySelector('form') ?? undefined);
    tab.element.selectFile(recordingNamed());
    await untilDump((dump) => dump.includes('list ') && dump.includes('annas-task'));
    while (tab.element.items[0]?.state !== 'ready') await new Promise(requestAnimationFrame);
    expect(sent().get('recording')).to.equal('annas-task');
    tab.element.openItem(tab.element.items[0]?.id ?? '');
    while (tab.element.transcript === null) await new Promise(requestAnimationFrame);
    tab.element.userKey = 'bruno';
    await tab.element.updateComplete;
    expect(tab.element.items).to.deep.equal([]);
    expect(tab.element.transcript).to.equal(null);
    expect(sent().get('recording')).to.not.equal('annas-task');
    tab.element.selectFile(recordingNamed('brunos.wav'));
    await untilDump((dump) => dump.includes('page:bruno') && dump.includes('brunos.wav'));
    await tab.reload(
      '<form><audio-transcribe multiple name="recording" user-key="bruno"></audio-transcribe></form>',
    );
    while (tab.element.items.length === 0) await new Promise(requestAnimationFrame);
    expect(tab.element.items.map(({ name }) => name)).to.deep.equal(['brunos.wav']);
  });

  it('no-storage stores nothing, not even a session id', async () => {
    const backend = await openSlowBackend();
    const tab = await openWithTokenOf(backend, ANNA, {
      attributes: { 'no-storage': '' },
      session: 'none-of-it',
    });
    tab.element.selectFile(recordingNamed());
    await until(tab.element, 'uploading');
    while ((await backend.log()).length < 5) await new Promise(requestAnimationFrame);
    expect(await countStored()).to.deep.equal([0, 0, 0]);
    expect(tab.window.sessionStorage.getItem('audio-transcribe-session')).to.equal(null);
  });
});

describe('without a scope', () => {
  beforeEach(emptyStores);
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  /** Opens a page whose `fetchToken` returns no user. */
  const openWithout = async (backend: PrivateBackend, session: string): Promise<Tab> => {
    const { backendUrl } = backend.settingsFor(ANNA);
    return openWithTokenOf(backend, ANNA, {
      session,
      properties: {
        fetchToken: async ({ signal }) => {
          const answer = await fetch(`${backendUrl}/user-token`, { method: 'POST', signal });
          return ((await answer.json()) as { access_token: string }).access_token;
        },
      },
    });
  };

  it('work survives a reload of its tab, and is invisible to other tabs', async () => {
    const backend = await openSlowBackend();
    const tab = await openWithout(backend, 'tab-1');
    await beginUpload(tab);
    const other = await openWithout(backend, 'tab-2');
    await beginUpload(other, 'other-talk.wav');
    await tab.reload();
    await until(tab.element, 'uploading');
    expect(shadowText(tab)).to.contain(NAME);
    expect(shadowText(other)).to.not.contain(NAME);
    other.kill();
    const third = await openWithout(backend, 'tab-3');
    await third.element.updateComplete;
    third.element.selectFile(recordingNamed());
    // No stored work matches, so this session starts again.
    await until(third.element, 'uploading');
    expect(findPart(third.element, 'offer')).to.equal(null);
  });

  it('work of an ended session is deleted when the module is imported, even without an element', async () => {
    const minutesAgo = (minutes: number): number => Date.now() - minutes * 60_000;
    await jobs.save(leftJob('over', ['session', 'over'], minutesAgo(11)), true);
    await jobs.save(leftJob('reloading', ['session', 'reloading'], minutesAgo(9)), true);
    await jobs.save(leftJob('live', ['session', 'live'], minutesAgo(11)), true);
    await jobs.save(leftJob('expired', ['user', 'anna'], minutesAgo(25 * 60)), true);
    await jobs.save(leftJob('kept', ['user', 'anna'], minutesAgo(23 * 60)), true);
    const live = await webLocks.share(scopeLockName(storageScope('session', 'live')));
    const frame = document.createElement('iframe');
    frame.srcdoc = '<script type="module" src="/src/hashing/bundled.js"></script>';
    document.body.append(frame);
    await untilDump((dump) => !dump.includes('over.wav') && !dump.includes('expired.wav'));
    expect((await jobs.list()).map(({ id }) => id).sort()).to.deep.equal([
      'kept',
      'live',
      'reloading',
    ]);
    expect(frame.contentDocument?.querySelector('audio-transcribe')).to.equal(null);
    live.release();
    frame.remove();
  });

  it('importing the module creates no storage', async () => {
    const name = 'audio-transcribe';
    await new Promise<void>((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase(name);
      deletion.onsuccess = () => resolve();
      deletion.onerror = () => reject(new Error('not deleted'));
    });
    const frame = document.createElement('iframe');
    // The sweep asks which databases there are. By the time of the next answer, it has decided.
    frame.srcdoc = `<script>
      const { databases } = IDBFactory.prototype;
      IDBFactory.prototype.databases = async function () {
        const found = await databases.call(this);
        setTimeout(async () => {
          await databases.call(this);
          document.title = 'swept';
        });
        return found;
      };
    </script>
    <script type="module" src="/src/hashing/bundled.js"></script>`;
    document.body.append(frame);
    while (frame.contentDocument?.title !== 'swept') await new Promise(requestAnimationFrame);
    const names = (await indexedDB.databases()).map((it) => it.name);
    expect(names).to.not.include(name);
    frame.remove();
  });

  it('nothing is stored if the browser blocks sessionStorage, and the upload continues', async () => {
    const backend = await openBackend();
    const tab = await openWithout(backend, '');
    tab.element.selectFile(recordingNamed());
    await until(tab.element, 'transcribing', 'ready', 'failed');
    expect(tab.element.error).to.equal(null);
    expect(await countStored()).to.deep.equal([0, 0, 0]);
  });
});

// Proves that the tests above can fail: a dump contains what is stored.
it('a storage dump contains names, bytes and URLs', async () => {
  await jobs.save(leftJob('shown', ['page', 'x'], Date.now()), true);
  await jobs.saveRecording('shown', recordingFile(recordingBytes(100), 'shown.wav'));
  expect(await dumpStored())
    .to.contain('shown.wav')
    .and.to.contain('RIFF')
    .and.to.contain('http');
  await jobs.removeWhere(() => true);
  const database = await openDB('audio-transcribe');
  expect(await database.count('files')).to.equal(0);
  database.close();
});
