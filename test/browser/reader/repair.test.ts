/** Lines that are split, joined and deleted. */
import { expect } from '@open-wc/testing';
import { waitUntil } from '../../support/wait-until.js';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import {
  GO_BUTTON,
  chooseForLine,
  happened,
  press,
  showEditable,
  until,
  wave,
  type ReaderHost,
} from './reader-support.js';

/** Two lines of Anna, and one of Bob. */
const call = normaliseTranscript({
  language: 'en',
  duration: 6,
  segments: [
    { speaker: 'Anna', start_ms: 0, end_ms: 2_000, text: 'Good morning. Yes, hello.' },
    { speaker: 'Anna', start_ms: 2_000, end_ms: 4_000, text: 'Shall we begin?' },
    { speaker: 'Bob', start_ms: 4_000, end_ms: 6_000, text: 'Let us start.' },
  ],
});

const field = (host: ReaderHost): HTMLTextAreaElement => host.one('textarea');
const focused = (host: ReaderHost): Element => host.shadowRoot?.activeElement ?? host;

/** Who says what, by turn. */
const said = (host: ReaderHost): readonly string[] =>
  host.all('[part~="turn"]').map((turn) => {
    const name = turn.querySelector('[part~="speaker-name"]')?.textContent.trim() ?? '';
    const words = [...turn.querySelectorAll<HTMLElement>('[part~="segment"]')]
      .filter((row) => !row.hidden)
      .map((row) => row.textContent.trim());
    return `${name}: ${words.join(' ')}`;
  });

const indexes = (host: ReaderHost): readonly (string | undefined)[] =>
  host.all('[part~="segment"]').map((row) => row.dataset['index']);

const open = async (segment = 0, audio: string | null = null): Promise<ReaderHost> => {
  const host = await showEditable(call, audio);
  if (audio !== null && host.audio.readyState < 1) await happened(host.audio, 'loadedmetadata');
  await chooseForLine(host, segment, 'Edit text');
  return host;
};

/** Splits a line before this word, from the editor. */
const splitAt = async (host: ReaderHost, word: string, speaker: string): Promise<void> => {
  const at = field(host).value.indexOf(word);
  field(host).setSelectionRange(at, at);
  press(field(host), 'Enter', { ctrlKey: true });
  press(focused(host), speaker, { code: `Digit${speaker}` });
  await host.updateComplete;
};

