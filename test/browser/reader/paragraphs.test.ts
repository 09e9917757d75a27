/** Editing a paragraph as one text. */
import { expect } from '@open-wc/testing';
import { recordSeeks } from '../../support/record-seeks.js';
import { waitUntil } from '../../support/wait-until.js';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { loadCorrections } from '../../../src/reader/text-tools.js';
import { findControl } from '../../support/element.js';
import {
  chooseForLine,
  happened,
  press,
  showEditable,
  showReader,
  until,
  wave,
  type ReaderHost,
} from './reader-support.js';

/** Two paragraphs of Anna around one of Bob. */
const call = normaliseTranscript({
  language: 'en',
  duration: 6,
  segments: [
    { speaker: 'Anna', start_ms: 0, end_ms: 1000, text: 'Good morning.' },
    { speaker: 'Anna', start_ms: 1000, end_ms: 2000, text: 'Shall we begin?' },
    { speaker: 'Bob', start_ms: 2000, end_ms: 3000, text: 'Yes, please.' },
    { speaker: 'Anna', start_ms: 3000, end_ms: 4000, text: 'Then let us start.' },
  ],
});

const names = (host: ReaderHost): string[] =>
  host.all('[part~="speaker-name"]').map((name) => name.textContent.trim());

const field = (host: ReaderHost): HTMLTextAreaElement => host.one('textarea');

const selected = (host: ReaderHost): string => {
  const { value, selectionStart, selectionEnd } = field(host);
  return value.slice(selectionStart, selectionEnd);
};

const type = (host: ReaderHost, text: string): void => {
  field(host).value = text;
  field(host).dispatchEvent(new Event('input', { bubbles: true }));
};

const typeName = (host: ReaderHost, name: string, label = 'New name'): void => {
  host.field(label).value = name;
  host.field(label).dispatchEvent(new Event('input', { bubbles: true }));
};

const open = async (segment = 0, audio: string | null = null): Promise<ReaderHost> => {
  const host = await showEditable(call, audio);
  if (audio !== null && host.audio.readyState < 1) await happened(host.audio, 'loadedmetadata');
  await chooseForLine(host, segment, 'Edit text');
  return host;
};

