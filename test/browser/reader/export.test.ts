import { expect } from '@open-wc/testing';
import { toCues } from '../../../src/transcript/exports/cues.js';
import { exportTranscript } from '../../../src/transcript/exports/export-transcript.js';
import { EXPORT_FORMATS } from '../../../src/transcript/exports/formats.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { savedBy, type Saved } from '../../support/saved-file.js';
import {
  happened,
  openExport,
  press,
  showReader,
  until,
  type ReaderHost,
} from './reader-support.js';

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

const listed = (dialog: HTMLElement, label: string): HTMLSelectElement => {
  const found = [...dialog.querySelectorAll('select')].find(
    ({ labels }) => labels[0]?.querySelector('span')?.textContent === label,
  );
  if (!found) throw new Error(`There is no list ${label}.`);
  return found;
};
const choose = (dialog: HTMLElement, label: string, option: string): void => {
  const select = listed(dialog, label);
  select.selectedIndex = [...select.options].findIndex(({ text }) => text.startsWith(option));
  select.dispatchEvent(new Event('change'));
};
const tick = (dialog: HTMLElement, label: string): void => {
  const box = [...dialog.querySelectorAll<HTMLInputElement>('[type="checkbox"]')].find(
    ({ labels }) => labels?.[0]?.textContent.includes(label),
  );
  if (!box) throw new Error(`There is no box ${label}.`);
  box.click();
};
const submitOf = (dialog: HTMLElement): string =>
  dialog.querySelector<HTMLElement>('[type="submit"]')?.textContent.trim() ?? '';

/** Downloads the transcript in a format, by its name in the list. */
const download = async (host: ReaderHost, format: string): Promise<Saved> => {
  const dialog = await openExport(host);
  choose(dialog, 'Format', format);
  return savedBy(() => dialog.querySelector<HTMLElement>('[type="submit"]')?.click());
};