describe('somebody else speaks from a word on', () => {
  it('begins at the playing word, and is one step', async () => {
    const host = await showEditable(call, wave(6));
    if (host.audio.readyState < 1) await happened(host.audio, 'loadedmetadata');
    host.seek(1_300);
    await until(() => host.marked.includes(0));
    press(host.focusLine(0), 'e');
    expect(field(host).value.slice(field(host).selectionStart)).to.equal(
      'Yes, hello. Shall we begin?',
    );
    press(field(host), 'Enter', { ctrlKey: true });
    press(focused(host), '2', { code: 'Digit2' });
    expect(said(host)).to.deep.equal([
      'Anna: Good morning.',
      'Bob: Yes, hello. Shall we begin? Let us start.',
    ]);
    expect(host.history?.edits).to.deep.equal([
      { kind: 'split-segment', segment: 0, at: 14, speaker: 'Bob' },
      { kind: 'assign-speaker', segments: [1], to: 'Bob' },
    ]);
    expect(host.history?.steps).to.have.length(1);
    expect(host.said.at(-1)).to.equal('Speaker changed to Bob');
    // The next key goes on with the text of the new part.
    expect(focused(host)).to.equal(field(host));
  });

  it('can be a new name, and is undone as one step', async () => {
    const host = await open(2);
    const at = 'Let us '.length;
    field(host).setSelectionRange(at + 2, at + 2);
    press(field(host), 'Enter', { metaKey: true });
    const name = host.field('New name');
    name.value = 'Cleo';
    name.dispatchEvent(new Event('input', { bubbles: true }));
    press(name, 'Enter');
    expect(said(host).slice(1)).to.deep.equal(['Bob: Let us', 'Cleo: start.']);
    press(field(host), 'Escape');
    press(host.focusLine(0), 'z', { ctrlKey: true });
    await host.updateComplete;
    expect(said(host).slice(1)).to.deep.equal(['Bob: Let us start.']);
    expect(indexes(host)).to.deep.equal(['0', '1', '2']);
  });

  it('keeps the digit of each speaker, whoever speaks first now', async () => {
    const segments = ['Anna', 'Bob', 'Anna'].map((speaker, at) => ({
      ...{ speaker, text: `Line ${at}.`, start_ms: at * 1000, end_ms: at * 1000 + 900 },
    }));
    const host = await showEditable(normaliseTranscript({ language: 'en', segments }));
    for (const line of [0, 2]) {
      await chooseForLine(host, line, 'Edit text');
      press(field(host), 'F2');
      press(focused(host), '2', { code: 'Digit2' });
      press(field(host), 'Escape');
      await host.updateComplete;
    }
    expect(said(host)).to.deep.equal(['Bob: Line 0. Line 1. Line 2.']);
  });

  it('saves what was typed in the same step', async () => {
    const host = await open(2);
    field(host).value = 'Let us all  start now.';
    field(host).dispatchEvent(new Event('input', { bubbles: true }));
    await splitAt(host, 'start', '1');
    expect(said(host).slice(1)).to.deep.equal(['Bob: Let us all', 'Anna: start now.']);
    expect(host.history?.steps).to.have.length(1);
    expect(host.drafts).to.deep.equal([]);
  });

  it('opens the new part, also if another line is heard between the two', async () => {
    const segments = [
      {
        speaker: 'Anna',
        start_ms: 0,
        end_ms: 10_000,
        text: 'Let us begin with the plan. No, wait.',
      },
      { speaker: 'Bob', start_ms: 2_000, end_ms: 2_800, text: 'Right.' },
    ];
    const host = await showEditable(normaliseTranscript({ language: 'en', segments }));
    await chooseForLine(host, 0, 'Edit text');
    await splitAt(host, 'No', '2');
    expect(host.history?.current.segments.map(({ text }) => text)).to.deep.equal([
      'Let us begin with the plan.',
      'Right.',
      'No, wait.',
    ]);
    expect(field(host).value.slice(field(host).selectionStart)).to.equal('No, wait.');
  });

  it('offers no undo if the paragraph has this speaker already', async () => {
    const host = await open(2);
    field(host).value = 'Let us start now.';
    field(host).dispatchEvent(new Event('input', { bubbles: true }));
    press(field(host), 's', { ctrlKey: true });
    await until(() => host.all('textarea').length === 0);
    const spoken = host.said.length;
    await chooseForLine(host, 0, 'Edit text');
    press(field(host), 'F2');
    press(focused(host), '1', { code: 'Digit1' });
    await host.updateComplete;
    expect(host.history?.edits).to.have.length(1);
    expect(host.said.slice(spoken).join(' ')).not.to.contain('Speaker changed');
  });

  it('changes no word if the caret is between two lines', async () => {
    const host = await open(1);
    await splitAt(host, 'Shall', '2');
    expect(host.history?.edits).to.deep.equal([
      { kind: 'assign-speaker', segments: [1], to: 'Bob' },
    ]);
  });

  it('is in the menu of a line, from the selected word on', async () => {
    const host = await showEditable(call);
    const text = host.text(0).firstChild;
    if (!text) throw new Error('The line has a text.');
    host.focusLine(0);
    host.one('button[aria-label^="Options for"]').focus();
    getSelection()?.setBaseAndExtent(text, 14, text, 17);
    await chooseForLine(host, 0, 'Somebody else speaks from here');
    await until(() => host.all('[role="group"][aria-label="Change speaker"]').length === 1);
    await expect(host).to.be.accessible();
    press(focused(host), '2', { code: 'Digit2' });
    expect(said(host)[0]).to.equal('Anna: Good morning.');
  });

  it('keeps the rows of other lines, what plays, and a draft of another line', async () => {
    const host = await showEditable(call, wave(6));
    if (host.audio.readyState < 1) await happened(host.audio, 'loadedmetadata');
    host.seek(4_500);
    await until(() => host.marked.includes(2));
    await chooseForLine(host, 2, 'Edit text');
    field(host).value = 'Let us begin.';
    field(host).dispatchEvent(new Event('input', { bubbles: true }));
    press(field(host), 'Escape');
    const row = host.text(2);
    await chooseForLine(host, 0, 'Edit text');
    await splitAt(host, 'Yes', '2');
    press(field(host), 'Escape');
    expect(indexes(host)).to.deep.equal(['0', '1', '2', '3']);
    expect(host.text(3)).to.equal(row);
    expect(host.marked).to.deep.equal([3]);
    expect(host.segments.at(-1)).to.deep.equal([3]);
    await host.updateComplete;
    host.control('Continue editing').click();
    await until(() => host.all('textarea').length === 1);
    expect(field(host).value).to.contain('Let us begin.');
    host.audio.pause();
  });
});