describe('a paragraph is edited as one text', () => {
  it('opens with all its segments, named by its time, and hides the paragraph', async () => {
    const host = await open(1);
    expect(field(host).value).to.equal('Good morning. Shall we begin?');
    const [name] = field(host).labels;
    expect(name?.textContent).to.equal('Text at 0:00');
    expect(name?.closest('[lang]')).to.equal(null);
    expect(host.shadowRoot?.activeElement === field(host)).to.equal(true);
    expect(field(host).selectionStart).to.equal('Good morning. '.length);
    expect(host.paragraphs[0]?.hidden).to.equal(true);
    await expect(host).to.be.accessible();
  });

  it('opens at the pressed word on a double click', async () => {
    const host = await showEditable(call);
    const text = host.text(1);
    const range = new Range();
    range.setStart(text.firstChild ?? text, 6);
    range.setEnd(text.firstChild ?? text, 8);
    // WebKitGTK lays the text out with the first frame.
    await until(() => range.getBoundingClientRect().width > 0);
    const { left, top, width, height } = range.getBoundingClientRect();
    text.dispatchEvent(
      new MouseEvent('dblclick', {
        ...{ bubbles: true, composed: true },
        ...{ clientX: left + width / 2, clientY: top + height / 2 },
      }),
    );
    expect(field(host).selectionStart).to.equal('Good morning. Shall '.length);
    expect(selected(host), 'typing replaces the word').to.equal('we');
  });

  it('opens with the playing word selected, without its comma, and the caret before it', async () => {
    const host = await showEditable(call, wave(6));
    if (host.audio.readyState < 1) await happened(host.audio, 'loadedmetadata');
    host.seek(2_100);
    await until(() => host.marked.includes(2));
    press(host.focusLine(2), 'e');
    expect(selected(host)).to.equal('Yes');
    expect(field(host).selectionDirection).to.equal('backward');
    press(field(host), 'Escape');
    press(host.focusLine(0), 'e');
    expect(selected(host), 'nothing plays there').to.equal('');
  });

  it('opens the line that was heard last with E in a pause, with its last word selected', async () => {
    const segments = call.segments.map((one, at) =>
      at < 3 ? one : { ...one, start_ms: 58_000, end_ms: 59_000 },
    );
    const host = await showEditable({ ...call, duration: 60, segments }, wave(60));
    host.audio.muted = true;
    await host.audio.play();
    host.seek(10_000);
    await until(() => !host.audio.seeking && host.marked.length === 0);
    press(host.focusLine(0), 'e');
    expect(field(host).value).to.equal('Yes, please.');
    expect(selected(host)).to.equal('please');
    host.audio.pause();
  });

  it('ignores the key that opened it while it is held', async () => {
    const host = await showEditable(call);
    press(host.focusLine(2), 'e');
    expect(press(field(host), 'e', { repeat: true }).defaultPrevented).to.equal(true);
    expect(press(field(host), 'e').defaultPrevented).to.equal(false);
    expect(press(field(host), 'e', { repeat: true }).defaultPrevented).to.equal(false);
  });

  it('opens once stored corrections are read if E was pressed before, also if lines have moved', async () => {
    const host = await showReader({ transcript: call });
    host.change({ editing: null, editsSoon: true });
    press(host.focusLine(2), 'e');
    expect(host.all('textarea')).to.have.length(0);
    const { transcript } = host.content ?? {};
    const corrected = { ...call, ...transcript, segments: call.segments.slice(1) };
    host.change({ transcript: corrected });
    host.change({ editing: { canUndo: false, canRedo: false }, editsSoon: false });
    await until(() => host.all('textarea').length === 1);
    expect(field(host).value).to.equal('Yes, please.');
  });

  it('does not open later in a transcript that nobody may correct', async () => {
    const host = await showReader({ transcript: call });
    host.change({ editing: null, editsSoon: true });
    press(host.focusLine(2), 'e');
    host.change({ editsSoon: false });
    host.change({ editing: { canUndo: false, canRedo: false } });
    await loadCorrections();
    await host.updateComplete;
    expect(host.all('textarea')).to.have.length(0);
  });

  it('opens the focused line with E, and says so in the list of keys', async () => {
    const host = await showEditable(call);
    press(host.focusLine(2), 'e');
    expect(field(host).value).to.equal('Yes, please.');
    press(field(host), 'Escape');
    press(host.byPart('reader'), '?');
    const help = host.popup('Keyboard shortcuts').innerText;
    for (const line of ['Edit text', 'Save and next', 'F8', 'Shift+Enter', 'Back 3 seconds'])
      expect(help).to.contain(line);
  });

  it('saves only the changed segments, as one step of undo', async () => {
    const host = await open();
    type(host, 'Good evening. Shall we start?');
    press(field(host), 's', { ctrlKey: true });
    expect(host.history?.edits).to.deep.equal([
      { kind: 'correct-text', segment: 0, text: 'Good evening.' },
      { kind: 'correct-text', segment: 1, text: 'Shall we start?' },
    ]);
    await waitUntil(() => host.all('textarea').length === 0);
    expect(host.paragraphs[0]?.hidden).to.equal(false);
    expect(host.said.at(-1)).to.equal('Text saved');
    await host.updateComplete;
    host.control('Undo').click();
    expect(host.texts.slice(0, 2)).to.deep.equal(['Good morning.', 'Shall we begin?']);
    expect(host.history?.edits).to.deep.equal([]);
    await host.updateComplete;
    host.control('Redo').click();
    expect(host.texts.slice(0, 2)).to.deep.equal(['Good evening.', 'Shall we start?']);
  });

  it('edits one line in the view with a line for each segment', async () => {
    const host = await showEditable(call);
    host.control('More').click();
    host.control('One line per sentence').click();
    await chooseForLine(host, 1, 'Edit text');
    expect(field(host).value).to.equal('Shall we begin?');
    expect(host.text(1).hidden).to.equal(true);
  });

  it('saves and goes on with Enter, goes back with Shift+Enter, and accepts an unchanged text', async () => {
    const host = await open();
    type(host, 'Good day. Shall we begin?');
    press(field(host), 'Enter');
    expect(field(host).value).to.equal('Yes, please.');
    expect(host.history?.edits).to.have.length(1);
    press(field(host), 'Enter');
    expect(field(host).value).to.equal('Then let us start.');
    expect(host.history?.edits).to.have.length(1);
    press(field(host), 'Enter', { shiftKey: true });
    expect(field(host).value).to.equal('Yes, please.');
    press(field(host), 'Enter');
    press(field(host), 'Enter');
    expect(host.all('textarea'), 'after the last paragraph').to.have.length(0);
  });

  it('removes a paragraph whose text was removed', async () => {
    const host = await open(2);
    type(host, '  ');
    press(field(host), 's', { metaKey: true });
    expect(names(host)).to.deep.equal(['Anna']);
    expect(host.history?.current.segments[2]?.text).to.equal('');
  });

  it('is not offered in a transcript that cannot be edited', async () => {
    const host = await showReader({ transcript: call });
    press(host.focusLine(2), 'e');
    host.text(0).dispatchEvent(new MouseEvent('dblclick', { bubbles: true, composed: true }));
    expect(host.all('textarea')).to.have.length(0);
  });

  it('keeps the field, its text and the caret when another correction moves its rows', async () => {
    const host = await open(1);
    type(host, 'Good morning. Shall we go?');
    field(host).setSelectionRange(5, 8);
    const { history } = host;
    if (!history) throw new Error('The transcript can be edited.');
    const moved = {
      ...history.current,
      segments: history.current.segments.map((one) => ({ ...one, speaker: 'Eve' })),
    };
    host.change({ transcript: moved });
    expect(field(host).value).to.equal('Good morning. Shall we go?');
    expect(host.shadowRoot?.activeElement === field(host)).to.equal(true);
    expect([field(host).selectionStart, field(host).selectionEnd]).to.deep.equal([5, 8]);
  });
});

