/** What a person has typed in a paragraph and not saved is in all that is made of the transcript. */
import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { savedBy } from '../../support/saved-file.js';
import {
  chooseForLine,
  openExport,
  press,
  showEditable,
  until,
  type ReaderHost,
} from './reader-support.js';

const call = normaliseTranscript({
  language: 'en',
  duration: 6,
  segments: [
    { speaker: 'Anna', start_ms: 0, end_ms: 1000, text: 'Good morning.' },
    { speaker: 'Bob', start_ms: 2000, end_ms: 3000, text: 'Yes, please.' },
  ],
});

const field = (host: ReaderHost): HTMLTextAreaElement => host.one('textarea');

const enter = (into: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  into.value = text;
  into.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Types in the first paragraph, and leaves the editor open. */
const typed = async (text: string): Promise<ReaderHost> => {
  const host = await showEditable(call);
  await chooseForLine(host, 0, 'Edit text');
  enter(field(host), text);
  return host;
};

/** Searches as a person does while the editor is open. */
const search = async (host: ReaderHost, query: string): Promise<void> => {
  host.control('Search the transcript').click();
  await host.updateComplete;
  enter(host.one<HTMLInputElement>('[part~="search-field"]'), query);
  await host.updateComplete;
};

describe('what is typed and not saved', () => {
  afterEach(() => getSelection()?.removeAllRanges());

  it('is in the downloaded file, and the editor stays open', async () => {
    const host = await typed('Good evening.');
    const dialog = await openExport(host);
    const { content } = await savedBy(() =>
      dialog.querySelector<HTMLElement>('[type="submit"]')?.click(),
    );
    expect(await content.text()).to.contain('Good evening.');
    expect(field(host).value).to.equal('Good evening.');
    expect(host.history?.steps).to.have.length(1);
    expect(host.drafts).to.deep.equal([]);
  });

  it('is saved once, and not if nothing was typed', async () => {
    const host = await typed('Good morning.');
    await openExport(host);
    expect(host.history?.edits).to.deep.equal([]);
  });

  it('is found, and replaced together with the rest', async () => {
    const host = await typed('Good morning, please.');
    await search(host, 'please');
    expect(host.said.at(-1)).to.equal('Match 1 of 2');
    enter(field(host), 'Good morning, please, please.');
    host.control('Replace').click();
    await until(() => host.all('input[aria-label="Replace with"]').length === 1);
    enter(host.one<HTMLInputElement>('input[aria-label="Replace with"]'), 'thanks');
    await host.updateComplete;
    host.control('Replace all').click();
    await host.updateComplete;
    expect(host.texts).to.deep.equal(['Good morning, thanks, thanks.', 'Yes, thanks.']);
    expect(field(host).value).to.equal('Good morning, thanks, thanks.');
    expect(host.byPart('toast').textContent).to.contain('3 matches replaced');
  });

  it('is copied with a selection around it', async () => {
    const host = await typed('Good evening.');
    const [first, last] = [host.text(0), host.text(1)];
    getSelection()?.setBaseAndExtent(first, 0, last, 1);
    const event = new ClipboardEvent('copy', {
      clipboardData: new DataTransfer(),
      ...{ bubbles: true, composed: true, cancelable: true },
    });
    host.one('[role="article"]').dispatchEvent(event);
    expect(event.clipboardData?.getData('text/plain')).to.contain('Good evening.');
  });

  it('is on paper: the text is saved, and its paragraph shown', async () => {
    const host = await typed('Good evening.');
    dispatchEvent(new Event('beforeprint'));
    await host.updateComplete;
    expect(host.texts[0]).to.equal('Good evening.');
    expect(host.paragraphs[0]?.hidden).to.equal(false);
    expect(host.all('textarea')).to.have.length(0);
  });

  it('is not lost, and not saved, if the editor is left', async () => {
    const host = await typed('Good evening.');
    press(field(host), 'Escape');
    await openExport(host);
    expect(host.history?.edits).to.deep.equal([]);
    expect(host.drafts).to.have.length(1);
  });

  it('can be longer than 20,000 characters', async () => {
    const text = `${'long '.repeat(4_001)}end.`;
    const host = await typed(text);
    expect(field(host).maxLength).to.equal(-1);
    press(field(host), 's', { ctrlKey: true });
    expect(host.texts[0]).to.equal(text);
  });
});
