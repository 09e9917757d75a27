import { expect } from '@open-wc/testing';
import { createSearchIndex, type SearchHits } from '../../../src/transcript/search/search.js';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import {
  createHighlighter,
  createHighlightPainter,
  createMarkPainter,
  type Painter,
  type Stretch,
} from '../../../src/reader/search/search-controller.js';
import { press, showReader, until, type ReaderHost } from './reader-support.js';

const minutes = normaliseTranscript({
  language: 'en',
  segments: [
    { speaker: 'Anna', start_ms: 0, end_ms: 900, text: 'The café opens at nine' },
    { speaker: 'Anna', start_ms: 1_000, end_ms: 1_900, text: 'o’clock. Bring the CAFE keys.' },
    { speaker: 'Bob', start_ms: 2_000, end_ms: 2_900, text: 'Which keys?' },
  ],
});

const long = normaliseTranscript({
  language: 'en',
  segments: Array.from({ length: 3_000 }, (_, at) => ({
    speaker: `Speaker ${at % 3}`,
    start_ms: at * 1_000,
    end_ms: at * 1_000 + 900,
    text: at % 1_000 === 999 ? 'Here is the needle.' : `Sentence ${at} of many, and so on.`,
  })),
});

const field = (host: ReaderHost): HTMLInputElement => host.byPart<HTMLInputElement>('search-field');

/** Shows a reader and opens its search. */
const showSearch = async (...content: Parameters<typeof showReader>): Promise<ReaderHost> => {
  const host = await showReader(...content);
  host.control('Search the transcript').click();
  await host.updateComplete;
  return host;
};

const type = (host: ReaderHost, text: string): void => {
  field(host).value = text;
  field(host).dispatchEvent(new Event('input'));
};

/** The highlighted texts in this host. */
const highlighted = (host: ReaderHost, name: 'match' | 'current'): string[] =>
  [...(CSS.highlights.get(`audio-transcribe-${name}`) ?? [])]
    .filter((range) => host.one('[role="article"]').contains((range as Range).startContainer))
    .map((range) => (range as Range).toString());

const isInView = (host: ReaderHost, index: number): boolean => {
  const box = host.one('[role="article"]').getBoundingClientRect();
  const line = host.one(`[data-index="${index}"]`).getBoundingClientRect();
  return line.top >= box.top && line.bottom <= box.bottom;
};

describe('search', () => {
  it('finds as you type, ignoring case and accents, and counts the matches', async () => {
    const host = await showSearch({ transcript: minutes });
    type(host, 'cafe');
    await host.updateComplete;
    expect(host.searchCount).to.equal('1 / 2');
    expect(highlighted(host, 'current')).to.deep.equal(['café']);
    expect(highlighted(host, 'match')).to.deep.equal(['CAFE']);
    expect(host.said.at(-1)).to.equal('Match 1 of 2');
    type(host, 'cafes');
    await host.updateComplete;
    expect(host.searchCount).to.equal('No matches');
    expect(host.said.at(-1)).to.equal('No matches');
    expect(highlighted(host, 'match')).to.deep.equal([]);
    expect(highlighted(host, 'current')).to.deep.equal([]);
  });

  it('finds across segments', async () => {
    const host = await showSearch({ transcript: minutes });
    type(host, "nine o'clock");
    await host.updateComplete;
    expect(highlighted(host, 'current')).to.deep.equal(['nine', 'o’clock']);
  });

  it('goes to the next and previous match, and wraps around', async () => {
    const host = await showSearch({ transcript: minutes });
    type(host, 'k');
    await host.updateComplete;
    const count = (): string | null => host.searchCount;
    expect(count()).to.equal('1 / 3');
    expect(press(field(host), 'Enter').defaultPrevented).to.equal(true);
    await host.updateComplete;
    expect(count()).to.equal('2 / 3');
    press(field(host), 'Enter');
    await host.updateComplete;
    press(field(host), 'Enter');
    await host.updateComplete;
    expect(count()).to.equal('1 / 3');
    press(field(host), 'Enter', { shiftKey: true });
    await host.updateComplete;
    expect(count()).to.equal('3 / 3');
    host.control('Previous match').click();
    await host.updateComplete;
    expect(count()).to.equal('2 / 3');
    host.control('Next match').click();
    await host.updateComplete;
    expect(count()).to.equal('3 / 3');
  });

  it('moves the focus to the last match when it closes, or else back to what opened it', async () => {
    const host = await showSearch({ transcript: long });
    const focused = (): string | null | undefined =>
      host.shadowRoot?.activeElement?.getAttribute('aria-label');
    type(host, 'needle');
    for (const key of ['Enter', 'Escape', 'Escape']) {
      await host.updateComplete;
      press(field(host), key);
    }
    expect(focused()).to.equal('Go to 33:19');
    const button = host.control('Search the transcript');
    button.focus();
    button.click();
    await host.updateComplete;
    press(field(host), 'Escape');
    expect(focused()).to.equal('Search the transcript');
  });

  it('is cleared by Escape; a second Escape returns the focus to the row', async () => {
    const host = await showSearch({ transcript: minutes });
    field(host).focus();
    type(host, 'which');
    await host.updateComplete;
    press(field(host), 'Escape');
    await host.updateComplete;
    expect(field(host).value).to.equal('');
    expect(host.searchCount).to.equal(null);
    expect(highlighted(host, 'current')).to.deep.equal([]);
    press(field(host), 'Escape');
    await host.updateComplete;
    expect(host.shadowRoot?.activeElement?.getAttribute('aria-label')).to.match(/^Go to/);
    expect(host.allByPart('search-field')).to.have.length(0);
  });

  it('ignores input during IME composition', async () => {
    const host = await showSearch({ transcript: minutes });
    type(host, 'keys');
    await host.updateComplete;
    // Safari sends the second one, after `compositionend`.
    for (const more of [{ isComposing: true }, { keyCode: 229 }])
      expect(press(field(host), 'Enter', more).defaultPrevented).to.equal(false);
    expect(host.searchCount).to.equal('1 / 2');
  });

  it('scrolls a distant match into view, and highlights only visible matches', async () => {
    const host = await showSearch({ transcript: long });
    type(host, 'needle');
    await host.updateComplete;
    expect(host.searchCount).to.equal('1 / 3');
    await until(() => isInView(host, 999));
    press(field(host), 'Enter');
    await host.updateComplete;
    press(field(host), 'Enter');
    await host.updateComplete;
    await until(() => isInView(host, 2_999));
    await until(() => highlighted(host, 'current').length === 1);
    type(host, 'n');
    await host.updateComplete;
    expect(host.searchCount).to.match(/\/ [\d,]+$/);
    const painted = highlighted(host, 'match').length;
    expect(painted).to.be.greaterThan(0);
    expect(painted).to.be.lessThan(2_000);
  });

  it('highlights matches that are scrolled into view', async () => {
    const host = await showSearch({ transcript: long });
    type(host, 'sentence');
    await host.updateComplete;
    const before = highlighted(host, 'match').length;
    expect(before).to.be.greaterThan(0);
    host.one('[role="article"]').scrollTop = 20_000;
    const top = host.one('[role="article"]').getBoundingClientRect().top;
    const isPainted = (): boolean =>
      [...(CSS.highlights.get('audio-transcribe-match') ?? [])].some(
        (range) => (range as Range).getBoundingClientRect().top >= top,
      );
    await until(isPainted);
  });

  it('removes its highlights when it leaves the page, and restores them', async () => {
    const host = await showSearch({ transcript: minutes });
    const place = host.parentElement;
    type(host, 'keys');
    await host.updateComplete;
    host.remove();
    expect(highlighted(host, 'match')).to.deep.equal([]);
    place?.append(host);
    expect(highlighted(host, 'match')).to.deep.equal(['keys']);
  });

  it('removes its highlights with the reader, but not those of another reader', async () => {
    const first = await showSearch({ transcript: minutes });
    const second = await showSearch({ transcript: minutes });
    type(first, 'keys');
    type(second, 'keys');
    first.clear();
    expect(highlighted(second, 'match')).to.deep.equal(['keys']);
    const shown = [...(CSS.highlights.get('audio-transcribe-match') ?? [])];
    expect(shown.every((range) => range.startContainer.isConnected)).to.equal(true);
  });

  it('has an accessible name, and is accessible with and without results', async () => {
    const host = await showSearch({ transcript: minutes });
    type(host, 'keys');
    await host.updateComplete;
    await expect(host).to.be.accessible();
    type(host, 'nothing like it');
    await host.updateComplete;
    await expect(host).to.be.accessible();
  });
});

