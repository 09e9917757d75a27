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
  SOUND_BYTES,
  soundTrack,
  sparse,
  times,
  track,
  u32,
  u64,
  whole,
  zeros,
  type SoundShape,
} from './builders.js';

const M4A = fileType('M4A ');
const PICTURE = track('vide', times('mdhd', 600, 6000));
const MOVIE = times('mvhd', 1000, 2000);
const BYTES = new Uint8Array(SOUND_BYTES).fill(1);
const SOUND = box('mdat', BYTES);
/** Where the sound begins in a file with its index at the end. */
const START = M4A.length + 8;

type Shape = Partial<SoundShape>;

/** Samples of different sizes, which a table lists. */
const own: Shape = { sizes: Array.from({ length: 90 }, (_, at) => (at % 2 === 0 ? 90 : 110)) };

/** An index of sound that begins at an offset. */
const indexOf = (shape: Shape = {}, ...others: readonly Uint8Array[]): Uint8Array =>
  box('moov', MOVIE, ...others, soundTrack({ chunks: [START], ...shape }));

/** A file with its index at the end. */
const recording = (shape: Shape = {}, ...others: readonly Uint8Array[]): Uint8Array =>
  bytes(M4A, SOUND, indexOf(shape, ...others));

/** A file with its index first. */
const indexFirst = (shape: Shape = {}, brand = M4A, content = SOUND): Uint8Array => {
  const { length } = indexOf(shape);
  return bytes(brand, indexOf({ chunks: [brand.length + length + 8], ...shape }), content);
};

const audio = (durationSeconds: number | null): AudioFormat => ({
  kind: 'audio',
  fileType: 'm4a',
  durationSeconds,
});
const beside = (what: 'picture' | 'other-audio'): AudioFormat => ({
  kind: 'audio',
  fileType: 'm4a',
  durationSeconds: 2,
  beside: what,
});
const INCOMPLETE: AudioFormat = { kind: 'incomplete' };
const NO_SOUND = other('no-audio', 'MP4');

const withLength = (length: Uint8Array): Uint8Array =>
  bytes(M4A, SOUND, box('moov', soundTrack({ chunks: [START], length })));

/** A file whose sound is in fragments. */
const inFragments = (durationSeconds: number | null): AudioFormat => ({
  ...{ kind: 'audio', fileType: 'm4a', durationSeconds, beside: 'other-audio' },
});

const fragmented = (content: readonly Uint8Array[], ...inside: readonly Uint8Array[]): Uint8Array =>
  bytes(
    M4A,
    box(
      'moov',
      times('mvhd', 1000, 0),
      soundTrack({ sizes: [], chunks: [] }),
      box('mvex', ...inside),
    ),
    ...content,
  );
const MOOF = box('moof', zeros(40));

const check = (cases: readonly (readonly [string, Uint8Array, AudioFormat])[]): void => {
  for (const [what, content, format] of cases) {
    it(what, async () => assert.deepEqual(await detectAudioFormat(whole(content)), format));
  }
};

