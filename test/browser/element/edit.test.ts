/** Corrections through the element: events, storage, and `readonly`. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import {
  TranscribeError,
  type AudioTranscribe,
  type PartnerBackend,
  type TranscribeEditEvent,
} from '../../../src/index.js';
import { control, findControl, part, until, untilControl } from '../../support/element.js';

/** The button that opens the menu of a segment. */
const LINE_MENU = /^Options for/;

const data = {
  text: 'Good morning. Hello.',
  language: 'en',
  duration: 11,
  segments: [
    { speaker: 'S1', start_ms: 200, end_ms: 1_900, text: 'Good morning.' },
    { speaker: 'S2', start_ms: 2_000, end_ms: 2_900, text: 'Hello.' },
  ],
};

/** A custom backend that knows one finished task. */
const backend: PartnerBackend = {
  submit: () => Promise.reject(new Error('Nothing is submitted here.')),
  query: (id) => Promise.resolve({ transcription_id: id, status: 'SUCCESS', data }),
};

let tasks = 0;
const newTask = (): string => `edit-test-${++tasks}-${Date.now()}`;

const show = async (
  transcriptionId: string,
  more: Partial<AudioTranscribe> = {},
): Promise<{ element: AudioTranscribe; edits: TranscribeEditEvent[] }> => {
  const element = await fixture<AudioTranscribe>(
    html`<audio-transcribe .backend=${backend}></audio-transcribe>`,
  );
  const edits: TranscribeEditEvent[] = [];
  element.addEventListener('transcribe-edit', (event) => edits.push(event));
  Object.assign(element, { transcriptionId, ...more });
  await until(element, 'ready');
  return { element, edits };
};

const rename = { kind: 'rename-speaker', from: 'S1', to: 'Anna' } as const;

/** An item of a segment's menu. */
const item = (element: AudioTranscribe, name: string): HTMLElement | null =>
  element.renderRoot.querySelector<HTMLElement>(`[data-item="${name}"]`);

/** Resolves with the next edit event. */
const nextEdit = (element: AudioTranscribe): Promise<TranscribeEditEvent> =>
  new Promise((resolve) => element.addEventListener('transcribe-edit', resolve, { once: true }));