/** Two rows with matches, highlighted by either implementation. */
const paintWith = (painter: Painter) => {
  const rows = minutes.segments.map(({ text }) => {
    const element = document.createElement('p');
    element.textContent = text;
    document.body.append(element);
    return element;
  });
  const highlighter = createHighlighter(
    { visible: () => ({ first: 0, end: rows.length }), textOf: (index) => rows[index] },
    painter,
  );
  const find = (query: string): SearchHits => createSearchIndex(minutes).find(query);
  return { rows, highlighter, find, remove: () => rows.forEach((row) => row.remove()) };
};

describe('without the CSS Custom Highlight API', () => {
  it('marks matches with elements, and restores a single text node', () => {
    const { rows, highlighter, find, remove } = paintWith(createMarkPainter());
    highlighter.show(find('keys'), 1);
    expect(rows.map((row) => row.innerHTML)).to.deep.equal([
      'The café opens at nine',
      'o’clock. Bring the CAFE <mark>keys</mark>.',
      'Which <mark class="current">keys</mark>?',
    ]);
    highlighter.show(find('e'), 0);
    expect(rows[0]?.innerHTML).to.equal(
      'Th<mark class="current">e</mark> caf<mark>é</mark> op<mark>e</mark>ns at nin<mark>e</mark>',
    );
    highlighter.clear();
    for (const [index, row] of rows.entries()) {
      expect(row.childNodes).to.have.length(1);
      expect(row.textContent).to.equal(minutes.segments[index]?.text);
    }
    remove();
  });

  it('never parses text as markup', () => {
    const element = document.createElement('p');
    element.textContent = '<b>bold</b>';
    const stretch: Stretch = { element, start: 0, end: 7, current: false };
    createMarkPainter().paint([stretch]);
    expect(element.textContent).to.equal('<b>bold</b>');
    expect(element.querySelector('b')).to.equal(null);
  });
});

describe('with the CSS Custom Highlight API', () => {
  it('does not change the text nodes', () => {
    const { rows, highlighter, find, remove } = paintWith(createHighlightPainter());
    highlighter.show(find('keys'), 0);
    for (const row of rows) expect(row.childNodes).to.have.length(1);
    expect([...(CSS.highlights.get('audio-transcribe-current') ?? [])].map(String)).to.deep.equal([
      'keys',
    ]);
    highlighter.clear();
    expect(CSS.highlights.get('audio-transcribe-current')?.size).to.equal(0);
    remove();
  });
});
