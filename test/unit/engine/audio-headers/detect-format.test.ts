import type { FoundFile, FoundKind } from '../../../../src/protocol/errors.js';
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { describe, it } from 'node:test';
import {
  detectAudioFormat,
  type AudioFormat,
} from '../../../../src/engine/audio-headers/detect-format.js';
import { bytes, frame, FRAME, repeat, whole, zeros } from './builders.js';

const SIZE = [0, 0, 0, 0];

describe('unsupported formats are named if they are known', () => {
  const cases: readonly (readonly [string, Uint8Array, FoundFile | null])[] = [
    ['Ogg', bytes('OggS'), { kind: 'audio', format: 'Ogg' }],
    ['FLAC', bytes('fLaC'), { kind: 'audio', format: 'FLAC' }],
    ['Matroska', bytes([0x1a, 0x45, 0xdf, 0xa3]), { kind: 'video', format: 'WebM / Matroska' }],
    ['AMR', bytes('#!AMR\n'), { kind: 'audio', format: 'AMR' }],
    ['AIFF', bytes('FORM', SIZE, 'AIFF'), { kind: 'audio', format: 'AIFF' }],
    ['AIFF, compressed', bytes('FORM', SIZE, 'AIFC'), { kind: 'audio', format: 'AIFF' }],
    [
      'AC-3',
      bytes([0x0b, 0x77, 0x12, 0x34, 0x14, 0x40]),
      { kind: 'audio', format: 'Dolby Digital' },
    ],
    ['Core Audio', bytes('caff', [0, 1, 0, 0]), { kind: 'audio', format: 'CAF' }],
    ['Windows Media', bytes([0x30, 0x26, 0xb2, 0x75]), { kind: 'audio', format: 'Windows Media' }],
    ['WavPack', bytes('wvpk'), { kind: 'audio', format: 'WavPack' }],
    [
      'DTS, before what looks like frames',
      bytes([0x7f, 0xfe, 0x80, 0x01], repeat(5, frame(FRAME))),
      { kind: 'audio', format: 'DTS' },
    ],
    ['Monkey’s Audio', bytes('MAC '), { kind: 'audio', format: 'Monkey’s Audio' }],
    ['DSD', bytes('DSD '), { kind: 'audio', format: 'DSD' }],
    ['Sun audio', bytes('.snd'), { kind: 'audio', format: 'Sun AU' }],
    ['RealMedia', bytes('.RMF'), { kind: 'audio', format: 'RealMedia' }],
    ['Flash', bytes('FLV', [1]), { kind: 'video', format: 'FLV' }],
    ['MPEG without a system', bytes([0, 0, 1, 0xb3]), { kind: 'video', format: 'MPEG' }],
    ['two packets of a broadcast only', repeat(2, bytes('G', zeros(187))), null],
    [
      'QuickTime with its index first',
      bytes([0, 0, 0, 8], 'moov'),
      { kind: 'video', format: 'QuickTime' },
    ],
    [
      'QuickTime with its content first',
      bytes([0, 0, 0, 8], 'mdat'),
      { kind: 'video', format: 'QuickTime' },
    ],
    [
      'QuickTime with a preview first',
      bytes([0, 0, 0, 8], 'pnot'),
      { kind: 'video', format: 'QuickTime' },
    ],
    ['a fragment', bytes([0, 0, 0, 24], 'moof'), { kind: 'video', format: 'DASH' }],
    ['TIFF, big-endian', bytes('MM', [0], '*'), { kind: 'picture', format: 'TIFF' }],
    ['BMP', bytes('BM', [9, 9, 9, 9, 0, 0, 0, 0]), { kind: 'picture', format: 'BMP' }],
    ['RTF', bytes('{\\rtf1'), { kind: 'document', format: 'RTF' }],
    ['RAR', bytes('Rar!'), { kind: 'archive', format: 'RAR' }],
    ['7-Zip', bytes('7z', [0xbc, 0xaf]), { kind: 'archive', format: '7z' }],
    ['gzip', bytes([0x1f, 0x8b, 0x08]), { kind: 'archive', format: 'gzip' }],
    ['a program for Linux', bytes([0x7f], 'ELF'), { kind: 'program', format: '' }],
    ['a program for macOS', bytes([0xcf, 0xfa, 0xed, 0xfe]), { kind: 'program', format: '' }],
    ['a page without its type', bytes('<html>'), { kind: 'text', format: 'HTML' }],
    ['a page from its head', bytes('<head>'), { kind: 'text', format: 'HTML' }],
    ['a page from its body', bytes('<body>'), { kind: 'text', format: 'HTML' }],
    ['a playlist of another kind', bytes('[playlist]'), { kind: 'text', format: 'M3U' }],
    ['a playlist of Windows Media', bytes('<asx version="3">'), { kind: 'text', format: 'M3U' }],
    ['text with a control character', bytes('hello', [0x1b], 'there'), null],
    ['text in UTF-16, big-endian', bytes([0xfe, 0xff], '\0h\0i'), { kind: 'text', format: '' }],
    ['Wave64', bytes('riff', [0x2e, 0x91, 0xcf, 0x11]), { kind: 'audio', format: 'Wave64' }],
    ['MIDI', bytes('MThd'), { kind: 'audio', format: 'MIDI' }],
    ['AVI', bytes('RIFF', SIZE, 'AVI LIST'), { kind: 'video', format: 'AVI' }],
    ['MPEG', bytes([0, 0, 1, 0xba]), { kind: 'video', format: 'MPEG' }],
    ['MPEG for broadcast', repeat(3, bytes('G', zeros(187))), { kind: 'video', format: 'MPEG' }],
    [
      'MPEG of a camera',
      repeat(3, bytes(SIZE, 'G', zeros(187))),
      { kind: 'video', format: 'MPEG' },
    ],
    [
      'QuickTime without a brand',
      bytes([0, 0, 0, 8], 'wide', SIZE, 'mdat'),
      { kind: 'video', format: 'QuickTime' },
    ],
    ['a segment', bytes([0, 0, 0, 24], 'styp', 'msdh'), { kind: 'video', format: 'DASH' }],
    ['WebP', bytes('RIFF', SIZE, 'WEBPVP8 '), { kind: 'picture', format: 'WebP' }],
    ['PNG', bytes([0x89], 'PNG'), { kind: 'picture', format: 'PNG' }],
    ['JPEG', bytes([0xff, 0xd8, 0xff, 0xe0]), { kind: 'picture', format: 'JPEG' }],
    ['GIF', bytes('GIF89a'), { kind: 'picture', format: 'GIF' }],
    ['TIFF', bytes('II*', [0]), { kind: 'picture', format: 'TIFF' }],
    ['PDF', bytes('%PDF-1.7'), { kind: 'document', format: 'PDF' }],
    ['ZIP', bytes('PK', [3, 4]), { kind: 'archive', format: 'ZIP / Office' }],
    [
      'an old Office document',
      bytes([0xd0, 0xcf, 0x11, 0xe0]),
      { kind: 'document', format: 'Office' },
    ],
    ['a program', bytes('MZ', [0x90, 0]), { kind: 'program', format: '' }],
    ['a page', bytes('\r\n<!DOCTYPE html><title>404</title>'), { kind: 'text', format: 'HTML' }],
    [
      'a page with a mark',
      bytes([0xef, 0xbb, 0xbf], '<HTML lang="en">'),
      { kind: 'text', format: 'HTML' },
    ],
    [
      'an answer of a storage',
      bytes('<?xml version="1.0"?><Error>'),
      { kind: 'text', format: 'XML' },
    ],
    ['a playlist', bytes('#EXTM3U\nhttp://radio.test/'), { kind: 'text', format: 'M3U' }],
    ['text', bytes('hello, this is text\n'), { kind: 'text', format: '' }],
    ['text in UTF-8', new TextEncoder().encode('שלום, 你好'), { kind: 'text', format: '' }],
    ['text in UTF-16', bytes([0xff, 0xfe], 'h\0i\0'), { kind: 'text', format: '' }],
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
  const unsupported = (kind: FoundKind, format = '') => ({
    kind: 'unsupported',
    found: { kind, format },
  });
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
    ['film-without-sound.mp4', fixtures, unsupported('silent-video')],
    ['rf64.wav', fixtures, ['wav', 100]],
    ['layer-2.mp2', fixtures, unsupported('audio', 'MP2')],
    ['raw.aac', fixtures, unsupported('audio', 'AAC')],
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
