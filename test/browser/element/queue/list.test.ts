/** The list of `multiple`, with the real handler and sandbox. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../../src/index.js';
import type { AudioTranscribe, StateName, UserToken } from '../../../../src/index.js';
import {
  control,
  findControl,
  part,
  readSettings,
  sample,
  scaledSample,
  textIn,
  until,
  untilControl,
} from '../../../support/element.js';
import { withLongLimits, withFastClock } from '../../../support/fast-clock.js';
import { recordingBytes, recordingFile } from '../../../support/recording.js';

const settings = await readSettings();

const makeList = async (attributes: Partial<AudioTranscribe> = {}): Promise<AudioTranscribe> => {
  const form = await fixture(html`
    <form>
      <audio-transcribe
        name="recording"
        multiple
        no-storage
        service-url=${settings.serviceUrl}
        backend-url=${settings.backendUrl}
      ></audio-transcribe>
    </form>
  `);
  const element = form.querySelector('audio-transcribe') as AudioTranscribe;
  Object.assign(element, attributes);
  if (element.multiple) await untilList(element);
  else await untilControl(element, 'Choose a file');
  return element;
};

/** The button has another text once the code of the list has come. */
const untilList = async (element: AudioTranscribe): Promise<void> => {
  await untilControl(element, 'Choose files');
};

const idsIn = (element: AudioTranscribe): readonly string[] =>
  new FormData(element.form ?? undefined).getAll('recording').map(String);

const statesOf = (element: AudioTranscribe): readonly string[] =>
  element.items.map(({ state }) => state);

const rows = (element: AudioTranscribe): readonly HTMLElement[] => [
  ...element.renderRoot.querySelectorAll<HTMLElement>('[part~="item"]'),
];

/** Resolves once the items are in these states, in order. */
const untilItems = async (element: AudioTranscribe, ...states: string[]): Promise<void> => {
  while (statesOf(element).join() !== states.join()) await new Promise(requestAnimationFrame);
  await element.updateComplete;
};

/** User tokens from the real handler that come only when they are released, so that the first upload does not start. */
const heldTokens = () => {
  let release = (): void => undefined;
  let ask = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  /** Resolves once a token is requested: the first file has been checked. If it was dropped alone, it is its turn. */
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const fetchToken = async (): Promise<UserToken> => {
    ask();
    await held;
    const answer = await fetch(`${settings.backendUrl}/user-token`, { method: 'POST' });
    return (await answer.json()) as UserToken;
  };
  return { fetchToken, asked, release: () => release() };
};

/** The same recording under another name. */
const named = async (name: string, from = 'interview.m4a'): Promise<File> =>
  new File([await sample(from)], name, { lastModified: 1 });

const broken = (name = 'notes.mp3'): File => new File(['no recording'], name, { lastModified: 1 });

const dropAll = (element: AudioTranscribe, files: readonly File[]): void => {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  element.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
};

/** A list whose first recording waits for its token, the second for its turn, and the third is broken. */
const heldList = async () => {
  const { fetchToken, asked, release } = heldTokens();
  const element = await makeList({ fetchToken });
  dropAll(element, [await named('a.m4a')]);
  await asked;
  dropAll(element, [await named('b.m4a'), broken()]);
  await untilItems(element, 'preparing', 'waiting', 'failed');
  return { element, release };
};

