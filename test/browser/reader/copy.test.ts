import { expect } from '@open-wc/testing';
import { toClipboard } from '../../../src/transcript/clipboard.js';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { toWritten } from '../../../src/transcript/written.js';
import { writeClipboard } from '../../../src/reader/export/export-dialog.js';
import { findControl } from '../../support/element.js';
import { showReader, talk, until, type ReaderHost } from './reader-support.js';

/** Selects from an offset in one node to an offset in another. */
const select = (from: Node, start: number, to: Node, end: number): void =>
  getSelection()?.setBaseAndExtent(from, start, to, end);

const textNode = (host: ReaderHost, index: number): Node => {
  const text = host.text(index);
  return text.firstChild ?? text;
};

/** The clipboard content after `copy`; null if the browser handles the event. */
const copied = (target: Element): { text: string; html: string } | null => {
  const event = new ClipboardEvent('copy', {
    clipboardData: new DataTransfer(),
    bubbles: true,
    composed: true,
    cancelable: true,
  });
  target.dispatchEvent(event);
  if (!event.defaultPrevented) return null;
  return {
    text: event.clipboardData?.getData('text/plain') ?? '',
    html: event.clipboardData?.getData('text/html') ?? '',
  };
};

describe('copying a selection', () => {
  afterEach(() => getSelection()?.removeAllRanges());

  it('copies turns with speakers and times, in either selection direction', async () => {
    const host = await showReader();
    const selection = [{ segment: 0, start: 5 }, { segment: 1 }, { segment: 2, end: 3 }];
    const expected = toClipboard(toWritten(talk, { selection }));
    expect(expected.text).to.equal('Anna · 0:00\nmorning. Shall we begin?\n\nBob · 0:01\nYes\n');
    select(textNode(host, 0), 5, textNode(host, 2), 3);
    expect(copied(host.one('[role="article"]'))).to.deep.equal(expected);
    select(textNode(host, 2), 3, textNode(host, 0), 5);
    expect(copied(host.one('[role="article"]'))).to.deep.equal(expected);
  });

  it('copies only the words of a selection within one segment', async () => {
    const host = await showReader();
    select(textNode(host, 1), 6, textNode(host, 1), 14);
    expect(copied(host.one('[role="article"]'))).to.deep.equal({
      text: 'we begin',
      html: '<span dir="ltr" lang="en">we begin</span>',
    });
    select(textNode(host, 3), 0, textNode(host, 3), 4);
    expect(copied(host.one('[role="article"]'))?.html).to.equal(
      '<span dir="rtl" lang="he">שלום</span>',
    );
  });

  it('counts offsets in the whole text if marks split it', async () => {
    const host = await showReader();
    const text = host.text(1);
    const mark = document.createElement('mark');
    mark.append('we');
    text.replaceChildren('Shall ', mark, ' begin?');
    select(mark.firstChild ?? mark, 0, text.lastChild ?? text, 6);
    expect(copied(host.one('[role="article"]'))?.text).to.equal('we begin');
  });

  it('handles boundaries outside the segment texts', async () => {
    const host = await showReader();
    const [first, second] = host.allByPart('turn');
    if (!first || !second) throw new Error('There are no turns.');
    select(first, 0, second, second.childNodes.length);
    expect(copied(host.one('[role="article"]'))?.text).to.equal(
      'Anna · 0:00\nGood morning. Shall we begin?\n\nBob · 0:01\nYes, please.\n',
    );
    // A triple click ends at the start of the next paragraph.
    select(textNode(host, 0), 0, textNode(host, 1), 0);
    expect(copied(host.one('[role="article"]'))?.text).to.equal('Good morning.');
  });

  it('leaves the event to the browser if the selection is outside the transcript', async () => {
    const host = await showReader();
    expect(copied(host.one('[role="article"]')), 'nothing selected').to.equal(null);
    const outside = document.createElement('p');
    outside.textContent = 'Elsewhere';
    host.after(outside);
    select(outside.firstChild ?? outside, 0, outside.firstChild ?? outside, 4);
    expect(copied(host.one('[role="article"]')), 'outside').to.equal(null);
    select(textNode(host, 0), 0, outside.firstChild ?? outside, 4);
    expect(copied(host.one('[role="article"]')), 'reaching out').to.equal(null);
    const heading = host.one('[part~="speaker-name"]').firstChild;
    if (!heading) throw new Error('There is no name.');
    select(heading, 0, heading, 3);
    expect(copied(host.one('[role="article"]')), 'a name').to.equal(null);
    select(textNode(host, 0), 0, textNode(host, 0), 4);
    const input = document.createElement('input');
    host.one('[data-index="0"]').after(input);
    expect(copied(input), 'in a field').to.equal(null);
    expect(copied(host.one('[role="article"]'))?.text).to.equal('Good');
    outside.remove();
  });

  it('reads only a few of twenty thousand segments', async () => {
    const transcript = normaliseTranscript({
      segments: Array.from({ length: 20_000 }, (_, at) => ({
        speaker: at % 40 < 20 ? 'Anna' : 'Bob',
        start_ms: at * 1000,
        end_ms: at * 1000 + 900,
        text: `Sentence ${at}.`,
      })),
    });
    const host = await showReader({ transcript });
    while (host.all('[data-index="15001"]').length === 0) await new Promise(requestAnimationFrame);
    let asked = 0;
    const { comparePoint } = Range.prototype;
    Range.prototype.comparePoint = function (this: Range, node, offset) {
      asked += 1;
      return comparePoint.call(this, node, offset);
    };
    try {
      select(textNode(host, 15_000), 9, textNode(host, 15_001), 8);
      expect(copied(host.one('[role="article"]'))?.text).to.contain('15000. Sentence');
    } finally {
      Range.prototype.comparePoint = comparePoint;
    }
    expect(asked).to.be.within(2, 40);
  });
});

