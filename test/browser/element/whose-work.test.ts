/** Several elements and pages of one user: each continues its own work, and sees nothing of what is sent elsewhere. */
import { expect } from '@open-wc/testing';
import type { AudioTranscribe } from '../../../src/index.js';
import { control, findPart, until, untilPart } from '../../support/element.js';
import { closeBackends, openBackend, type PrivateBackend } from '../../support/private-backend.js';
import {
  ANNA,
  emptyStores,
  openFor,
  openSlowBackend,
  recordingNamed,
} from '../../support/shared-computer.js';
import { untilDump } from '../../support/stored-dump.js';
import { closeTabs, type Tab } from '../../support/tab.js';

const ELEMENT = '<audio-transcribe></audio-transcribe>';
const NAMED =
  '<audio-transcribe name="first"></audio-transcribe><audio-transcribe name="second"></audio-transcribe>';

const textOf = (element: AudioTranscribe | undefined): string =>
  element?.shadowRoot?.textContent ?? '';

/** Begins uploads of these recordings, in order; an empty name begins none. Resolves once they are stored. */
const begin = async (tab: Tab, ...names: readonly string[]): Promise<void> => {
  names.forEach((name, index) => {
    if (name !== '') tab.elements[index]?.selectFile(recordingNamed(name));
  });
  const uploads = names.filter((name) => name !== '');
  await untilDump(
    (dump) =>
      uploads.every((name) => dump.includes(name)) &&
      dump.split('"plan"').length > uploads.length &&
      dump.split('RIFF').length > uploads.length,
  );
};

/** Resolves once the elements are in these states, and show these recordings. */
const expectUploads = async (tab: Tab, ...names: readonly string[]): Promise<void> => {
  for (const [index, name] of names.entries()) {
    const element = tab.elements[index];
    if (element === undefined) throw new Error('The element is missing.');
    if (name !== '') await until(element, 'uploading');
  }
  for (const [index, name] of names.entries()) {
    const element = tab.elements[index];
    await element?.updateComplete;
    if (name === '') expect(element?.state).to.equal('idle');
    else expect(textOf(element)).to.contain(name);
  }
};

/** When an element that looks later shows its offer, those before it have looked. */
const untilLooked = async (backend: PrivateBackend): Promise<void> => {
  const other = await openFor(backend, ANNA, { session: 'another tab' });
  await untilPart(other.element, 'offer');
  other.kill();
};

