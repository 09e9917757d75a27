import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { describe, it } from 'node:test';
import {
  detectAudioFormat,
  type AudioFormat,
} from '../../../../src/engine/audio-headers/detect-format.js';
import { bytes, repeat, whole, zeros } from './builders.js';

const SIZE = [0, 0, 0, 0];

describe('unsupported formats are named if they are known', () => {
  const cases: readonly (readonly [string, Uint8Array, string | null])[] = [
    ['Ogg', bytes('OggS'), 'an Ogg file'],
    ['FLAC', bytes('fLaC'), 'a FLAC file'],
    ['Matroska', bytes([0x1a, 0x45, 0xdf, 0xa3]), 'a WebM or Matroska file'],
    ['AMR', bytes('#!AMR\n'), 'an AMR file'],
    ['AIFF', bytes('FORM', SIZE, 'AIFF'), 'an AIFF file'],
    ['AIFF, compressed', bytes('FORM', SIZE, 'AIFC'), 'an AIFF file'],
    ['Core Audio', bytes('caff', [0, 1, 0, 0]), 'a Core Audio file'],
    ['Windows Media', bytes([0x30, 0x26, 0xb2, 0x75]), 'a Windows Media file'],
    ['WavPack', bytes('wvpk'), 'a WavPack file'],
    ['Monkey’s Audio', bytes('MAC '), 'a Monkey’s Audio file'],
    ['DSD', bytes('DSD '), 'a DSD file'],
    ['Sun audio', bytes('.snd'), 'a Sun audio file'],
    ['RealMedia', bytes('.RMF'), 'a RealMedia file'],
    ['Flash', bytes('FLV', [1]), 'a Flash film'],
    ['MPEG without a system', bytes([0, 0, 1, 0xb3]), 'an MPEG film'],
    ['two packets of a broadcast only', repeat(2, bytes('G', zeros(187))), null],
    ['QuickTime with its index first', bytes([0, 0, 0, 8], 'moov'), 'a QuickTime film'],
    ['QuickTime with its content first', bytes([0, 0, 0, 8], 'mdat'), 'a QuickTime film'],
    ['QuickTime with a preview first', bytes([0, 0, 0, 8], 'pnot'), 'a QuickTime film'],
    ['a fragment', bytes([0, 0, 0, 24], 'moof'), 'a piece of a stream'],
    ['TIFF, big-endian', bytes('MM', [0], '*'), 'a TIFF picture'],
    ['BMP', bytes('BM', [9, 9, 9, 9, 0, 0, 0, 0]), 'a BMP picture'],
    ['RTF', bytes('{\\rtf1'), 'an RTF document'],
    ['RAR', bytes('Rar!'), 'a RAR archive'],
    ['7-Zip', bytes('7z', [0xbc, 0xaf]), 'a 7-Zip archive'],
    ['gzip', bytes([0x1f, 0x8b, 0x08]), 'a gzip archive'],
    ['a program for Linux', bytes([0x7f], 'ELF'), 'a program'],
    ['a program for macOS', bytes([0xcf, 0xfa, 0xed, 0xfe]), 'a program'],
    ['a page without its type', bytes('<html>'), 'a web page'],
    ['a page from its head', bytes('<head>'), 'a web page'],
    ['a page from its body', bytes('<body>'), 'a web page'],
    ['a playlist of another kind', bytes('[playlist]'), 'a playlist'],
    ['a playlist of Windows Media', bytes('<asx version="3">'), 'a playlist'],
    ['text with a control character', bytes('hello', [0x1b], 'there'), null],
    ['text in UTF-16, big-endian', bytes([0xfe, 0xff], '\0h\0i'), 'a text file'],
    ['Wave64', bytes('riff', [0x2e, 0x91, 0xcf, 0x11]), 'a Wave64 file'],
    ['MIDI', bytes('MThd'), 'a MIDI file'],
    ['AVI', bytes('RIFF', SIZE, 'AVI LIST'), 'an AVI film'],
    ['MPEG', bytes([0, 0, 1, 0xba]), 'an MPEG film'],
    ['MPEG for broadcast', repeat(3, bytes('G', zeros(187))), 'an MPEG film'],
    ['MPEG of a camera', repeat(3, bytes(SIZE, 'G', zeros(187))), 'an MPEG film'],
    ['QuickTime without a brand', bytes([0, 0, 0, 8], 'wide', SIZE, 'mdat'), 'a QuickTime film'],
    ['a segment', bytes([0, 0, 0, 24], 'styp', 'msdh'), 'a piece of a stream'],
    ['WebP', bytes('RIFF', SIZE, 'WEBPVP8 '), 'a WebP picture'],
    ['PNG', bytes([0x89], 'PNG'), 'a PNG picture'],
    ['JPEG', bytes([0xff, 0xd8, 0xff, 0xe0]), 'a JPEG picture'],
    ['GIF', bytes('GIF89a'), 'a GIF picture'],
    ['TIFF', bytes('II*', [0]), 'a TIFF picture'],
    ['PDF', bytes('%PDF-1.7'), 'a PDF document'],
    ['ZIP', bytes('PK', [3, 4]), 'a ZIP archive or an Office document'],
    ['an old Office document', bytes([0xd0, 0xcf, 0x11, 0xe0]), 'an Office document'],
    ['a program', bytes('MZ', [0x90, 0]), 'a program'],
    ['a page', bytes('\r\n<!DOCTYPE html><title>404</title>'), 'a web page'],
    ['a page with a mark', bytes([0xef, 0xbb, 0xbf], '<HTML lang="en">'), 'a web page'],
    ['an answer of a storage', bytes('<?xml version="1.0"?><Error>'), 'an XML file'],
    ['a playlist', bytes('#EXTM3U\nhttp://radio.test/'), 'a playlist'],
    ['text', bytes('hello, this is text\n'), 'a text file'],
    ['text in UTF-8', new TextEncoder().encode('שלום, 你好'), 'a text file'],
    ['text in UTF-16', bytes([0xff, 0xfe], 'h\0i\0'), 'a text file'],
    ['bytes that are none of these', bytes([1, 2, 3, 4, 5, 6, 7, 8]), null],
    ['RIFF of another kind', bytes('RIFF', SIZE, 'ACON'), null],
    ['nothing', bytes(), null],
  ];
  for (const [what, content, found] of cases) {
    it(what, async () => {
      assert.deepEqual(await detectAudioFormat(whole(content)), { kind: 'unsupported', found });
    });
  }
});

