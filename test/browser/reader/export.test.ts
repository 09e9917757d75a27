import { expect } from '@open-wc/testing';
import { toCues } from '../../../src/transcript/exports/cues.js';
import { exportTranscript } from '../../../src/transcript/exports/export-transcript.js';
import { EXPORT_FORMATS } from '../../../src/transcript/exports/formats.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { happened, press, showReader, until } from './reader-support.js';

interface Saved {
  readonly name: string;
  readonly content: Blob;
}

/** Collects downloads by intercepting the click on the download link. */
const savedBy = (act: () => void): Promise<Saved> =>
  new Promise((resolve) => {
    const blobs = new Map<string, Blob>();
    const { createObjectURL } = URL;

    const { click } = HTMLAnchorElement.prototype;
    URL.createObjectURL = (blob) => {
      const address = createObjectURL.call(URL, blob);
      blobs.set(address, blob as Blob);
      return address;
    };
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      URL.createObjectURL = createObjectURL;
      HTMLAnchorElement.prototype.click = click;
      resolve({ name: this.download, content: blobs.get(this.href) ?? new Blob() });
    };
    act();
  });

/** The WebVTT of a transcript as the browser parses it. */
const cuesReadBack = async (transcript: Transcript): Promise<VTTCue[]> => {
  const { content, mediaType } = await exportTranscript(transcript, 'vtt');
  const video = document.createElement('video');
  const track = document.createElement('track');
  video.append(track);
  document.body.append(video);
  track.track.mode = 'hidden';
  const loaded = happened(track, 'load');
  track.src = URL.createObjectURL(new Blob([content as string], { type: mediaType }));
  await loaded;
  const cues = [...(track.track.cues ?? [])] as VTTCue[];
  video.remove();
  return cues;
};

describe('downloads', () => {
  it("use the transcript's title as the file name", async () => {
    const host = await showReader({ title: 'Board: November.mp3' });
    const { name, content } = await savedBy(() => host.one('[data-item="srt"]').click());
    expect(name).to.equal('Board November.srt');
    expect(content.type).to.contain('subrip');
    expect(await content.text()).to.contain('00:00:01,500 --> 00:00:03,000\nBob: Yes, please.');
  });

  it('write a Word document with code that is loaded on demand', async () => {
    const isLoaded = () =>
      performance
        .getEntriesByType('resource')
        .some(({ name }) => new URL(name).pathname.includes('/docx-library'));
    const host = await showReader();
    await savedBy(() => host.one('[data-item="txt"]').click());
    expect(isLoaded()).to.equal(false);
    const { name, content } = await savedBy(() => host.one('[data-item="docx"]').click());
    expect(isLoaded()).to.equal(true);
    expect(name).to.equal('Morning.docx');
    expect(await content.slice(0, 2).text()).to.equal('PK');
  });

  it("are read back correctly by the browser's own WebVTT parser, for any text", async () => {
    const said = [
      'One\n\nTwo --> three',
      '<b>bold</b> &amp; <v Bob>',
      'WEBVTT',
      'NOTE x',
      '\u202eشكرا',
    ];
    const transcript = normaliseTranscript({
      segments: said.map((text, at) => ({
        speaker: 'Eve --> <i> & "co"',
        start_ms: at * 100,
        end_ms: at * 100,
        text,
      })),
    });
    const cues = await cuesReadBack(transcript);
    expect(cues.map((cue) => cue.getCueAsHTML().textContent)).to.deep.equal([
      'One Two --> three',
      ...said.slice(1),
    ]);
    expect(cues.map(({ startTime }) => startTime)).to.deep.equal([0, 0.1, 0.2, 0.3, 0.4]);
    expect(cues[0]?.getCueAsHTML().querySelector('span')?.title).to.equal('Eve --› ‹i› ＆ "co"');
  });

  it('split long segments into cues that the browser reads as intended', async () => {
    const sentences = {
      en: 'We came here, all of us, to talk about the weather; and so we shall. ',
      ja: '「今日は、いい天気ですね。」と彼は言った。明日も晴れるでしょう！',
      th: 'วันนี้อากาศดีมากเราจะไปเที่ยวทะเลกันในวันหยุดสุดสัปดาห์นี้',
      ar: 'مرحبا، كيف حالك؟ أنا بخير شكرا لك، وأتمنى أن تكون بخير أيضا. ',
    };
    const transcript = normaliseTranscript({
      language: 'en',
      segments: Object.entries(sentences).map(([language, text], at) => ({
        speaker: at % 2 === 0 ? 'Anna' : undefined,
        start_ms: at * 12_345,
        end_ms: at * 12_345 + 20_001,
        text: text.repeat(5),
        language,
      })),
    });
    const cues = await cuesReadBack(transcript);
    const plan = toCues(transcript);
    expect(plan.length).to.be.greaterThan(12);
    expect(
      cues.map((cue) => [
        cue.id,
        Math.round(cue.startTime * 1000),
        Math.round(cue.endTime * 1000),
        cue.getCueAsHTML().textContent,
      ]),
    ).to.deep.equal(
      plan.map(({ segment, part, start_ms, end_ms, lines }) => [
        `${segment + 1}-${part + 1}`,
        start_ms,
        end_ms,
        lines.join('\n'),
      ]),
    );
    const tagged = cues.map((cue) => cue.getCueAsHTML().querySelector('[lang]')?.textContent);
    expect(tagged).to.deep.equal(
      plan.map(({ segment, lines }) => (segment === 0 ? undefined : lines.join('\n'))),
    );
  });

  it('are offered in a menu, with copying and printing', async () => {
    const host = await showReader();
    const button = host.control('Export');
    const list = host.popup('Export');
    expect(button.getAttribute('aria-haspopup')).to.equal('menu');
    button.click();
    expect(list.matches(':popover-open')).to.equal(true);
    expect(
      [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')].map(
        (item) => item.dataset['item'],
      ),
    ).to.deep.equal([...EXPORT_FORMATS, 'copy', 'print']);
    expect(
      [...host.one('[data-item="srt"]').children].map((child) => child.textContent).join(' '),
    ).to.equal(' Subtitles (SubRip) .srt');
    await expect(host).to.be.accessible();
  });

  it('open their menu with the arrow keys, without scrolling the page', async () => {
    const host = await showReader();
    const button = host.control('Export');
    button.focus();
    expect(press(button, 'ArrowDown').defaultPrevented).to.equal(true);
    expect(host.shadowRoot?.activeElement).to.equal(host.one('[data-item="txt"]'));
    const first = host.one('[data-item="txt"]');
    expect(press(first, 'ArrowDown').defaultPrevented).to.equal(true);
    expect(host.shadowRoot?.activeElement).to.equal(host.one('[data-item="srt"]'));
    press(host.one('[data-item="srt"]'), 'Escape');
    expect(host.popup('Export').matches(':popover-open')).to.equal(false);
    expect(host.shadowRoot?.activeElement).to.equal(button);
  });

  it('say that the download has started, and return the focus to the button', async () => {
    const host = await showReader();
    host.control('Export').click();
    await savedBy(() => host.one('[data-item="csv"]').click());
    await until(() => host.said.length > 0);
    expect(host.byPart('toast').textContent.trim()).to.equal('Download started');
    expect(host.said).to.deep.equal(['Download started']);
    expect(host.shadowRoot?.activeElement).to.equal(host.control('Export'));
  });
});
