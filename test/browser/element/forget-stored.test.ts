/** `AudioTranscribe.forgetStored()`, for sign-out. */
import { expect } from '@open-wc/testing';
import type { AudioTranscribe } from '../../../src/index.js';
import { control, findPart, until, untilPart } from '../../support/element.js';
import { closeBackends, openBackend } from '../../support/private-backend.js';
import {
  ANNA,
  beginUpload,
  BO,
  countTokens,
  edits,
  emptyStores,
  jobs,
  openFor,
  openSlowBackend,
  recordingNamed,
} from '../../support/shared-computer.js';
import { countStored, dumpStored, leftJob, untilDump } from '../../support/stored-dump.js';
import { closeTabs, type Tab } from '../../support/tab.js';

/** Holds a transaction over everything that is stored, so that all others wait. Returns what ends it. */
const hangStorage = async (): Promise<() => void> => {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('audio-transcribe');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('not opened'));
  });
  const store = database
    .transaction([...database.objectStoreNames], 'readwrite')
    .objectStore(database.objectStoreNames[0] ?? '');
  let isHeld = true;
  await new Promise<void>((resolve) => {
    const hold = (): void => {
      resolve();
      if (isHeld) store.count().onsuccess = hold;
      else database.close();
    };
    hold();
  });
  return () => {
    isHeld = false;
  };
};