describe('keys while text is typed', () => {
  it('belong to the text during composition, unless the input method leaves a function key alone', async () => {
    const host = await open();
    for (const [key, more] of [
      ['Enter', { isComposing: true }],
      ['Enter', { keyCode: 229 }],
      ['F7', { keyCode: 229, isComposing: true }],
      ['Process', { keyCode: 229 }],
      ['Escape', { isComposing: true }],
      ['k', {}],
      [' ', {}],
      ['e', { ctrlKey: true, altKey: true }],
      ['?', { shiftKey: true }],
    ] as const)
      expect(press(field(host), key, more).defaultPrevented, key).to.equal(false);
    expect(host.all('textarea')).to.have.length(1);
    expect(press(field(host), 'F9', { isComposing: true, keyCode: 120 }).defaultPrevented).to.equal(
      true,
    );
  });

  it('play, pause, skip, change the speed and repeat the paragraph', async () => {
    const host = await open(3, wave(6));
    press(field(host), 'F8');
    await until(() => !host.audio.paused);
    press(field(host), 'F8');
    expect(host.audio.paused).to.equal(true);
    press(field(host), 'F9');
    await until(() => host.audio.currentTime >= 3);
    press(field(host), 'F7');
    await until(() => host.audio.currentTime < 1);
    press(field(host), 'F4');
    expect(host.audio.playbackRate).to.be.greaterThan(1);
    press(field(host), 'F3');
    expect(host.audio.playbackRate).to.equal(1);
    press(field(host), 'F8', { shiftKey: true });
    await until(() => !host.audio.paused && host.audio.currentTime >= 3);
    await host.updateComplete;
    expect(host.control('Repeat this paragraph').getAttribute('aria-pressed')).to.equal('true');
    press(field(host), 'F8', { shiftKey: true });
    await host.updateComplete;
    expect(host.control('Repeat this paragraph').getAttribute('aria-pressed')).to.equal('false');
    expect(host.shadowRoot?.activeElement === field(host)).to.equal(true);
  });

  it('are shown under the field', async () => {
    const host = await open(0, wave(6));
    const keys = host
      .all('form [aria-keyshortcuts]')
      .map((button) => button.getAttribute('aria-keyshortcuts'));
    expect(keys).to.have.members([
      ...['F7', 'F8', 'F9', 'Shift+F8', 'F3', 'F4', 'F2'],
      ...['Enter', 'Shift+Enter', 'Control+S', 'Control+Enter', 'Escape'],
    ]);
    expect(host.control('Forward 3 seconds').dataset['key']).to.equal('F9');
    expect(host.control(/^Save and next/).innerText).to.contain('Enter');
  });

  it('have icons with legible seconds, and forward mirrors back', async () => {
    const host = await open(0, wave(6));
    const [back, forward] = host.all('form button text');
    expect([back, forward].map((text) => text && getComputedStyle(text).stroke)).to.deep.equal([
      'none',
      'none',
    ]);
    const turn = (text: Element | undefined): string =>
      getComputedStyle(text?.previousElementSibling ?? document.body).transform;
    expect(turn(back)).to.equal('none');
    expect(turn(forward)).to.contain('matrix(-1, 0, 0, 1');
  });

  it('resume one second earlier after a pause', async () => {
    const host = await open(3, wave(6));
    host.seek(4_000);
    await until(() => !host.audio.seeking);
    press(field(host), 'F8');
    await until(() => !host.audio.paused);
    const stopped = happened(host.audio, 'pause');
    press(field(host), 'F8');
    await stopped;
    const paused = host.audio.currentTime;
    const seeks = recordSeeks(host.audio);
    press(field(host), 'F8');
    await until(() => seeks.length > 0);
    expect(seeks[0]).to.be.closeTo(paused - 1, 0.01);
  });

  it('continue the audio in the next paragraph', async () => {
    const host = await open(0, wave(6));
    press(field(host), 'F8');
    await until(() => !host.audio.paused);
    press(field(host), 'Enter');
    await until(() => host.audio.currentTime >= 2);
    expect(host.audio.paused).to.equal(false);
  });
});

