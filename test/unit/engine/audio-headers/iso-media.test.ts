import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  detectAudioFormat,
  type AudioFormat,
} from '../../../../src/engine/audio-headers/detect-format.js';
import { unsupported as other } from '../../../../src/engine/audio-headers/format.js';
import {
  box,
  bytes,
  fileType,
  largeBoxHead,
  repeat,
  sparse,
  times,
  track,
  u32,
  u64,
  whole,
  zeros,
} from './builders.js';

const M4A = fileType('M4A ');
const SOUND = track('soun', times('mdhd', 8000, 16_000));
const PICTURE = track('vide', times('mdhd', 600, 6000));
const INDEX = box('moov', times('mvhd', 1000, 2000), SOUND);

const audio = (durationSeconds: number | null): AudioFormat => ({
  kind: 'audio',
  fileType: 'm4a',
  durationSeconds,
});
const INCOMPLETE: AudioFormat = { kind: 'incomplete' };

const fragmented = (...extends_: readonly Uint8Array[]): Uint8Array =>
  bytes(M4A, box('moov', times('mvhd', 1000, 0), SOUND, box('mvex', ...extends_)));

describe('ISO base media files', () => {
  const cases: readonly (readonly [string, Uint8Array, AudioFormat])[] = [
    ['the index in front', bytes(M4A, INDEX, box('mdat', zeros(9000))), audio(2)],
    ['the index at the end', bytes(M4A, box('mdat', zeros(9000)), INDEX), audio(2)],
    ['any brand', bytes(fileType('3gp4'), INDEX), audio(2)],
    ['QuickTime’s brand', bytes(fileType('qt  '), box('wide'), INDEX), audio(2)],
    [
      'a film with sound',
      bytes(M4A, box('moov', times('mvhd', 1000, 10_000), PICTURE, SOUND)),
      { kind: 'audio', fileType: 'm4a', durationSeconds: 2, beside: 'picture' },
    ],
    [
      'an index before the sound, and the whole sound',
      bytes(M4A, INDEX, box('mdat', zeros(500))),
      audio(2),
    ],
    [
      'an index before sound that ends after the file',
      bytes(M4A, INDEX, box('mdat', zeros(500)).subarray(0, 300)),
      { kind: 'incomplete' },
    ],
    ['a film without sound', bytes(M4A, box('moov', PICTURE)), other('silent-video')],
    ['subtitles only', bytes(M4A, box('moov', track('text'))), other('no-audio', 'MP4')],
    ['no tracks', bytes(M4A, box('moov')), other('no-audio', 'MP4')],
    [
      'times of 64 bits',
      bytes(M4A, box('moov', track('soun', times('mdhd', 48_000, 48_000 * 100_000, true)))),
      audio(100_000),
    ],
    [
      'an encoder’s silence that the index leaves out',
      bytes(M4A, box('moov', times('mvhd', 1000, 1900), SOUND)),
      audio(1.9),
    ],
    [
      'a track without a length',
      bytes(M4A, box('moov', times('mvhd', 1000, 3000), track('soun', times('mdhd', 8000, 0)))),
      audio(3),
    ],
    [
      'an unknown length',
      bytes(M4A, box('moov', track('soun', times('mdhd', 8000, 0xffffffff)))),
      audio(null),
    ],
    [
      'an unknown length of 64 bits',
      bytes(M4A, box('moov', track('soun', times('mdhd', 8000, 2 ** 64 - 2048, true)))),
      audio(null),
    ],
    ['no timescale', bytes(M4A, box('moov', track('soun', times('mdhd', 0, 10)))), audio(null)],
    ['fragments', fragmented(box('trex', zeros(24))), audio(null)],
    ['fragments with a length', fragmented(box('mehd', zeros(4), u32(7000))), audio(7)],
    [
      'fragments with a length of 64 bits',
      fragmented(box('mehd', [1, 0, 0, 0], u64(7000))),
      audio(7),
    ],
    ['a HEIC picture', bytes(fileType('heic'), box('meta', zeros(90))), other('picture', 'HEIC')],
    ['an AVIF picture', bytes(fileType('avif'), box('meta', zeros(90))), other('picture', 'AVIF')],
    [
      'a picture that moves',
      bytes(fileType('avis'), box('moov', track('pict'))),
      other('picture', 'AVIF'),
    ],
    ['a protected recording', bytes(fileType('M4P '), INDEX), other('protected-audio', 'M4P')],
    ['cut off before the index', bytes(M4A, u32(90_000), 'mdat', zeros(9000)), INCOMPLETE],
    ['never finished', bytes(M4A, u32(0), 'mdat', zeros(9000)), INCOMPLETE],
    ['cut off within the index', bytes(M4A, INDEX).subarray(0, -10), INCOMPLETE],
    ['a head alone', M4A, INCOMPLETE],
    ['a size that is no size', bytes(M4A, u32(7), 'free', INDEX), INCOMPLETE],
    ['a size of 64 bits that is no size', bytes(M4A, largeBoxHead('free', 15), INDEX), INCOMPLETE],
  ];
  for (const [what, content, format] of cases) {
    it(what, async () => assert.deepEqual(await detectAudioFormat(whole(content)), format));
  }

  it('over 4 GiB: finds the index after the media data in a few reads', async () => {
    const sound = largeBoxHead('mdat', 6 * 1024 ** 3);
    const at = M4A.length + 6 * 1024 ** 3;
    const source = sparse(
      at + INDEX.length,
      ...([
        [0, M4A],
        [M4A.length, sound],
        [at, INDEX],
      ] as const),
    );
    assert.deepEqual(await detectAudioFormat(source), audio(2));
    assert.equal(source.cost.reads, 2);
  });

  it('very many boxes: stops before the end', async () => {
    const content = bytes(M4A, repeat(200, box('free', zeros(5000))), INDEX);
    const source = whole(content);
    assert.deepEqual(await detectAudioFormat(source), INCOMPLETE);
    assert.ok(source.cost.reads <= 64, `${source.cost.reads} reads`);
  });
});