describe('several files', () => {
  withFastClock();

  it('are uploaded one after the other; a broken one stops no other; all ids are in the form', async () => {
    const element = await makeList({ required: true });
    const sending: string[] = [];
    const ready = new Map<string, string>();
    const states: StateName[] = [];
    element.addEventListener('transcribe-state', ({ state, item }) => {
      states.push(element.state);
      if (item === null) return;
      if (state === 'uploading') sending.push(`start ${item.name}`);
      if (state === 'submitting') sending.push(`end ${item.name}`);
    });
    element.addEventListener('transcribe-ready', ({ item, transcriptionId, transcript }) => {
      expect(transcript.text).to.not.equal('');
      if (item !== null) ready.set(item.name, transcriptionId);
    });
    const names = ['a.m4a', 'b.m4a', 'c.m4a'];
    const [a, b, c] = await Promise.all(names.map((name) => named(name)));
    if (!a || !b || !c) throw new Error('no samples');
    dropAll(element, [a, broken(), b, c]);
    expect(element.validity.valueMissing).to.equal(true);
    await untilItems(element, 'ready', 'failed', 'ready', 'ready');

    expect(sending).to.deep.equal(names.flatMap((name) => [`start ${name}`, `end ${name}`]));
    expect([...ready.keys()].sort()).to.deep.equal(names);
    expect(idsIn(element)).to.deep.equal(names.map((name) => ready.get(name)));
    expect(element.value).to.equal(idsIn(element).join());
    expect(element.validity.valid).to.equal(true);
    expect(element.state).to.equal('ready');
    expect(states).to.include('uploading');
    expect(element.getAttribute('state')).to.equal('ready');
    expect(textIn(element)).to.match(/3 of 4 ready 1 failed/);
    expect(rows(element)[1]?.textContent).to.contain('Choose an MP3, M4A or WAV file.');
    expect(element.items[1]?.error?.code).to.equal('unsupported-format');
  });

  it('opens a transcript from the list, and leads back to its button', async () => {
    const element = await makeList();
    const edited: unknown[] = [];
    element.addEventListener('transcribe-edit', ({ item }) => edited.push(item?.name));
    dropAll(element, [await named('a.m4a'), await named('b.m4a')]);
    await untilItems(element, 'ready', 'ready');
    expect(element.transcript).to.equal(null);
    const open = rows(element).map((row) => row.querySelector('button'));
    expect(open[1]?.textContent.trim()).to.equal('Open');
    open[1]?.focus();
    open[1]?.click();
    await element.updateComplete;
    await element.updateComplete;
    expect(element.transcript?.text).to.not.equal('');
    expect(rows(element)).to.have.length(0);
    expect(part(element, 'title').textContent.trim()).to.equal('b');
    expect(element.renderRoot.querySelector(':focus')).to.equal(control(element, 'All recordings'));
    expect(findControl(element, 'Transcribe another recording')).to.equal(null);
    expect(part(element, 'card').getAttribute('aria-label')).to.equal('Transcript of b');
    element.edit({ kind: 'correct-text', segment: 0, text: 'Corrected.' });
    expect(edited).to.deep.equal(['b.m4a']);

    control(element, 'All recordings').click();
    await element.updateComplete;
    expect(element.transcript).to.equal(null);
    const focused = element.renderRoot.querySelector(':focus');
    expect(focused?.textContent?.trim()).to.equal('Open');
    expect(focused?.closest('li')?.textContent).to.contain('b.m4a');
  });

  it('closes its transcript when the page shows a task, and is back when the page does not', async () => {
    const element = await makeList();
    dropAll(element, [await named('a.m4a'), await named('b.m4a')]);
    await untilItems(element, 'ready', 'ready');
    control(element, 'Open').click();
    await untilControl(element, 'All recordings');
    element.transcriptionId = element.items[1]?.transcriptionId ?? null;
    await until(element, 'ready');
    expect(rows(element)).to.have.length(0);
    element.transcriptionId = null;
    await element.updateComplete;
    expect(element.transcript).to.equal(null);
    expect(rows(element)).to.have.length(2);
  });

  it('can be removed, paused and resumed, each on its own', async () => {
    const { element, release } = await heldList();
    element.pause();
    await untilItems(element, 'paused', 'waiting', 'failed');
    expect(element.state).to.equal('paused');
    dropAll(element, [await named('c.m4a')]);
    await untilItems(element, 'paused', 'waiting', 'failed', 'waiting');
    element.removeItem(element.items[3]?.id ?? '');
    element.removeItem(element.items[2]?.id ?? '');
    element.removeItem(element.items[0]?.id ?? '');
    expect(statesOf(element)).to.deep.equal(['waiting']);
    element.resume();
    release();
    await untilItems(element, 'ready');
    element.reset();
    await until(element, 'idle');
    expect(element.items).to.deep.equal([]);
    expect(idsIn(element)).to.deep.equal([]);
  });

  it('that the person has removed can be put back, and go on: one task each', async () => {
    const { element, release } = await heldList();
    for (const [at, name] of ['a.m4a', 'b.m4a', 'notes.mp3'].entries()) {
      const remove = control(element, `Remove ${name}`);
      remove.focus();
      remove.click();
      const undo = await untilControl(element, 'Undo');
      expect(element.shadowRoot?.activeElement === undo, 'focused').to.equal(true);
      expect(element.items.map((item) => item.name)).not.to.contain(name);
      expect(
        rows(element)
          .map((row) => row.textContent)
          .join(),
      ).to.contain(`“${name}” was removed.`);
      undo.click();
      await untilControl(element, `Remove ${name}`);
      expect(element.items.map((item) => item.name)[at]).to.equal(name);
    }
    release();
    await untilItems(element, 'ready', 'ready', 'failed');
    expect(new Set(idsIn(element)).size).to.equal(2);
    control(element, 'Remove a.m4a').click();
    await untilControl(element, 'Undo');
    expect(idsIn(element)).to.have.length(1);
    control(element, 'Remove b.m4a').click();
    await untilItems(element, 'failed');
    expect(rows(element)).to.have.length(2);
    (await untilControl(element, 'Undo')).click();
    await untilItems(element, 'ready', 'failed');
    element.reset();
    await until(element, 'idle');
    expect(rows(element)).to.have.length(0);
  });

  it('that were removed are gone for good once the list does something else, or the page is left', async () => {
    for (const act of [
      (element: AudioTranscribe) => element.selectFile(broken()),
      () => dispatchEvent(new Event('pagehide')),
      (element: AudioTranscribe) => element.remove(),
    ]) {
      const element = await makeList({ manualStart: true });
      dropAll(element, [await named('a.m4a')]);
      await untilItems(element, 'waiting');
      control(element, 'Remove a.m4a').click();
      await untilControl(element, 'Undo');
      act(element);
      await element.updateComplete;
      expect(findControl(element, 'Undo')).to.equal(null);
      expect(element.items.filter(({ name }) => name === 'a.m4a')).to.have.length(0);
    }
  });

  it('are not added twice, and a broken one is replaced', async () => {
    const element = await makeList({ manualStart: true });
    const one = await named('a.m4a');
    dropAll(element, [one, broken()]);
    await untilItems(element, 'waiting', 'failed');
    dropAll(element, [one, broken(), await named('b.m4a')]);
    await untilItems(element, 'waiting', 'failed', 'waiting');
    expect(element.items.map(({ name }) => name)).to.deep.equal(['a.m4a', 'notes.mp3', 'b.m4a']);
    expect(part(element, 'hint').textContent).to.contain('“a.m4a” is already in the list.');
    expect(element.state).to.equal('preparing');
  });

  it('wait for start() with manual-start', async () => {
    const element = await makeList({ manualStart: true });
    dropAll(element, [await named('a.m4a'), await named('b.m4a')]);
    await untilItems(element, 'waiting', 'waiting');
    control(element, 'Start').click();
    await untilItems(element, 'ready', 'ready');
  });

  it('continue after the element was moved, and stop while it is removed', async () => {
    const { fetchToken, release } = heldTokens();
    const element = await makeList({ fetchToken });
    dropAll(element, [await named('a.m4a'), await named('b.m4a')]);
    await untilItems(element, 'preparing', 'waiting');
    const form = element.form as HTMLFormElement;
    element.remove();
    await Promise.resolve();
    release();
    await until(element, 'preparing');
    form.append(element);
    await untilItems(element, 'ready', 'ready');
  });

  it('of 200 added at once, only the rows that change are rendered', async () => {
    const element = await makeList({ manualStart: true });
    const bytes = recordingBytes(2_000);
    const files = Array.from({ length: 200 }, (_, index) => recordingFile(bytes, `${index}.wav`));
    // Each rendering of a row divides its name into characters.
    const { segment } = Intl.Segmenter.prototype;
    let rendered = 0;
    Intl.Segmenter.prototype.segment = function (text) {
      rendered += 1;
      return segment.call(this, text);
    };
    try {
      dropAll(element, files);
      await untilItems(element, ...files.map(() => 'waiting'));
    } finally {
      Intl.Segmenter.prototype.segment = segment;
    }
    expect(rows(element).length).to.equal(200);
    expect(rendered / 200, 'renderings of a row').to.be.within(1, 10);
  });

  it('show all rows again in another language, with other texts, and while disabled', async () => {
    const element = await makeList({ manualStart: true });
    dropAll(element, [await named('a.m4a'), broken()]);
    await untilItems(element, 'waiting', 'failed');
    const texts = (): readonly string[] =>
      rows(element).map(({ textContent }) => textContent.replace(/\s+/g, ' '));
    const removeButtons = (): readonly HTMLButtonElement[] => [
      ...element.renderRoot.querySelectorAll<HTMLButtonElement>('button[aria-label^="Entfernen"]'),
    ];

    element.lang = 'de';
    while (!texts()[0]?.includes('Wartet')) await new Promise(requestAnimationFrame);
    expect(texts()[1]).to.contain('Diese Datei');
    element.strings = { queue: { waiting: 'In der Schlange' } };
    await element.updateComplete;
    expect(texts()[0]).to.contain('In der Schlange');
    element.disabled = true;
    await element.updateComplete;
    expect(removeButtons().map(({ disabled }) => disabled)).to.deep.equal([true, true]);
  });
});