describe('forgetStored', () => {
  beforeEach(emptyStores);
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  const classOf = ({ window }: Tab): typeof AudioTranscribe =>
    (window as Window & typeof globalThis).customElements.get(
      'audio-transcribe',
    ) as typeof AudioTranscribe;

  /** Resolves once these pages have finished writing to storage. Nothing is stored for this scope. */
  const untilWritten = (...tabs: readonly Tab[]) =>
    Promise.all(tabs.map((tab) => classOf(tab).forgetStored('nobody')));

  it('deletes everything and stops work in this and other tabs', async () => {
    const backend = await openSlowBackend();
    const [one, other] = [await openFor(backend, ANNA), await openFor(backend, ANNA)];
    await beginUpload(one);
    await beginUpload(other, 'other-secret.wav');
    await edits.save('user:x', 'task', { text: 'secret' });
    await jobs.save(leftJob('left-secret', ['page', 'x'], Date.now()), true);
    await classOf(one).forgetStored();
    expect(one.element.state).to.equal('idle');
    expect(await dumpStored()).to.not.match(/http|RIFF|secret/);
    await until(other.element, 'idle');
    await untilWritten(one, other);
    expect(await countStored()).to.deep.equal([0, 0, 0]);
    expect(findPart(one.element, 'offer')).to.equal(null);
  });

  it("deletes only the given scope and leaves other users' work", async () => {
    const backend = await openSlowBackend();
    const annas = await openFor(backend, ANNA, { attributes: { 'user-key': 'anna' } });
    await beginUpload(annas);
    const bos = await openFor(backend, BO, { attributes: { 'user-key': 'bo' } });
    await beginUpload(bos, 'bos-talk.wav');
    await edits.save('page:anna', 'task', { text: 'secret' });
    await edits.save('page:bo', 'task', { text: 'his own' });
    await classOf(bos).forgetStored('anna');
    await until(annas.element, 'idle');
    const dump = await dumpStored();
    expect(dump).to.not.contain('secret');
    expect(dump).to.contain('bos-talk.wav').and.to.contain('his own');
    expect(bos.element.state).to.not.equal('idle');
  });

  it('removes a pending offer, and requests a new token before anything else is sent', async () => {
    const backend = await openSlowBackend();
    const closed = await openFor(backend, ANNA);
    await beginUpload(closed);
    closed.kill();
    const tab = await openFor(backend, ANNA);
    await untilPart(tab.element, 'offer');
    const before = await countTokens(backend);
    await classOf(tab).forgetStored();
    while (findPart(tab.element, 'offer') !== null) await new Promise(requestAnimationFrame);
    tab.element.backendUrl = backend.settingsFor(BO).backendUrl;
    tab.element.selectFile(recordingNamed('bos-talk.wav'));
    await untilDump((dump) => dump.includes('bos-talk.wav'));
    expect(await countTokens(backend)).to.equal(before + 1);
  });

  it('reaches an element that is out of the page for a moment: what comes next is of the next user', async () => {
    const backend = await openSlowBackend();
    const tokens: (string | null)[] = [];
    let user = 'anna';
    const tab = await openFor(backend, ANNA, {
      prepare: (page) => {
        const { fetch } = page;
        page.fetch = (input, init) => {
          const url = input instanceof Request ? input.url : String(input);
          if (url.includes('generate-presigned'))
            tokens.push(new Headers(init?.headers).get('authorization'));
          return fetch.call(page, input, init);
        };
      },
      properties: {
        fetchToken: () =>
          Promise.resolve({
            ...{ access_token: `token-of-${user}`, token_type: 'bearer' as const },
            ...{ expires_in: 3_600, userKey: `key-of-${user}` },
          }),
      },
    });
    const { element } = tab;
    element.selectFile(recordingNamed());
    while (tokens.length === 0) await new Promise(requestAnimationFrame);
    element.remove();
    await new Promise(requestAnimationFrame);
    await classOf(tab).forgetStored();
    expect(element.state).to.equal('idle');
    user = 'bo';
    tab.window.document.body.append(element);
    const asked = tokens.length;
    element.selectFile(recordingNamed('bos-talk.wav'));
    while (tokens.length === asked) await new Promise(requestAnimationFrame);
    expect(tokens[asked]).to.equal('Bearer token-of-bo');
  });

  it('does not store later corrections of a transcript that stays on the page', async () => {
    const backend = await openBackend();
    const tab = await openFor(backend, ANNA, {
      attributes: { 'transcription-id': 'task-1' },
      properties: {
        backend: {
          submit: () => Promise.reject(new Error('not asked for')),
          query: () =>
            Promise.resolve({
              transcription_id: 'task-1',
              status: 'SUCCESS',
              data: {
                text: 'Hello.',
                language: 'en',
                duration: 1,
                segments: [{ speaker: 'S1', start_ms: 0, end_ms: 900, text: 'Hello.' }],
              },
            }),
        },
      },
    });
    const { element } = tab;
    await until(element, 'ready', 'failed');
    expect(await countTokens(backend)).to.equal(0);
    element.edit({ kind: 'rename-speaker', from: 'S1', to: 'a secret name' });
    await untilDump((dump) => dump.includes('a secret name'));
    // Only a token tells which user made the correction.
    expect(await countTokens(backend)).to.equal(1);
    expect(await dumpStored()).to.contain('"user:');
    await classOf(tab).forgetStored();
    expect(element.state).to.equal('ready');
    element.edit({ kind: 'correct-text', segment: 0, text: 'a secret text' });
    await untilWritten(tab);
    expect(await countStored()).to.deep.equal([0, 0, 0]);
  });

  it('rejects if the storage hangs; what is left is deleted when a page is next opened', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA);
    await beginUpload(tab);
    const release = await hangStorage();
    const outcome = await classOf(tab)
      .forgetStored()
      .then(
        () => 'resolved',
        ({ message }: Error) => message,
      );
    release();
    expect(outcome).to.contain('did not respond within 5 s');
    expect(tab.element.state).to.equal('idle');
    tab.kill();
    const next = await openFor(backend, ANNA);
    await untilDump((dump) => !/http|RIFF|secret/.test(dump));
    expect(findPart(next.element, 'offer')).to.equal(null);
  });

  it('resolves if nothing was ever stored, and creates no storage', async () => {
    const backend = await openBackend();
    const tab = await openFor(backend, ANNA, { attributes: { 'no-storage': '' } });
    await classOf(tab).forgetStored();
    await classOf(tab).forgetStored('nobody');
    expect(control(tab.element, 'Choose a file')).to.not.equal(null);
  });
});