describe('a line', () => {
  it('is joined with the line before by Backspace at its start', async () => {
    const host = await open(2);
    field(host).setSelectionRange(0, 0);
    press(field(host), 'Backspace');
    expect(said(host)).to.deep.equal([
      'Anna: Good morning. Yes, hello. Shall we begin? Let us start.',
    ]);
    expect(host.history?.edits).to.deep.equal([{ kind: 'join-segments', segment: 2 }]);
    expect(host.said.at(-1)).to.equal('Lines joined');
    const { value, selectionStart } = field(host);
    expect(value.slice(selectionStart)).to.equal(' Let us start.');
    // Within the text, Backspace deletes a letter.
    expect(press(field(host), 'Backspace').defaultPrevented).to.equal(false);
  });

  it('that is the first one is not joined', async () => {
    const host = await open(0);
    field(host).setSelectionRange(0, 0);
    press(field(host), 'Backspace');
    expect(host.history?.edits).to.deep.equal([]);
    press(field(host), 'Escape');
    await chooseForLine(host, 0, 'Edit text');
    expect(host.popup('Options for').textContent).not.to.contain('Join');
  });

  it('is joined and deleted from its menu, and both are undone', async () => {
    const host = await showEditable(call);
    await chooseForLine(host, 1, 'Join with the line before');
    expect(said(host)[0]).to.equal('Anna: Good morning. Yes, hello. Shall we begin?');
    await chooseForLine(host, 2, 'Delete this line');
    expect(said(host)).to.deep.equal(['Anna: Good morning. Yes, hello. Shall we begin?']);
    expect(host.said.at(-1)).to.equal('Line deleted');
    await host.updateComplete;
    host.byPart('toast').querySelector<HTMLElement>('button')?.click();
    press(host.focusLine(0), 'z', { ctrlKey: true });
    await host.updateComplete;
    expect(said(host)).to.deep.equal([
      'Anna: Good morning. Yes, hello. Shall we begin?',
      'Bob: Let us start.',
    ]);
  });

  it('that was joined is repeated as a whole, and left by the key for the next line', async () => {
    const host = await showEditable(call, wave(6));
    if (host.audio.readyState < 1) await happened(host.audio, 'loadedmetadata');
    await chooseForLine(host, 1, 'Join with the line before');
    host.seek(3_000);
    await until(() => host.marked.includes(0));
    press(host.focusLine(0), 'r');
    await host.updateComplete;
    expect(host.said.at(-1)).to.equal('Repeating 0:00–0:04');
    press(host.focusLine(0), 'r');
    host.seek(500);
    await until(() => host.audio.currentTime === 0.5);
    press(host.focusLine(0), 'n');
    await until(() => host.audio.currentTime > 3.9);
  });

  for (const view of ['paragraphs', 'lines'])
    it(`that is deleted is no place for the keyboard: ${view}`, async () => {
      const host = await showEditable(call);
      if (view === 'lines') {
        host.control('More').click();
        host.control('One line per sentence').click();
        await host.updateComplete;
      }
      for (const line of [2, 1]) await chooseForLine(host, line, 'Delete this line');
      await host.updateComplete;
      for (const key of ['End', 'PageDown', 'Home']) {
        press(host.focusLine(0), key);
        await host.updateComplete;
        const stops = host
          .all(`${GO_BUTTON}[tabindex="0"]`)
          .filter((one) => one.getClientRects().length > 0);
        expect(stops, key).to.have.length(1);
        expect(focused(host), key).to.equal(stops[0]);
      }
    });

  it('that is deleted does not play', async () => {
    const host = await showEditable(call, wave(6));
    if (host.audio.readyState < 1) await happened(host.audio, 'loadedmetadata');
    host.seek(2_500);
    await until(() => host.marked.includes(1));
    await chooseForLine(host, 1, 'Delete this line');
    expect(host.segments.at(-1)).to.deep.equal([]);
  });

  it('that a split made starts where the player is, from its menu', async () => {
    const host = await open(0, wave(6));
    await splitAt(host, 'Yes', '2');
    press(field(host), 'Escape');
    host.seek(1_600);
    await until(() => host.marked.length === 1);
    await host.updateComplete;
    await chooseForLine(host, 1, 'Start this line at 0:01');
    const [first, second] = host.history?.current.segments ?? [];
    expect([first?.end_ms, second?.start_ms]).to.deep.equal([1_600, 1_600]);
    expect(second?.start_estimated).to.equal(undefined);
    expect(host.said.at(-1)).to.equal('This line now starts at 0:01');
  });
});