describe('a draft', () => {
  it('survives Escape, is offered, and can be continued', async () => {
    const host = await open();
    type(host, 'Good morning. Shall we go');
    press(field(host), 'Escape');
    expect(host.texts[1]).to.equal('Shall we begin?');
    expect(host.history?.edits).to.deep.equal([]);
    expect(host.drafts).to.deep.equal([{ first: 0, end: 2, text: 'Good morning. Shall we go' }]);
    expect(host.said.at(-1)).to.equal('Draft kept');
    await host.updateComplete;
    expect(host.control('Continue editing').parentElement?.innerText).to.contain(
      'Unsaved text at 0:00',
    );
    await expect(host).to.be.accessible();
    host.control('Continue editing').click();
    expect(field(host).value).to.equal('Good morning. Shall we go');
    press(field(host), 's', { ctrlKey: true });
    expect(host.drafts).to.deep.equal([]);
    expect(host.texts[1]).to.equal('Shall we go');
  });

  it('of another paragraph stays when one is opened', async () => {
    const host = await open(0);
    type(host, 'Good night.');
    await chooseForLine(host, 2, 'Edit text');
    expect(field(host).value).to.equal('Yes, please.');
    expect(host.history?.edits).to.deep.equal([]);
    expect(host.drafts).to.have.length(1);
    press(field(host), 'Enter', { shiftKey: true });
    expect(field(host).value).to.equal('Good night.');
  });

  it('is offered after a reload, and can be discarded', async () => {
    const host = await showEditable(call);
    host.change({ drafts: [{ first: 2, end: 3, text: 'No, thanks.' }] });
    await host.updateComplete;
    host.control('Discard changes').click();
    await host.updateComplete;
    expect(findControl(host, 'Continue editing')).to.equal(null);
    expect(host.drafts).to.deep.equal([]);
  });
});