describe('corrections through the element', () => {
  it('fire an event with the operation and the whole transcript', async () => {
    const task = newTask();
    const { element, edits } = await show(task, { noStorage: true });
    element.edit(rename);
    element.edit({ kind: 'correct-text', segment: 1, text: 'Hullo.' });
    element.undo();
    element.undo();
    element.undo();
    element.redo();
    expect(edits.map(({ change, operation }) => [change, operation?.kind])).to.deep.equal([
      ['applied', 'rename-speaker'],
      ['applied', 'correct-text'],
      ['undone', 'correct-text'],
      ['undone', 'rename-speaker'],
      ['redone', 'rename-speaker'],
    ]);
    const [first] = edits;
    expect(first?.transcriptionId).to.equal(task);
    expect(first?.transcript.segments[0]?.speaker).to.equal('Anna');
    expect(first?.edits).to.deep.equal([rename]);
    expect([first?.bubbles, first?.composed]).to.deep.equal([true, true]);
    expect(element.transcript?.segments[0]?.speaker).to.equal('Anna');
    expect(part(element, 'speaker-name').textContent).to.contain('Anna');
    expect(await (await element.exportTranscript('srt')).text()).to.contain('Anna: Good morning.');
  });

  it('are restored with the same task for the same user', async () => {
    const task = newTask();
    const first = await show(task, { userKey: 'anna' });
    first.element.edit(rename);
    first.element.edit({ kind: 'correct-text', segment: 1, text: 'Hullo.' });
    first.element.undo();
    first.element.remove();

    const second = await fixture<AudioTranscribe>(
      html`<audio-transcribe user-key="anna" .backend=${backend}></audio-transcribe>`,
    );
    const restored = nextEdit(second);
    second.transcriptionId = task;
    const event = await restored;
    expect([event.change, event.operation]).to.deep.equal(['restored', null]);
    expect(second.transcript?.segments[0]?.speaker).to.equal('Anna');
    expect(second.transcript?.text).to.equal(data.text);
    await second.updateComplete;
    expect(part(second, 'speaker-name').textContent).to.contain('Anna');
    await untilControl(second, 'Undo');
    second.undo();
    expect(second.transcript?.segments[0]?.speaker).to.equal('S1');

    const other = await show(task, { userKey: 'bo' });
    await untilEditable(other.element);
    expect(other.edits).to.deep.equal([]);
    expect(other.element.transcript?.segments[0]?.speaker).to.equal('S1');
  });

  it('can be restored by the page, and are rejected as a whole if one does not apply', async () => {
    const { element, edits } = await show(newTask(), { noStorage: true });
    element.restoreEdits(JSON.parse(JSON.stringify([rename])));
    expect(element.edits).to.deep.equal([rename]);
    expect(edits.at(-1)?.change).to.equal('restored');
    expect(() => element.restoreEdits([{ kind: 'correct-text', segment: 7, text: 'x' }])).to.throw(
      RangeError,
    );
    expect(element.edits).to.deep.equal([rename]);
  });

  it('are disabled for the user by readonly', async () => {
    const { element } = await show(newTask(), { noStorage: true });
    await untilEditable(element);
    element.edit(rename);
    await element.updateComplete;
    expect(findControl(element, 'Undo') === null).to.equal(false);
    element.readOnly = true;
    await element.updateComplete;
    expect(findControl(element, 'Undo') === null).to.equal(true);
    part(element, 'speaker-name').click();
    expect(element.renderRoot.querySelector('dialog[open]')).to.equal(null);
    control(element, LINE_MENU).click();
    expect(item(element, 'correct') === null).to.equal(true);
    expect(item(element, 'link') === null).to.equal(false);
    element.readOnly = false;
    await element.updateComplete;
    expect(findControl(element, 'Undo') === null).to.equal(false);
  });

  it('need a transcript', async () => {
    const element = await fixture<AudioTranscribe>(html`<audio-transcribe></audio-transcribe>`);
    for (const act of [() => element.edit(rename), () => element.restoreEdits([])])
      expect(act).to.throw(TranscribeError, 'transcribe-ready');
    element.undo();
    element.redo();
    expect(element.edits).to.deep.equal([]);
  });

  it('are removed with the transcript', async () => {
    const { element } = await show(newTask(), { noStorage: true });
    element.edit(rename);
    element.reset();
    expect(element.edits).to.deep.equal([]);
    expect(element.transcript).to.equal(null);
  });
});

/** Resolves once the user can edit. */
const untilEditable = async (element: AudioTranscribe): Promise<void> => {
  await untilControl(element, LINE_MENU);
  while (!(await untilControl(element, /^Rename/)).checkVisibility())
    await new Promise(requestAnimationFrame);
};

describe('link to a position', () => {
  const at = (hash: string): void =>
    history.replaceState(null, '', hash || location.pathname + location.search);
  const elapsed = (element: AudioTranscribe): number[] =>
    [...element.renderRoot.querySelectorAll<HTMLElement>('[aria-current]')].map(({ dataset }) =>
      Number(dataset['index']),
    );

  afterEach(() => at(''));

  it('seeks when the transcript is shown, and whenever the fragment changes', async () => {
    at('#t=2.5');
    const { element } = await show(newTask(), { noStorage: true });
    expect(elapsed(element)).to.deep.equal([1]);
    const changed = new Promise((resolve) =>
      addEventListener('hashchange', resolve, { once: true }),
    );
    location.hash = '#t=0.5';
    await changed;
    expect(elapsed(element)).to.deep.equal([0]);
  });

  it('applies to the first element on the page, unless it names another', async () => {
    const first = await show(newTask(), { noStorage: true });
    const second = await show(newTask(), { noStorage: true, id: 'second' });
    at('#t=2.5');
    dispatchEvent(new HashChangeEvent('hashchange'));
    expect([elapsed(first.element), elapsed(second.element)]).to.deep.equal([[1], []]);
    at('#t=0.5&player=second');
    dispatchEvent(new HashChangeEvent('hashchange'));
    expect([elapsed(first.element), elapsed(second.element)]).to.deep.equal([[1], [0]]);
  });

  it('is copied from the menu of a segment', async () => {
    const { element } = await show(newTask(), { noStorage: true });
    const written: string[] = [];
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => Promise.resolve(void written.push(text)) },
    });
    try {
      control(element, LINE_MENU).click();
      item(element, 'link')?.click();
      await Promise.resolve();
      expect(new URL(written[0] ?? '').hash).to.equal('#t=0.2');
    } finally {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    }
  });
});