describe('an open text', () => {
  it('that was saved leaves no draft, whatever spaces were typed', async () => {
    const host = await open(2);
    field(host).value = 'Let us  go. ';
    field(host).dispatchEvent(new Event('input', { bubbles: true }));
    press(field(host), 'Enter');
    await host.updateComplete;
    expect(host.said.at(-1)).to.equal('Text saved');
    expect(host.byPart('toast').textContent).to.contain('Text saved');
    expect(host.drafts).to.deep.equal([]);
  });

  it('follows a correction of the same line that comes from elsewhere, unless it was changed', async () => {
    const host = await open(2);
    const elsewhere = { kind: 'correct-text', segment: 2, text: 'Let us go.' } as const;
    host.correct(elsewhere);
    await waitUntil(() => field(host).value === 'Let us go.');
    field(host).value = 'Let us wait.';
    field(host).dispatchEvent(new Event('input', { bubbles: true }));
    host.correct({ ...elsewhere, text: 'Let us run.' });
    expect(field(host).value).to.equal('Let us wait.');
  });

  it('closes if the split that made its line is undone', async () => {
    const host = await open(2);
    await splitAt(host, 'start', '1');
    expect(field(host).value).to.equal('start.');
    host.undo();
    await until(() => host.all('textarea').length === 0);
    expect(said(host)[1]).to.equal('Bob: Let us start.');
  });
});

describe('the same correction in a second place', () => {
  const team = normaliseTranscript({
    language: 'en',
    segments: ['Eefa is here.', 'Where is Eefa?', 'Ask Eefa, or Eefa’s team.', 'Eefan is out.'].map(
      (text, at) => ({ speaker: `S${at}`, start_ms: at * 1000, end_ms: at * 1000 + 900, text }),
    ),
  });

  it('is offered for the rest, with one key, and undone as one step', async () => {
    const host = await showEditable(team);
    const correct = async (line: number, text: string, key: string): Promise<void> => {
      if (host.all('textarea').length === 0) await chooseForLine(host, line, 'Edit text');
      field(host).value = text;
      field(host).dispatchEvent(new Event('input', { bubbles: true }));
      press(field(host), key);
      await host.updateComplete;
    };
    await correct(0, 'Aoife is here.', 'Enter');
    expect(host.byPart('toast').textContent).not.to.contain('more');
    await correct(1, 'Where is Aoife?', 'Enter');
    expect(host.control('Change 2 more?').getAttribute('aria-keyshortcuts')).to.equal('Shift+F2');
    expect(host.said.at(-1)).to.equal('Change 2 more? Text at 0:02');
    await expect(host).to.be.accessible();
    // The text of the next line is open meanwhile, and nobody has changed it.
    expect(field(host).value).to.equal('Ask Eefa, or Eefa’s team.');
    press(field(host), 'F2', { shiftKey: true });
    expect(host.texts.slice(2)).to.deep.equal(['Ask Aoife, or Aoife’s team.', 'Eefan is out.']);
    expect(field(host).value).to.equal('Ask Aoife, or Aoife’s team.');
    expect(host.said.at(-1)).to.equal('2 matches replaced');
    host.undo();
    expect(host.texts[2]).to.equal('Ask Eefa, or Eefa’s team.');
    expect(host.texts[1]).to.equal('Where is Aoife?');
  });
});