/** Tolerance: a thousandth of a second, as players show it. */
const near = (format: AudioFormat): unknown =>
  format.kind === 'audio' && format.durationSeconds !== null
    ? [format.fileType, Math.round(format.durationSeconds * 1000)]
    : format;

/** The fixtures are a sine and a test picture of ffmpeg, 8 kHz and 32 pixels wide. */
describe('format and duration of real files', () => {
  const samples = new URL('../../../../demo/samples/', import.meta.url);
  const fixtures = new URL('fixtures/', import.meta.url);
  const unsupported = (found: string) => ({ kind: 'unsupported', found });
  const cases: readonly (readonly [string, URL, unknown])[] = [
    ['conversation.mp3', samples, ['mp3', 44_971]],
    ['interview.m4a', samples, ['m4a', 23_141]],
    ['voicemail.wav', samples, ['wav', 11_033]],
    ['vbr.mp3', fixtures, ['mp3', 1500]],
    ['index-at-end.m4a', fixtures, ['m4a', 1500]],
    ['fragmented.m4a', fixtures, { kind: 'audio', fileType: 'm4a', durationSeconds: null }],
    ['film-with-sound.mp4', fixtures, ['m4a', 628]],
    ['film-without-sound.mp4', fixtures, unsupported('a film without sound')],
    ['rf64.wav', fixtures, ['wav', 100]],
    ['layer-2.mp2', fixtures, unsupported('an MP2 file (MPEG layer II)')],
    ['raw.aac', fixtures, unsupported('a raw AAC file')],
  ];
  for (const [name, folder, expected] of cases) {
    it(name, async () => {
      const file = await openAsBlob(new URL(name, folder));
      const read = async (offset: number, length: number): Promise<Uint8Array> =>
        new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
      assert.deepEqual(near(await detectAudioFormat({ size: file.size, read })), expected);
    });
  }
});