describe('downloads', () => {
  it("use the transcript's title as the file name", async () => {
    const host = await showReader({ title: 'Board: November.mp3' });
    const { name, content } = await download(host, 'Subtitles (SubRip)');
    expect(name).to.equal('Board November.srt');
    expect(content.type).to.contain('subrip');
    expect(await content.text()).to.contain('00:00:01,500 --> 00:00:03,000\nBob: Yes, please.');
  });

  it('write a Word document', async () => {
    const host = await showReader();
    const { name, content } = await download(host, 'Word document');
    expect(name).to.equal('Morning.docx');
    expect(await content.slice(0, 2).text()).to.equal('PK');
  });

  it("are read back correctly by the browser's own WebVTT parser, for any text", async () => {
    const said = [
      'One\n\nTwo --> three',
      '<b>bold</b> &amp; <v Bob>',
      'WEBVTT',
      'NOTE x',
      '\u202eشكرا\u202c',
    ];
    const transcript = normaliseTranscript({
      segments: said.map((text, at) => ({
        speaker: 'Eve --> <i> & "co"',
        start_ms: at * 1000,
        end_ms: at * 1000,
        text,
      })),
    });
    const cues = await cuesReadBack(transcript);
    expect(cues.map((cue) => cue.getCueAsHTML().textContent)).to.deep.equal([
      'One Two --> three',
      ...said.slice(1),
    ]);
    expect(cues.map(({ startTime }) => startTime)).to.deep.equal([0, 1, 2, 3, 4]);
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
      plan.map(({ segments: [segment = 0], part, start_ms, end_ms, lines }) => [
        `${segment + 1}-${part + 1}`,
        start_ms,
        end_ms,
        lines.join('\n'),
      ]),
    );
    const tagged = cues.map((cue) => cue.getCueAsHTML().querySelector('[lang]')?.textContent);
    expect(tagged).to.deep.equal(
      plan.map(({ segments, lines }) => (segments[0] === 0 ? undefined : lines.join('\n'))),
    );
  });

  it('are offered in a dialog whose button says what it gives', async () => {
    const host = await showReader();
    const button = host.control('Export');
    expect(button.getAttribute('aria-haspopup')).to.equal('dialog');
    const dialog = await openExport(host);
    expect(button.getAttribute('aria-expanded')).to.equal('true');
    expect(host.shadowRoot?.activeElement === listed(dialog, 'Format')).to.equal(true);
    expect(
      [...listed(dialog, 'Format').options].map(({ text }) => text.split('.')[1]),
    ).to.deep.equal([...EXPORT_FORMATS]);
    await expect(host).to.be.accessible();
    expect(submitOf(dialog)).to.equal('Download: Plain text, with names, with times');
    tick(dialog, 'Speaker names');
    choose(dialog, 'Times', 'None');
    expect(submitOf(dialog)).to.equal('Download: Plain text');
    choose(dialog, 'Format', 'Subtitles (SubRip)');
    expect(submitOf(dialog)).to.equal('Download: Subtitles (SubRip)');
    expect([...dialog.querySelectorAll('select')]).to.have.length(1);
    press(listed(dialog, 'Format'), 'k');
    expect(dialog.matches(':popover-open')).to.equal(true);
  });

  it('contain only what was chosen, and the choice is remembered', async () => {
    const host = await showReader();
    let dialog = await openExport(host);
    tick(dialog, 'Speaker names');
    choose(dialog, 'Times', 'None');
    tick(dialog, 'Bob');
    const saved = await savedBy(() => {
      dialog.querySelector<HTMLElement>('[type="submit"]')?.click();
    });
    const text = await saved.content.text();
    expect(text).to.contain('Good morning.');
    expect(text).not.to.match(/Anna|Bob|0:0|Yes/);
    expect(dialog.matches(':popover-open')).to.equal(false);
    dialog = await openExport(host);
    expect(submitOf(dialog)).to.equal('Download: Plain text');
    // Leaving out a person is for one export.
    expect([...dialog.querySelectorAll<HTMLInputElement>('fieldset :checked')]).to.have.length(3);
  });

  it('cannot be empty', async () => {
    const host = await showReader();
    const dialog = await openExport(host);
    for (const name of ['Anna', 'Bob', 'דנה']) tick(dialog, name);
    expect(dialog.querySelector<HTMLButtonElement>('[type="submit"]')?.disabled).to.equal(true);
  });

  it('cannot be empty if the chosen people say nothing in the chosen passage', async () => {
    const host = await showReader();
    const text = host.text(2).firstChild ?? host.text(2);
    getSelection()?.setBaseAndExtent(text, 0, text, 3);
    const dialog = await openExport(host);
    tick(dialog, 'Only the selected passage');
    expect(dialog.querySelector<HTMLButtonElement>('[type="submit"]')?.disabled).to.equal(false);
    tick(dialog, 'Bob');
    expect(dialog.querySelector<HTMLButtonElement>('[type="submit"]')?.disabled).to.equal(true);
    getSelection()?.removeAllRanges();
  });

  it('are offered only in formats that can have the words', async () => {
    const host = await showReader({
      transcript: normaliseTranscript({ text: 'Words without times.' }),
    });
    const formats = (dialog: HTMLElement): (string | undefined)[] =>
      [...listed(dialog, 'Format').options].map(({ text }) => text.split('.')[1]);
    expect(formats(await openExport(host))).to.deep.equal(['txt', 'md', 'docx', 'json']);
    const whole = normaliseTranscript({ text: 'Words of four seconds.', duration: 4 });
    const other = await showReader({ transcript: whole });
    const { content } = await download(other, 'Subtitles (SubRip)');
    expect(formats(await openExport(other))).to.deep.equal([...EXPORT_FORMATS]);
    expect(await content.text()).to.equal(
      '1\n00:00:00,000 --> 00:00:04,000\nWords of four seconds.\n',
    );
  });

  it('name a line without a speaker as the page does', async () => {
    const host = await showReader({
      transcript: normaliseTranscript({
        segments: [
          { speaker: 'Anna', start_ms: 0, end_ms: 900, text: 'One.' },
          { start_ms: 1000, end_ms: 1900, text: 'Two.' },
          { speaker: 'Bob', start_ms: 2000, end_ms: 2900, text: 'Three.' },
        ],
      }),
    });
    const shown = host.allByPart('speaker-name').map(({ textContent }) => textContent);
    expect(shown).to.deep.equal(['Anna', 'Unknown speaker', 'Bob']);
    const { content } = await download(host, 'Subtitles (SubRip)');
    expect((await content.text()).match(/[\w ]+(?=: )/g)).to.deep.equal(shown);
  });

  it('close their dialog with a second press on the button', async () => {
    const host = await showReader();
    const dialog = await openExport(host);
    host.control('Export').click();
    expect(dialog.matches(':popover-open')).to.equal(false);
    expect(host.control('Export').getAttribute('aria-expanded')).to.equal('false');
  });

  it('say that the download has started, and return the focus to the button', async () => {
    const host = await showReader();
    host.control('Export').focus();
    const dialog = await openExport(host);
    choose(dialog, 'Format', 'Spreadsheet');
    await savedBy(() => dialog.querySelector<HTMLElement>('[type="submit"]')?.click());
    await until(() => host.said.length > 0);
    expect(host.byPart('toast').textContent.trim()).to.equal('Download started');
    expect(host.said).to.deep.equal(['Download started']);
    expect(host.shadowRoot?.activeElement === host.control('Export')).to.equal(true);
  });
});
