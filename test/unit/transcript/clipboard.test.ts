import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { toClipboard as copied } from '../../../src/transcript/clipboard.js';
import type { ExportTimes } from '../../../src/transcript/exports/formats.js';
import type { SelectedText } from '../../../src/transcript/passages.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { toWritten } from '../../../src/transcript/written.js';
import { oneLine } from '../../../src/transcript/plain-text.js';
import { transcriptOf, transcripts } from './arbitraries.js';

const toClipboard = (
  transcript: Transcript,
  selection?: readonly SelectedText[],
  times?: ExportTimes,
) => copied(toWritten(transcript, { selection }), times);

const talk = transcriptOf(
  ['Anna', 0, 1500, 'Good morning.'],
  ['Anna', 65_000, 66_000, 'Shall we\nbegin?'],
  ['Bob <b>', 66_000, 67_000, 'Yes & no.'],
);

describe('toClipboard', () => {
  it('copies turns with their speaker and time', () => {
    assert.deepEqual(toClipboard(talk), {
      text: 'Anna · 0:00\nGood morning. Shall we begin?\n\nBob <b> · 1:06\nYes & no.\n',
      html:
        '<p dir="ltr" lang="en"><strong dir="ltr">Anna</strong> · ' +
        '<time datetime="PT0S">0:00</time><br>Good morning. Shall we begin?</p>\n' +
        '<p dir="ltr" lang="en"><strong dir="ltr">Bob &lt;b&gt;</strong> · ' +
        '<time datetime="PT66S">1:06</time><br>Yes &amp; no.</p>',
    });
  });

  it('copies a selection, with the time of its first selected segment', () => {
    assert.equal(
      toClipboard(talk, [
        { segment: 1, start: 6 },
        { segment: 2, start: 0, end: 3 },
      ]).text,
      'Anna · 1:05\nwe begin?\n\nBob <b> · 1:06\nYes\n',
    );
    assert.equal(
      toClipboard(talk, [{ segment: 2 }, { segment: 0, end: 4 }]).text,
      'Anna · 0:00\nGood\n\nBob <b> · 1:06\nYes & no.\n',
    );
  });

  it('copies only the words of a selection within one segment', () => {
    assert.deepEqual(toClipboard(talk, [{ segment: 2, start: 0, end: 5 }]), {
      text: 'Yes &',
      html: '<span dir="ltr" lang="en">Yes &amp;</span>',
    });
    assert.deepEqual(toClipboard(talk, [{ segment: 1 }]), {
      text: 'Shall we\nbegin?',
      html: '<span dir="ltr" lang="en">Shall we<br>begin?</span>',
    });
  });

  it('copies each line with its time, and starts with the first one', () => {
    const { html } = toClipboard(
      transcriptOf([undefined, 0, 1, 'Hm.'], [undefined, 2_000, 3_000, 'Yes.']),
      undefined,
      'line',
    );
    assert.equal(
      html,
      '<p dir="ltr" lang="en"><time datetime="PT0S">0:00</time> Hm.<br><time datetime="PT2S">0:02</time> Yes.</p>',
    );
  });

  it('ignores segments that do not exist', () => {
    assert.equal(toClipboard(talk, []).text, '');
    assert.equal(toClipboard(talk, [{ segment: 9 }]).text, '');
    const selection = [{ segment: 0, start: 4, end: 4 }, { segment: 2 }, { segment: 70 }];
    assert.equal(toClipboard(talk, selection, 'turn').text, 'Bob <b> · 1:06\nYes & no.\n');
  });

  it('keeps text directions and languages', () => {
    const mixed = normaliseTranscript({
      language: 'en',
      segments: [
        { speaker: 'דנה', start_ms: 0, end_ms: 1, text: 'שלום', language: 'he' },
        { speaker: 'דנה', start_ms: 1, end_ms: 2, text: 'Hello', language: 'en' },
        { speaker: 'דנה', start_ms: 2, end_ms: 3, text: 'x', language: '"><script>' },
      ],
    });
    assert.equal(
      toClipboard(mixed).html,
      '<p dir="rtl" lang="he"><strong dir="rtl">דנה</strong> · <time datetime="PT0S">0:00</time>' +
        '<br>שלום <span dir="ltr" lang="en">Hello</span> <span dir="ltr" lang="en">x</span></p>',
    );
  });

  it('copies the text of a transcript without segments, and times where there are no speaker names', () => {
    assert.equal(toClipboard(normaliseTranscript({ text: 'Only\ntext.' })).text, 'Only\ntext.');
    assert.equal(toClipboard(transcriptOf([undefined, 0, 1, 'Hm.'])).text, '0:00\nHm.\n');
  });

  it('keeps every word, and no HTML tag from the text', () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        const { text, html } = toClipboard(transcript);
        const letters = (from: string): string => oneLine(from).replace(/\s/g, '');
        let at = 0;
        for (const segment of transcript.segments) {
          at = letters(text).indexOf(letters(segment.text), at);
          assert.notEqual(at, -1);
          at += letters(segment.text).length;
        }
        const attribute = /(?: (?:dir|lang|datetime)="[^"<>]*")*/.source;
        const bare = html.replace(
          new RegExp(`<(?:p|strong|span|time)${attribute}>|<br>|</(?:p|strong|span|time)>`, 'g'),
          '',
        );
        assert.doesNotMatch(bare, /[<>]/);
      }),
    );
  });
});