describe('several elements of a page', () => {
  beforeEach(emptyStores);
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const [how, markup] of [
    ['with names', NAMED],
    ['without ids and names', ELEMENT + ELEMENT],
    ['with the same name', '<audio-transcribe name="all"></audio-transcribe>'.repeat(2)],
  ] as const) {
    it(`each continue their own upload after a reload: ${how}`, async () => {
      const backend = await openSlowBackend();
      const tab = await openFor(backend, ANNA, { markup: `<form>${markup}</form>` });
      await begin(tab, 'one.wav', 'two.wav');
      await expectUploads(tab, 'one.wav', 'two.wav');
      await tab.reload();
      await expectUploads(tab, 'one.wav', 'two.wav');
    });
  }

  it('send the ids of their own recordings with the form after a reload', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA, { markup: `<form>${NAMED}</form>` });
    await begin(tab, 'one.wav', 'two.wav');
    await tab.reload();
    await expectUploads(tab, 'one.wav', 'two.wav');
    await backend.setFaults([]);
    // A part that is never answered is sent again after a pause.
    for (const element of tab.elements) {
      element.pause();
      element.resume();
    }
    for (const element of tab.elements) await until(element, 'transcribing', 'ready');
    const [first, second] = tab.elements;
    expect(textOf(first)).to.contain('one.wav');
    const data = new FormData(tab.window.document.querySelector('form') ?? undefined);
    expect(data.get('first')).to.equal(first?.value);
    expect(data.get('second')).to.equal(second?.value);
    expect(first?.value).to.not.equal('');
    expect(first?.value).to.not.equal(second?.value);
    expect(await backend.tasks()).to.have.length(2);
  });

  it('leave the only upload to the second element after a reload', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA, { markup: ELEMENT + ELEMENT });
    await begin(tab, '', 'two.wav');
    await tab.reload();
    await expectUploads(tab, '', 'two.wav');
    expect(findPart(tab.element, 'offer')).to.equal(null);
  });

  it('continue their own uploads although another element comes before or after them', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA, { markup: NAMED });
    await begin(tab, 'one.wav', 'two.wav');
    await tab.reload(ELEMENT + NAMED + ELEMENT);
    await expectUploads(tab, '', 'one.wav', 'two.wav', '');
  });

  it('continue their own uploads although a script has added an element', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA, { markup: ELEMENT + ELEMENT });
    await tab.add(ELEMENT, 'afterbegin');
    await begin(tab, 'added.wav', 'one.wav', 'two.wav');
    await tab.reload();
    await expectUploads(tab, 'one.wav', 'two.wav');
    await tab.add(ELEMENT, 'afterbegin');
    await expectUploads(tab, 'added.wav', 'one.wav', 'two.wav');
  });

  it('offer an upload whose element can’t be told any more, and do not continue it', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA, { markup: ELEMENT });
    await begin(tab, 'one.wav');
    await tab.reload(ELEMENT + ELEMENT);
    for (const element of tab.elements) {
      await untilPart(element, 'offer');
      expect(element.state).to.equal('idle');
    }
    control(tab.element, 'Continue upload').click();
    await expectUploads(tab, 'one.wav', '');
    while (findPart(tab.elements[1] ?? tab.element, 'offer'))
      await new Promise(requestAnimationFrame);
  });

  it('do not offer what another one works on', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA, { markup: ELEMENT + ELEMENT });
    await begin(tab, 'one.wav');
    await untilLooked(backend);
    expect(findPart(tab.elements[1] ?? tab.element, 'offer')).to.equal(null);
    // The same file in another field is another recording.
    tab.elements[1]?.selectFile(recordingNamed('one.wav'));
    await expectUploads(tab, 'one.wav', 'one.wav');
  });

  it('of another service see and send nothing', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA, { markup: ELEMENT });
    await begin(tab, 'one.wav');
    const other = await openSlowBackend();
    await tab.reload(
      `<audio-transcribe service-url="${other.settings.serviceUrl}"></audio-transcribe>`,
    );
    await untilLooked(backend);
    expect(findPart(tab.element, 'offer')).to.equal(null);
    expect(tab.element.state).to.equal('idle');
    expect(await other.log()).to.deep.equal([]);
  });

  it('of another backend see nothing, and find their work once the backend is set', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA, { attributes: { 'user-key': 'anna' } });
    await begin(tab, 'one.wav');
    await tab.reload('<audio-transcribe backend-url="/another"></audio-transcribe>');
    await tab.element.updateComplete;
    expect(findPart(tab.element, 'offer')).to.equal(null);
    tab.element.backendUrl = backend.settingsFor(ANNA).backendUrl;
    await expectUploads(tab, 'one.wav');
  });
});

describe('another page', () => {
  beforeEach(emptyStores);
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  it('offers the upload of this tab, and does not continue it by itself', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA, { session: 'one tab' });
    await begin(tab, 'one.wav');
    tab.window.history.replaceState(null, '', `${tab.window.location.search}&case=2`);
    await tab.reload();
    expect((await untilPart(tab.element, 'offer')).textContent).to.contain('one.wav');
    expect(tab.element.state).to.equal('idle');
    control(tab.element, 'Continue upload').click();
    await expectUploads(tab, 'one.wav');
    // From now on it belongs to this page.
    await untilDump((dump) => dump.includes('case=2'));
  });
});