describe('a list', () => {
  withFastClock();

  const countSubmissions = (element: AudioTranscribe): (() => number) => {
    let count = 0;
    element.addEventListener('transcribe-submitted', () => (count += 1));
    return () => count;
  };

  it('begins with the recording that is running, and submits it once', async () => {
    const { fetchToken, asked, release } = heldTokens();
    const element = await makeList({ fetchToken, multiple: false });
    const submitted = countSubmissions(element);
    dropAll(element, [await named('a.m4a')]);
    await asked;
    element.multiple = true;
    await untilItems(element, 'preparing');
    expect(element.state).to.equal('preparing');
    dropAll(element, [await named('b.m4a')]);
    release();
    await untilItems(element, 'ready', 'ready');
    expect(element.items.map(({ name }) => name)).to.deep.equal(['a.m4a', 'b.m4a']);
    expect(idsIn(element)).to.have.length(2);
    expect(submitted()).to.equal(2);
  });

  it('shows a transcript that was there before as an item', async () => {
    const element = await makeList({ multiple: false });
    dropAll(element, [await named('a.m4a')]);
    await until(element, 'ready');
    element.multiple = true;
    await untilItems(element, 'ready');
    expect(element.transcript).to.equal(null);
    control(element, 'Open').click();
    await untilControl(element, 'All recordings');
    expect(element.transcript?.text).to.not.equal('');
  });

  it('that ends leaves its first recording, and goes on with the others once it is back', async () => {
    const { fetchToken, asked, release } = heldTokens();
    const element = await makeList({ fetchToken });
    const submitted = countSubmissions(element);
    dropAll(element, [await named('a.m4a')]);
    await asked;
    dropAll(element, [await named('b.m4a')]);
    await untilItems(element, 'preparing', 'waiting');
    element.multiple = false;
    await until(element, 'preparing');
    await element.updateComplete;
    expect(element.items).to.deep.equal([]);
    expect(element.getAttribute('state')).to.equal('preparing');
    expect(textIn(element)).to.contain('a.m4a');
    release();
    await until(element, 'ready');
    expect(submitted()).to.equal(1);
    expect(part(element, 'title').textContent).to.contain('a');
    element.multiple = true;
    await untilItems(element, 'ready', 'ready');
    expect(submitted()).to.equal(2);
    expect(element.items.map(({ name }) => name)).to.deep.equal(['a.m4a', 'b.m4a']);
  });

  it('that ends without a recording leaves the element idle', async () => {
    const element = await makeList();
    element.multiple = false;
    await untilControl(element, 'Choose a file');
    expect(element.state).to.equal('idle');
    expect(element.hasAttribute('state')).to.equal(false);
  });
});

