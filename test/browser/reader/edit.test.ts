import { expect } from '@open-wc/testing';
import { waitUntil } from '../../support/wait-until.js';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { toTurns } from '../../../src/transcript/turns.js';
import { linesOf, speakerEdit } from '../../../src/reader/edit/speaker-dialog.js';
import { englishReaderStrings } from '../../support/strings.js';
import { showEditable, showReader, talk, type ReaderHost } from './reader-support.js';

/** The items of the menu of a line. */
const items = (host: ReaderHost): HTMLElement[] => [
  ...host.popup('Options for').querySelectorAll<HTMLElement>('[role="menuitem"]'),
];

const names = (host: ReaderHost): string[] =>
  host.all('[part~="speaker-name"]').map((name) => name.textContent.trim());

/** Hovers over a row, so that the menu button appears in it. */
const openMenu = (host: ReaderHost, index: number): void => {
  host
    .one(`[data-index="${index}"]`)
    .dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  host.one('button[aria-label^="Options for"]').click();
};

const choose = (host: ReaderHost, index: number, item: string): void => {
  openMenu(host, index);
  host.one(`[data-item="${item}"]`).click();
};

const type = (host: ReaderHost, text: string): void => {
  const field = host.field('Name');
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

const submit = (host: ReaderHost): void => host.field('Name').form?.requestSubmit();

describe('segment menu', () => {
  it('offers no corrections if editing is disabled', async () => {
    const host = await showReader();
    openMenu(host, 0);
    expect(items(host).map((item) => item.textContent.trim())).to.deep.equal([
      'Copy link to this line',
    ]);
  });

  it('has its button in the focused row, next to the time', async () => {
    const host = await showEditable();
    host.focusLine(3);
    expect(host.one('button[aria-label^="Options for"]').getAttribute('aria-label')).to.equal(
      'Options for 0:04',
    );
    await expect(host).to.be.accessible();
  });
});

describe('changing a speaker', () => {
  it('renames the speaker everywhere and keeps the colour', async () => {
    const host = await showEditable();
    const colour = (): string =>
      getComputedStyle(host.all('h3 [part~="speaker-badge"]')[1] ?? host).backgroundColor;
    const before = colour();
    choose(host, 2, 'speaker');
    const dialog = host.popup<HTMLDialogElement>('Change speaker');
    expect(dialog.open).to.equal(true);
    expect(host.shadowRoot?.activeElement).to.equal(host.field('Name'));
    await expect(host).to.be.accessible();
    type(host, 'Robert');
    submit(host);
    await waitUntil(() => !dialog.open);
    expect(names(host)).to.deep.equal(['Anna', 'Robert', 'דנה']);
    expect(colour()).to.equal(before);
    expect(host.said).to.deep.equal(['Bob is now Robert']);
    await host.updateComplete;
    expect(host.byPart('toast').innerText).to.contain('Bob is now Robert');
    host.one('[part~="toast"] button').click();
    expect(names(host)).to.deep.equal(['Anna', 'Bob', 'דנה']);
    await host.updateComplete;
    expect(host.byPart('toast').innerText.trim()).to.equal('Correction undone');
  });

  it('merges two speakers after a warning', async () => {
    const host = await showEditable();
    choose(host, 2, 'speaker');
    host.one('[aria-label="Other speakers"] button').click();
    expect(host.field('Name').value).to.equal('Anna');
    expect(host.one('dialog[open] [type="submit"]').textContent.trim()).to.equal('Merge with Anna');
    expect(host.one('dialog[open] [role="status"]').textContent).to.equal(
      'Anna already exists: both become one speaker.',
    );
    submit(host);
    expect(names(host)).to.deep.equal(['Anna', 'דנה']);
    await waitUntil(() => host.said.length > 0);
    expect(host.said.at(-1)).to.equal('Bob and Anna are now one speaker');
    expect(host.shadowRoot?.activeElement).to.not.equal(null);
    await host.updateComplete;
    host.control('Undo').click();
    expect(names(host)).to.deep.equal(['Anna', 'Bob', 'דנה']);
  });

  it('changes a single segment', async () => {
    const host = await showEditable();
    choose(host, 1, 'speaker');
    type(host, 'Carl');
    const choices = host.all('dialog[open] [type="radio"]');
    expect(choices).to.have.length(3);
    choices.at(-1)?.click();
    submit(host);
    expect(names(host)).to.deep.equal(['Anna', 'Carl', 'Bob', 'דנה']);
  });

  it('opens on a click on the speaker name', async () => {
    const host = await showEditable();
    host.all('[part~="speaker-name"]')[1]?.click();
    expect(host.popup<HTMLDialogElement>('Rename Bob').open).to.equal(true);
    expect(host.field('Name').value).to.equal('Bob');
    expect(host.all('dialog[open] [type="radio"]')).to.have.length(2);
  });

  it('does not open if editing is disabled', async () => {
    const host = await showEditable();
    host.change({ editing: null });
    host.all('[part~="speaker-name"]')[1]?.click();
    expect(host.all('dialog[open]')).to.have.length(0);
  });
});

describe('meaning of a new speaker name', () => {
  const { turns, speakers } = toTurns(talk);
  const turn = turns[1];
  if (!turn) throw new Error('The transcript has a second turn.');
  const place = { turn, segment: 2 };
  /** Speakers whom nobody has named yet. */
  const numbered = speakers.map((speaker) => ({ ...speaker, number: speaker.index + 1 }));
  const means = (name: string, reach: 'everywhere' | 'passage' | 'line', known = speakers) =>
    speakerEdit(known, place, { name, reach }, englishReaderStrings);

  it('takes a name that looks like that of another speaker for that speaker', () => {
    for (const name of ['Anna\u200b', 'A\u00adnna', '\u2060Anna\u00a0'])
      expect(means(name, 'everywhere')).to.deep.equal({
        kind: 'merge-speakers',
        from: 'Bob',
        into: 'Anna',
      });
  });

  it('is without the spaces around it', () => {
    expect(means(' Rob  Roy ', 'everywhere')).to.deep.equal({
      kind: 'rename-speaker',
      from: 'Bob',
      to: 'Rob Roy',
    });
  });

  it('changes as many lines as the speaker has', () => {
    expect(linesOf(talk, 'Anna')).to.equal(2);
  });

  it('compares the shown names, and keeps the names of the transcript', () => {
    expect(means('Speaker 2', 'everywhere', numbered)).to.equal(null);
    expect(means('Speaker 1', 'everywhere', numbered)).to.deep.equal({
      kind: 'merge-speakers',
      from: 'Bob',
      into: 'Anna',
    });
    expect(means('Speaker 1', 'line', numbered)).to.deep.equal({
      kind: 'assign-speaker',
      segments: [2],
      to: 'Anna',
    });
  });

  it('names segments without a speaker', () => {
    const unnamed = normaliseTranscript({ segments: [{ start_ms: 0, end_ms: 9, text: 'Hello.' }] });
    const { turns: parts, speakers: unknown } = toTurns(unnamed);
    const [first] = parts;
    if (!first) throw new Error('There is a turn.');
    const unknownPlace = { turn: first, segment: null };
    expect(
      speakerEdit(
        unknown,
        unknownPlace,
        { name: 'Anna', reach: 'everywhere' },
        englishReaderStrings,
      ),
    ).to.deep.equal({ kind: 'rename-speaker', from: null, to: 'Anna' });
  });
});