describe('ISO base media files', () => {
  check([
    ['the index in front', indexFirst(), audio(2)],
    ['the index at the end', recording(), audio(2)],
    ['any brand', indexFirst({}, fileType('3gp4')), audio(2)],
    ['QuickTime’s brand', indexFirst({}, bytes(fileType('qt  '), box('wide'))), audio(2)],
    ['a film with sound', recording({}, PICTURE), beside('picture')],
    ['a film without sound', bytes(M4A, box('moov', PICTURE)), other('silent-video')],
    ['subtitles only', bytes(M4A, box('moov', track('text'))), NO_SOUND],
    ['no tracks', bytes(M4A, box('moov')), NO_SOUND],
    ['times of 64 bits', withLength(times('mdhd', 48_000, 48_000 * 100_000, true)), audio(100_000)],
    [
      'an encoder’s silence that the index leaves out',
      bytes(
        ...[M4A, SOUND],
        box('moov', times('mvhd', 1000, 1900), soundTrack({ chunks: [START] })),
      ),
      audio(1.9),
    ],
    ['a track without a length', recording({ length: times('mdhd', 8000, 0) }), audio(2)],
    ['an unknown length', withLength(times('mdhd', 8000, 0xffffffff)), audio(null)],
    [
      'an unknown length of 64 bits',
      withLength(times('mdhd', 8000, 2 ** 64 - 2048, true)),
      audio(null),
    ],
    ['no timescale', withLength(times('mdhd', 0, 10)), audio(null)],
    ['fragments', fragmented([MOOF, SOUND], box('trex', zeros(24))), inFragments(null)],
    [
      'fragments with a length',
      fragmented([MOOF, SOUND], box('mehd', zeros(4), u32(7000))),
      inFragments(7),
    ],
    [
      'fragments with a length of 64 bits',
      fragmented([MOOF, SOUND], box('mehd', [1, 0, 0, 0], u64(7000))),
      inFragments(7),
    ],
    ['a HEIC picture', bytes(fileType('heic'), box('meta', zeros(90))), other('picture', 'HEIC')],
    ['an AVIF picture', bytes(fileType('avif'), box('meta', zeros(90))), other('picture', 'AVIF')],
    [
      'a picture that moves',
      bytes(fileType('avis'), box('moov', track('pict'))),
      other('picture', 'AVIF'),
    ],
    ['cut off before the index', bytes(M4A, u32(90_000), 'mdat', zeros(9000)), INCOMPLETE],
    ['never finished', bytes(M4A, u32(0), 'mdat', zeros(9000)), INCOMPLETE],
    ['cut off within the index', recording().subarray(0, -10), INCOMPLETE],
    ['a head alone', M4A, INCOMPLETE],
    ['a size that is no size', bytes(M4A, u32(7), 'free', indexOf()), INCOMPLETE],
    [
      'a size of 64 bits that is no size',
      bytes(M4A, largeBoxHead('free', 15), indexOf()),
      INCOMPLETE,
    ],
  ]);

  it('over 4 GiB: finds the index after the media data in a few reads', async () => {
    const size = 6 * 1024 ** 3;
    const index = box('moov', MOVIE, soundTrack({ chunks: [START + 8] }));
    const at = M4A.length + size;
    const source = sparse(
      at + index.length,
      [0, M4A],
      [M4A.length, largeBoxHead('mdat', size)],
      [START + 8, BYTES],
      [at, index],
    );
    assert.deepEqual(await detectAudioFormat(source), audio(2));
    assert.ok(source.cost.reads <= 4, `${source.cost.reads} reads`);
  });

  it('ten hours of sound: finds its last samples in a few reads', async () => {
    const count = 1_600_000;
    const sizes = Array.from({ length: count }, (_, at) => 100 + (at % 2));
    const chunks = Array.from({ length: count / 10 }, (_, at) => START + at * 1005);
    const index = box('moov', MOVIE, soundTrack({ sizes, chunks, perChunk: 10 }));
    const head = bytes(M4A, u32(8 + (count / 10) * 1005), 'mdat', BYTES);
    const at = M4A.length + 8 + (count / 10) * 1005;
    const last = [at - 1005, new Uint8Array(1005).fill(1)] as const;
    const file = sparse(at + index.length, [0, head], last, [at, index]);
    assert.deepEqual(await detectAudioFormat(file), audio(2));
    assert.ok(file.cost.reads <= 14, `${file.cost.reads} reads`);
    const missing = sparse(at + index.length, [0, head], [at, index]);
    assert.deepEqual(await detectAudioFormat(missing), INCOMPLETE);
  });

  it('very many boxes: stops before the end', async () => {
    const content = bytes(M4A, repeat(200, box('free', zeros(5000))), indexOf());
    const source = whole(content);
    assert.deepEqual(await detectAudioFormat(source), INCOMPLETE);
    assert.ok(source.cost.reads <= 64, `${source.cost.reads} reads`);
  });
});

describe('an index whose sound is not in the file', () => {
  const far = START + SOUND_BYTES + 5000;
  const tail = Array.from({ length: 3 }, (_, at) => START + at * 3000);
  const parts = { sizes: Array<number>(90).fill(100), perChunk: 30 };
  check([
    ['no sound after it', bytes(M4A, indexOf()), INCOMPLETE],
    ['no sound, but other boxes', bytes(M4A, indexOf(), box('free', zeros(20_000))), INCOMPLETE],
    ['an empty box of sound', bytes(M4A, indexOf(), box('mdat')), INCOMPLETE],
    ['an empty box of sound before it', bytes(M4A, box('mdat'), indexOf()), INCOMPLETE],
    ['sound that begins in the index', indexFirst({ chunks: [M4A.length + 20] }), INCOMPLETE],
    ['sound that begins after the file', recording({ chunks: [far] }), INCOMPLETE],
    [
      'sound that begins after the file, beyond 4 GiB',
      bytes(M4A, SOUND, indexOf({ chunks: [0xffff_ff00] })),
      INCOMPLETE,
    ],
    ['a first sample that ends after the file', recording({ sizes: [90_000] }), INCOMPLETE],
    [
      'last samples after the file',
      recording({ ...parts, chunks: [START, START + 3000, far] }),
      INCOMPLETE,
    ],
    [
      'sound that ends after the file',
      indexFirst({}, M4A, bytes(u32(SOUND_BYTES + 8), 'mdat', BYTES.subarray(0, 300))),
      INCOMPLETE,
    ],
    [
      'zeros in place of the sound, as a download reserves them',
      indexFirst({}, M4A, box('mdat', zeros(SOUND_BYTES))),
      INCOMPLETE,
    ],
    [
      'zeros in place of the last samples',
      bytes(
        M4A,
        box('mdat', BYTES.subarray(0, 5000), zeros(4000)),
        indexOf({ ...parts, chunks: tail }),
      ),
      INCOMPLETE,
    ],
    ['a film whose sound was never written', bytes(M4A, indexOf({}, PICTURE)), INCOMPLETE],
    ['no samples', recording({ sizes: [], chunks: [] }), NO_SOUND],
    ['no chunks', recording({ chunks: [] }), NO_SOUND],
    ['no tables', bytes(M4A, box('moov', track('soun')), SOUND), NO_SOUND],
    [
      'a film whose sound has no samples',
      recording({ sizes: [], chunks: [] }, PICTURE),
      other('silent-video'),
    ],
    ...(['stsz', 'stco'] as const).flatMap((withoutEntries) => {
      const damaged = { ...own, withoutEntries };
      const what = `a damaged ${withoutEntries}`;
      return [
        [`${what} and no sound`, bytes(M4A, indexOf(damaged)), INCOMPLETE],
        [
          `${what} and an empty box of sound`,
          bytes(M4A, box('mdat'), indexOf(damaged)),
          INCOMPLETE,
        ],
        [
          `${what} and no sound, in a film`,
          bytes(M4A, indexOf(damaged, PICTURE), box('free', zeros(20_000))),
          INCOMPLETE,
        ],
        [
          `${what} and zeros in place of the sound`,
          bytes(M4A, box('mdat', zeros(SOUND_BYTES)), indexOf(damaged)),
          INCOMPLETE,
        ],
      ] as const;
    }),
    [
      'samples without bytes',
      recording({ sizes: [...Array<number>(90).fill(0)], codec: 'alac' }),
      INCOMPLETE,
    ],
    ['fragments that were never written', fragmented([]), INCOMPLETE],
    ['a fragment without its sound', fragmented([MOOF]), INCOMPLETE],
    ['a fragment with an empty box of sound', fragmented([MOOF, box('mdat')]), INCOMPLETE],
    ['a fragment of zeros', fragmented([MOOF, box('mdat', zeros(SOUND_BYTES))]), INCOMPLETE],
    ['sound that no fragment describes', fragmented([SOUND]), INCOMPLETE],
  ]);
});