const pressCopy = async (host: ReaderHost): Promise<void> => {
  host.control('Export').click();
  await until(() => findControl(host, 'Copy') !== null);
  host.control('Copy').click();
};

describe('copying the whole transcript', () => {
  const content = toClipboard(toWritten(talk));

  it('puts text and HTML on the clipboard', async () => {
    const written: ClipboardItems[] = [];
    await writeClipboard(content, {
      write: (items) => Promise.resolve(void written.push(items)),
    });
    const [item] = written[0] ?? [];
    expect(await (await item?.getType('text/plain'))?.text()).to.equal(content.text);
    expect(await (await item?.getType('text/html'))?.text()).to.equal(content.html);
  });

  it('puts only text on the clipboard if HTML is not allowed', async () => {
    const written: string[] = [];
    const writeText = (text: string) => Promise.resolve(void written.push(text));
    await writeClipboard(content, {
      write: () => Promise.reject(new DOMException('', 'NotAllowedError')),
      writeText,
    });
    await writeClipboard(content, { writeText });
    expect(written).to.deep.equal([content.text, content.text]);
  });

  it('rejects if the browser refuses', async () => {
    for (const clipboard of [
      {},
      { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
    ]) {
      let refused = false;
      await writeClipboard(content, clipboard).catch(() => (refused = true));
      expect(refused).to.equal(true);
    }
  });

  for (const [allowed, where, says] of [
    [true, 'toast', 'Transcript copied'],
    [false, 'error-message', 'didn’t allow copying'],
  ] as const) {
    it(`announces that it ${allowed ? 'was done' : 'could not be done'}`, async () => {
      const host = await showReader();
      let isAllowed: boolean = allowed;
      const settle = () => (isAllowed ? Promise.resolve() : Promise.reject(new Error('refused')));
      const clipboard = { write: settle, writeText: settle };
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
      try {
        await pressCopy(host);
        await until(() => host.said.length > 0);
        expect(host.byPart(where).textContent).to.contain(says);
        expect(host.said).to.have.length(1);
        expect(host.said[0]).to.contain(says);
        await expect(host).to.be.accessible();
        isAllowed = true;
        await pressCopy(host);
        await until(() => host.said.length > 1 && host.said.at(-1) === 'Transcript copied');
        expect(host.problems, 'after the next action').to.have.length(0);
      } finally {
        Reflect.deleteProperty(navigator, 'clipboard');
      }
    });
  }
});
