import { expect } from '@open-wc/testing';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';
import { openExport, showReader, until, type ReaderHost } from './reader-support.js';

/** Captures the print document when the print dialog would open, then fires `afterprint`. */
const printed = async (host: ReaderHost): Promise<Document> => {
  const { append } = Element.prototype;
  const { body } = document;
  let frame: HTMLIFrameElement | undefined;
  body.append = function (...nodes) {
    append.apply(body, nodes);
    const [added] = nodes;
    if (!(added instanceof HTMLIFrameElement) || added.contentWindow === null) return;
    frame = added;
    added.contentWindow.print = () => undefined;
  };
  try {
    await openExport(host);
    host.control('Print').click();
    await until(() => frame !== undefined);
  } finally {
    Reflect.deleteProperty(body, 'append');
  }
  const content = frame?.contentDocument;
  if (!content) throw new Error('Nothing was printed.');
  return content;
};

const texts = (within: ParentNode, selector: string): string[] =>
  [...within.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');

describe('print document', () => {
  it('has the title, metadata, speakers, times and every word', async () => {
    const paper = await printed(await showReader({ title: 'Board meeting.mp3' }));
    expect(paper.title).to.equal('Board meeting');
    expect(texts(paper, 'h1')).to.deep.equal(['Board meeting']);
    expect(texts(paper, 'body > p bdi')).to.deep.equal(['3 speakers', '0:06', 'English']);
    expect(texts(paper, 'h2 bdi')).to.deep.equal(['Anna', 'Bob', 'דנה']);
    expect(texts(paper, 'h2 span')).to.deep.equal(['A', 'B', 'ד']);
    expect(texts(paper, 'h2 time')).to.deep.equal(['0:00', '0:01', '0:04']);
    expect(texts(paper, 'section p')).to.deep.equal([
      'Good morning. Shall we begin?',
      'Yes, please.',
      'שלום לכולם',
    ]);
    expect([paper.documentElement.lang, paper.documentElement.dir]).to.deep.equal(['en', 'ltr']);
    const hebrew = paper.querySelector('[lang="he"]');
    expect(hebrew?.textContent).to.equal('שלום לכולם');
    expect(hebrew && getComputedStyle(hebrew.closest('p') ?? hebrew).direction).to.equal('rtl');
  });

  it('has no style attribute or element, so that a strict policy allows it', async () => {
    const paper = await printed(await showReader());
    expect(paper.querySelectorAll('style, link, [style], script')).to.have.length(0);
    const name = paper.querySelector('h2 bdi');
    const badge = paper.querySelector('h2 span');
    if (!name || !badge) throw new Error('There is no heading.');
    expect(getComputedStyle(name).fontWeight).to.equal('700');
    expect(getComputedStyle(badge).borderTopStyle).to.equal('solid');
    expect(getComputedStyle(paper.documentElement).color).to.equal('rgb(0, 0, 0)');
  });

  it('is right-to-left if the transcript is', async () => {
    const transcript = normaliseTranscript({
      language: 'he',
      segments: [{ start_ms: 0, end_ms: 1, text: 'שלום לכולם' }],
    });
    const paper = await printed(await showReader({ transcript }));
    expect([paper.documentElement.lang, paper.documentElement.dir]).to.deep.equal(['he', 'rtl']);
    expect(paper.querySelectorAll('h2')).to.have.length(0);
    expect(texts(paper, 'p:has(time)')).to.deep.equal(['0:00']);
  });

  it('shows hostile text as plain text', async () => {
    const hostile = '<img src=x onerror="top.hacked = true"><script>top.hacked = true</script>';
    const transcript = normaliseTranscript({
      segments: [{ speaker: hostile, start_ms: 0, end_ms: 1, text: hostile }],
    });
    const paper = await printed(await showReader({ transcript, title: hostile }));
    expect(texts(paper, 'h1, h2 bdi, section p')).to.deep.equal([hostile, hostile, hostile]);
    expect(paper.querySelectorAll('img, script')).to.have.length(0);
    expect('hacked' in window).to.equal(false);
  });

  it('prints a text without segments, and a note for an empty transcript', async () => {
    const text = 'Only\ntext.';
    const only = await printed(
      await showReader({ transcript: normaliseTranscript({ text }), title: '' }),
    );
    expect(texts(only, 'h1, p')).to.deep.equal(['Transcript', text]);
    const nothing = await printed(await showReader({ transcript: normaliseTranscript({}) }));
    expect(texts(nothing, 'p').at(-1)).to.contain('No speech');
  });

  it('is removed after printing, at the latest before the next print', async () => {
    const host = await showReader();
    const paper = await printed(host);
    paper.defaultView?.dispatchEvent(new Event('afterprint'));
    expect(document.querySelectorAll('iframe')).to.have.length(0);
    await printed(host);
    await printed(host);
    expect(document.querySelectorAll('iframe')).to.have.length(1);
    document.querySelector('iframe')?.contentWindow?.dispatchEvent(new Event('afterprint'));
  });

  it('announces that the page is not allowed to print', async () => {
    const host = await showReader();
    await openExport(host);
    const { body } = document;
    body.append = () => {
      throw new Error('refused');
    };
    host.control('Print').click();
    await until(() => host.problems.length > 0);
    Reflect.deleteProperty(body, 'append');
    expect(host.problems[0]).to.contain('didn’t allow printing');
  });
});