describe('the speaker of the edited paragraph', () => {
  it('is chosen by its number, and saves the text in the same step', async () => {
    const host = await open(0);
    type(host, 'Good morning. Shall we go?');
    press(field(host), 'F2');
    await expect(host).to.be.accessible();
    const first = host.shadowRoot?.activeElement;
    expect(first?.textContent).to.contain('Anna');
    press(first ?? host, '2', { code: 'Digit2' });
    expect(names(host)).to.deep.equal(['Bob', 'Anna']);
    expect(host.texts[1]).to.equal('Shall we go?');
    expect(host.history?.steps).to.have.length(1);
    expect(host.shadowRoot?.activeElement === field(host)).to.equal(true);
    expect(field(host).value).to.equal('Good morning. Shall we go? Yes, please.');
  });

  it('can be changed from the caret on', async () => {
    const host = await open(1);
    expect(field(host).selectionStart).to.equal(14);
    press(field(host), 'F2');
    const chosen = (): Element => host.shadowRoot?.activeElement ?? host;
    press(chosen(), '0', { code: 'Digit0' });
    press(chosen(), '2', { code: 'Digit2' });
    expect(names(host)).to.deep.equal(['Anna', 'Bob', 'Anna']);
    expect(field(host).value).to.equal('Shall we begin? Yes, please.');
  });

  it('can only be changed as a whole if the caret is at its first word', async () => {
    const host = await open(1);
    field(host).setSelectionRange(3, 3);
    press(field(host), 'F2');
    expect(host.one<HTMLInputElement>('form [type="checkbox"]').disabled).to.equal(true);
    press(host.shadowRoot?.activeElement ?? host, 'Escape');
    expect(host.shadowRoot?.activeElement === field(host)).to.equal(true);
    expect(host.all('[role="group"][aria-label="Change speaker"]')).to.have.length(0);
  });

  it('can be a new name, and says why a name does not fit', async () => {
    const host = await open(2);
    press(field(host), 'F2');
    const name = host.field('New name');
    press(name, 'Enter');
    expect(host.problemOf(name).textContent).to.contain('needs a name');
    typeName(host, 'Carl 2');
    expect(press(name, '2', { code: 'Digit2' }).defaultPrevented).to.equal(false);
    press(name, 'Enter');
    expect(names(host)).to.deep.equal(['Anna', 'Carl 2', 'Anna']);
  });

  it('is saved with the text before the transcript is read, such as for a file', async () => {
    const host = await open(2);
    type(host, 'Yes, please do.');
    press(field(host), 'F2');
    typeName(host, 'Carl');
    host.reader.settle();
    expect(names(host)).to.deep.equal(['Anna', 'Carl', 'Anna']);
    expect(host.texts[2]).to.equal('Yes, please do.');
    expect(host.history?.steps).to.have.length(1);
    expect(host.all('textarea')).to.have.length(0);
    host.reader.settle();
    expect(host.history?.steps).to.have.length(1);
  });

  it('stays to be mended, with the text, if the name does not fit', async () => {
    const host = await open(2);
    type(host, 'Yes, please do.');
    press(field(host), 'F2');
    typeName(host, 'x'.repeat(2_000));
    host.reader.settle();
    expect(names(host)).to.deep.equal(['Anna', 'Bob', 'Anna']);
    expect(field(host).value).to.equal('Yes, please do.');
    expect(host.field('New name').value).to.have.length(2_000);
  });

  it('stays in the open dialog while the page is printed', async () => {
    const host = await showEditable(call);
    host.all('[part~="speaker-name"]')[1]?.click();
    typeName(host, 'Carl', 'Name');
    dispatchEvent(new Event('beforeprint'));
    dispatchEvent(new Event('afterprint'));
    expect(host.field('Name').value).to.equal('Carl');
    expect(host.all('dialog[open]')).to.have.length(1);
  });
});