describe('an element that was removed', () => {
  beforeEach(emptyStores);
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  it('continues when it comes back', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA);
    await begin(tab, 'one.wav');
    const { element } = tab;
    element.remove();
    await untilLooked(backend);
    tab.window.document.body.append(element);
    await expectUploads(tab, 'one.wav');
    expect(findPart(element, 'offer')).to.equal(null);
  });

  it('continues in a new element in its place', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA, { markup: NAMED });
    await begin(tab, 'one.wav', 'two.wav');
    tab.elements[1]?.remove();
    await untilLooked(backend);
    await tab.add('<audio-transcribe name="second"></audio-transcribe>');
    await expectUploads(tab, 'one.wav', 'two.wav');
  });

  it('is offered in another place of the page', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA, { markup: NAMED });
    await begin(tab, '', 'two.wav');
    tab.elements[1]?.remove();
    await untilLooked(backend);
    const [other] = await tab.add('<audio-transcribe name="third"></audio-transcribe>');
    if (other === undefined) throw new Error('The element is missing.');
    expect((await untilPart(other, 'offer')).textContent).to.contain('two.wav');
    expect(other.state).to.equal('idle');
  });

  it('waits for the person if it was paused', async () => {
    const backend = await openSlowBackend();
    const tab = await openFor(backend, ANNA);
    await begin(tab, 'one.wav');
    tab.element.pause();
    tab.element.remove();
    await untilLooked(backend);
    const [element] = await tab.add(ELEMENT);
    if (element === undefined) throw new Error('The element is missing.');
    await untilPart(element, 'offer');
    expect(element.state).to.equal('idle');
  });

  it('continues its list of recordings in a new element', async () => {
    const backend = await openSlowBackend();
    const markup = '<audio-transcribe multiple></audio-transcribe>';
    const tab = await openFor(backend, ANNA, { markup, session: 'a list' });
    await begin(tab, 'one.wav');
    tab.element.remove();
    await untilLooked(backend);
    const [element] = await tab.add(markup);
    while (element?.items[0]?.state !== 'uploading') await new Promise(requestAnimationFrame);
    expect(element.items.map(({ name }) => name)).to.deep.equal(['one.wav']);
  });
});

describe('what was paid for', () => {
  beforeEach(emptyStores);
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const [what, set, next] of [
    ['a task', { transcriptionId: 'another-task' }, 'another-task'],
    ['an address', { fileUrl: 'https://cdn.example/talk.mp3' }, 'task-of-address'],
  ] as const)
    for (const isLost of [false, true])
      it(`stays stored when the page shows ${what}, and is offered later (${isLost ? 'no answer yet' : 'with a task'})`, async () => {
        const tab = await openFor(await openBackend(), ANNA, {
          attributes: { 'user-key': 'anna' },
          properties: {
            backend: {
              submit: ({ file_url }) => {
                const isAddress = file_url.includes('cdn.example');
                if (isLost && !isAddress) return new Promise(() => undefined);
                const transcription_id = isAddress ? 'task-of-address' : 'paid-task';
                return Promise.resolve({ transcription_id, status: 'PENDING', data: {} });
              },
              query: (id) =>
                Promise.resolve({ transcription_id: id, status: 'PROGRESS', data: {} }),
            },
          },
        });
        const { element } = tab;
        element.selectFile(recordingNamed('one.wav'));
        await untilDump((dump) => dump.includes(isLost ? '"submissionAskedAtMs"' : '"paid-task"'));
        Object.assign(element, set);
        while (element.value !== next) await new Promise(requestAnimationFrame);
        element.reset();
        expect((await untilPart(element, 'offer')).textContent).to.contain('one.wav');
        expect(element.state).to.equal('idle');
      });
});

describe('an address', () => {
  beforeEach(emptyStores);
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  it('leads to one task, although the next page gets its first token late', async () => {
    let tasks = 0;
    /** The page has no token until its element works. */
    let waitsFor: (() => string) | null = null;
    const tab = await openFor(await openSlowBackend(), ANNA, {
      shortWaits: true,
      properties: {
        fileUrl: 'https://cdn.example/talk.mp3',
        // It knows no keys of submissions.
        backend: {
          submit: () => {
            tasks += 1;
            return Promise.resolve({
              ...{ transcription_id: `task-${tasks}`, status: 'PENDING', data: {} },
            });
          },
          query: (id) => Promise.resolve({ transcription_id: id, status: 'PROGRESS', data: {} }),
        },
        fetchToken: () =>
          waitsFor?.() === 'idle'
            ? Promise.reject(new Error('no session yet'))
            : Promise.resolve({
                ...{ access_token: 'token', token_type: 'bearer' as const, expires_in: 3_600 },
                userKey: 'key-of-anna',
              }),
      },
    });
    await until(tab.element, 'transcribing');
    await untilDump((dump) => dump.includes('task-1'));
    waitsFor = () => tab.element.state;
    await tab.reload();
    await until(tab.element, 'transcribing', 'failed');
    expect(tab.element.error?.message).to.equal(undefined);
    expect(tab.element.value).to.equal('task-1');
    expect(tasks).to.equal(1);
  });
});