describe('without multiple', () => {
  withFastClock();

  it('takes one of several dropped files, and says so', async () => {
    const element: AudioTranscribe = await fixture(
      html`<audio-transcribe no-storage manual-start></audio-transcribe>`,
    );
    dropAll(element, [broken('a.mp3'), broken('b.mp3')]);
    await until(element, 'failed');
    await element.updateComplete;
    expect(textIn(element)).to.contain('only “a.mp3” was added');
    expect(element.items).to.deep.equal([]);
  });
});

describe('several files, one of them without sound', () => {
  withLongLimits();

  it('are submitted, and that one asks in its row', async () => {
    const element = await makeList();
    dropAll(element, [await scaledSample('voicemail.wav', 0), await named('b.m4a')]);
    const isAsking = (): boolean => statesOf(element)[0] === 'failed';
    const goesOn = (at: number): boolean => /transcribing|ready/.test(statesOf(element)[at] ?? '');
    while (!(isAsking() && goesOn(1))) await new Promise(requestAnimationFrame);
    await element.updateComplete;
    expect(element.items.map(({ error }) => error?.code)).to.deep.equal(['no-sound', undefined]);
    const [row] = rows(element);
    expect(row?.textContent).to.contain('We hear nothing in this recording.');
    expect(idsIn(element).length).to.equal(1);
    control(element, /^Transcribe anyway/).click();
    while (!goesOn(0)) await new Promise(requestAnimationFrame);
    expect(idsIn(element).length).to.equal(2);
    element.cancel();
  });
});