describe('an index whose sound is in the file', () => {
  check([
    ...(['stsc', 'stsz', 'stco'] as const).map(
      (withoutEntries) =>
        [`a damaged ${withoutEntries}`, recording({ ...own, withoutEntries }), audio(2)] as const,
    ),
    ['samples of different sizes', recording(own), audio(2)],
    [
      'several chunks',
      recording({ ...own, perChunk: 45, chunks: [START, START + 4500] }),
      audio(2),
    ],
    [
      'sound in the second of two boxes',
      bytes(M4A, box('mdat', zeros(900)), SOUND, indexOf({ chunks: [START + 908] })),
      audio(2),
    ],
    [
      'a second sound track, when the first one is empty',
      recording({}, soundTrack({ sizes: [], chunks: [] })),
      beside('other-audio'),
    ],
    ['several sound tracks', recording({}, soundTrack({ chunks: [START] })), beside('other-audio')],
    ['one edit, which skips padding', recording({ edits: [[1900, 1024]] }), audio(2)],
    [
      'a start after a pause',
      recording({
        edits: [
          [3000, -1],
          [2000, 0],
        ],
      }),
      beside('other-audio'),
    ],
    ['nothing but a pause', recording({ edits: [[3000, -1]] }), beside('other-audio')],
    [
      'several pieces',
      recording({
        edits: [
          [500, 0],
          [500, 9000],
        ],
      }),
      beside('other-audio'),
    ],
    ['uncompressed silence', recording({ codec: 'sowt' }), beside('other-audio')],
    [
      'uncompressed silence, all zeros',
      bytes(M4A, box('mdat', zeros(SOUND_BYTES)), indexOf({ codec: 'sowt' })),
      beside('other-audio'),
    ],
    [
      'a film that was cut off, with sound at its start',
      bytes(
        ...[M4A, box('moov', MOVIE, PICTURE, soundTrack({ chunks: [800] }))],
        ...[u32(9008), 'mdat', BYTES.subarray(0, 2000)],
      ),
      beside('picture'),
    ],
    [
      'offsets that are damaged',
      bytes(
        M4A,
        SOUND,
        indexOf().map((value, at, all) => (at > all.length - 7 ? 255 : value)),
      ),
      INCOMPLETE,
    ],
  ]);
});

describe('protected sound', () => {
  const guarded = (format: string): AudioFormat => other('protected-audio', format);
  check([
    ['a brand of a shop', bytes(fileType('M4P '), indexOf()), guarded('M4P')],
    ['encrypted by FairPlay', recording({ codec: 'drms' }), guarded('M4P')],
    ['encrypted by Common Encryption', recording({ codec: 'enca' }), guarded('MP4')],
    ['an audio book', recording({ codec: 'aavd' }), guarded('AAX')],
    ['a film with encrypted sound', recording({ codec: 'enca' }, PICTURE), guarded('MP4')],
    [
      'encrypted fragments',
      bytes(
        ...[M4A, box('moov', soundTrack({ codec: 'enca', sizes: [], chunks: [] }), box('mvex'))],
        ...[MOOF, SOUND],
      ),
      guarded('MP4'),
    ],
    [
      'an encrypted track beside one that is not',
      recording({}, soundTrack({ codec: 'enca', chunks: [START] })),
      beside('other-audio'),
    ],
  ]);
});
