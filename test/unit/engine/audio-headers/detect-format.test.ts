import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { describe, it } from 'node:test';
import {
  detectAudioFormat,
  type AudioFormat,
} from '../../../../src/engine/audio-headers/detect-format.js';
import { unsupported as other } from '../../../../src/engine/audio-headers/format.js';
import { bytes, frame, FRAME, repeat, whole, zeros } from './builders.js';

const SIZE = [0, 0, 0, 0];
const NOTHING: AudioFormat = { kind: 'unsupported', found: null };

describe('unsupported formats are named if they are known', () => {
  const cases: readonly (readonly [string, Uint8Array, AudioFormat])[] = [
    ['Ogg', bytes('OggS'), other('audio', 'Ogg')],
    ['FLAC', bytes('fLaC'), other('audio', 'FLAC')],
    ['Matroska', bytes([0x1a, 0x45, 0xdf, 0xa3]), other('video', 'WebM / Matroska')],
    ['AMR', bytes('#!AMR\n'), other('audio', 'AMR')],
    ['AIFF', bytes('FORM', SIZE, 'AIFF'), other('audio', 'AIFF')],
    ['AIFF, compressed', bytes('FORM', SIZE, 'AIFC'), other('audio', 'AIFF')],
    ['AC-3', bytes([0x0b, 0x77, 0x12, 0x34, 0x14, 0x40]), other('audio', 'Dolby Digital')],
    ['Core Audio', bytes('caff', [0, 1, 0, 0]), other('audio', 'CAF')],
    ['Windows Media', bytes([0x30, 0x26, 0xb2, 0x75]), other('audio', 'Windows Media')],
    ['WavPack', bytes('wvpk'), other('audio', 'WavPack')],
    [
      'DTS, before what looks like frames',
      bytes([0x7f, 0xfe, 0x80, 0x01], repeat(5, frame(FRAME))),
      other('audio', 'DTS'),
    ],
    ['Monkey’s Audio', bytes('MAC '), other('audio', 'Monkey’s Audio')],
    ['DSD', bytes('DSD '), other('audio', 'DSD')],
    ['Sun audio', bytes('.snd'), other('audio', 'Sun AU')],
    ['RealMedia', bytes('.RMF'), other('audio', 'RealMedia')],
    ['Flash', bytes('FLV', [1]), other('video', 'FLV')],
    ['MPEG without a system', bytes([0, 0, 1, 0xb3]), other('video', 'MPEG')],
    ['two packets of a broadcast only', repeat(2, bytes('G', zeros(187))), NOTHING],
    ['QuickTime with its index first', bytes([0, 0, 0, 8], 'moov'), other('video', 'QuickTime')],
    ['QuickTime with its content first', bytes([0, 0, 0, 8], 'mdat'), other('video', 'QuickTime')],
    ['QuickTime with a preview first', bytes([0, 0, 0, 8], 'pnot'), other('video', 'QuickTime')],
    ['a fragment', bytes([0, 0, 0, 24], 'moof'), other('video', 'DASH')],
    ['TIFF, big-endian', bytes('MM', [0], '*'), other('picture', 'TIFF')],
    ['BMP', bytes('BM', [9, 9, 9, 9, 0, 0, 0, 0]), other('picture', 'BMP')],
    ['RTF', bytes('{\\rtf1'), other('document', 'RTF')],
    ['RAR', bytes('Rar!'), other('archive', 'RAR')],
    ['7-Zip', bytes('7z', [0xbc, 0xaf]), other('archive', '7z')],
    ['gzip', bytes([0x1f, 0x8b, 0x08]), other('archive', 'gzip')],
    ['a program for Linux', bytes([0x7f], 'ELF'), other('program')],
    ['a program for macOS', bytes([0xcf, 0xfa, 0xed, 0xfe]), other('program')],
    ['a page without its type', bytes('<html>'), other('text', 'HTML')],
    ['a page from its head', bytes('<head>'), other('text', 'HTML')],
    ['a page from its body', bytes('<body>'), other('text', 'HTML')],
    ['a playlist of another kind', bytes('[playlist]'), other('text', 'M3U')],
    ['a playlist of Windows Media', bytes('<asx version="3">'), other('text', 'M3U')],
    ['text with a control character', bytes('hello', [0x1b], 'there'), NOTHING],
    ['text in UTF-16, big-endian', bytes([0xfe, 0xff], '\0h\0i'), other('text')],
    ['Wave64', bytes('riff', [0x2e, 0x91, 0xcf, 0x11]), other('audio', 'Wave64')],
    ['MIDI', bytes('MThd'), other('audio', 'MIDI')],
    ['AVI', bytes('RIFF', SIZE, 'AVI LIST'), other('video', 'AVI')],
    ['MPEG', bytes([0, 0, 1, 0xba]), other('video', 'MPEG')],
    ['MPEG for broadcast', repeat(3, bytes('G', zeros(187))), other('video', 'MPEG')],
    ['MPEG of a camera', repeat(3, bytes(SIZE, 'G', zeros(187))), other('video', 'MPEG')],
    [
      'QuickTime without a brand',
      bytes([0, 0, 0, 8], 'wide', SIZE, 'mdat'),
      other('video', 'QuickTime'),
    ],
    ['a segment', bytes([0, 0, 0, 24], 'styp', 'msdh'), other('video', 'DASH')],
    ['WebP', bytes('RIFF', SIZE, 'WEBPVP8 '), other('picture', 'WebP')],
    ['PNG', bytes([0x89], 'PNG'), other('picture', 'PNG')],
    ['JPEG', bytes([0xff, 0xd8, 0xff, 0xe0]), other('picture', 'JPEG')],
    ['GIF', bytes('GIF89a'), other('picture', 'GIF')],
    ['TIFF', bytes('II*', [0]), other('picture', 'TIFF')],
    ['PDF', bytes('%PDF-1.7'), other('document', 'PDF')],
    ['ZIP', bytes('PK', [3, 4]), other('archive', 'ZIP / Office')],
    ['an old Office document', bytes([0xd0, 0xcf, 0x11, 0xe0]), other('document', 'Office')],
    ['a program', bytes('MZ', [0x90, 0]), other('program')],
    ['a page', bytes('\r\n<!DOCTYPE html><title>404</title>'), other('text', 'HTML')],
    ['a page with a mark', bytes([0xef, 0xbb, 0xbf], '<HTML lang="en">'), other('text', 'HTML')],
    ['an answer of a storage', bytes('<?xml version="1.0"?><Error>'), other('text', 'XML')],
    ['a playlist', bytes('#EXTM3U\nhttp://radio.test/'), other('text', 'M3U')],
    ['text', bytes('hello, this is text\n'), other('text')],
    ['text in UTF-8', new TextEncoder().encode('שלום, 你好'), other('text')],
    ['text in UTF-16', bytes([0xff, 0xfe], 'h\0i\0'), other('text')],
    ['bytes that are none of these', bytes([1, 2, 3, 4, 5, 6, 7, 8]), NOTHING],
    ['RIFF of another kind', bytes('RIFF', SIZE, 'ACON'), NOTHING],
    ['nothing', bytes(), NOTHING],
  ];
  for (const [what, content, format] of cases) {
    it(what, async () => assert.deepEqual(await detectAudioFormat(whole(content)), format));
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
  const cases: readonly (readonly [string, URL, unknown])[] = [
    ['conversation.mp3', samples, ['mp3', 44_971]],
    ['interview.m4a', samples, ['m4a', 23_141]],
    ['voicemail.wav', samples, ['wav', 11_033]],
    ['vbr.mp3', fixtures, ['mp3', 1500]],
    ['index-at-end.m4a', fixtures, ['m4a', 1500]],
    [
      'fragmented.m4a',
      fixtures,
      { kind: 'audio', fileType: 'm4a', durationSeconds: null, beside: 'other-audio' },
    ],
    ['film-with-sound.mp4', fixtures, ['m4a', 628]],
    ['film-without-sound.mp4', fixtures, other('silent-video')],
    ['rf64.wav', fixtures, ['wav', 100]],
    ['layer-2.mp2', fixtures, other('audio', 'MP2')],
    ['raw.aac', fixtures, other('audio', 'AAC')],
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
