import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  conversionOf,
  detectAudioFormat,
  type AudioFormat,
} from '../../../../src/engine/audio-headers/detect-format.js';
import { audio, unsupported as other } from '../../../../src/engine/audio-headers/format.js';
import { readFrame, skipId3 } from '../../../../src/engine/audio-headers/mpeg-audio.js';
import {
  bytes,
  fileType,
  frame,
  FRAME,
  id3,
  repeat,
  u16,
  u32,
  u32le,
  whole,
  zeros,
} from './builders.js';
import type { FrameShape } from './builders.js';

const FRAMES = repeat(100, frame(FRAME));
const SECONDS = (100 * 417 * 8) / 128_000;
/** Twice the frame size: 256 kbit/s. */
const OTHER_RATE = frame({ ...FRAME, rate: 13, size: 835 });

const mp3 = (seconds: number | null): AudioFormat => audio('mp3', seconds);

/** The tag that an encoder writes after the side information of the first frame. */
const xing = (options: { frames?: number; bytes?: number; encoder?: string; delays?: number }) =>
  bytes(
    'Xing',
    u32((options.frames === undefined ? 0 : 1) | (options.bytes === undefined ? 0 : 2) | 12),
    options.frames === undefined ? [] : u32(options.frames),
    options.bytes === undefined ? [] : u32(options.bytes),
    ...[zeros(100), u32(50)],
    options.encoder === undefined ? [] : options.encoder.padEnd(20, '\0'),
    u32(options.delays ?? 0),
  );
const summary = (content: Uint8Array, side = 32, shape: FrameShape = FRAME): Uint8Array =>
  frame(shape, bytes(zeros(side), content));

/** The tag that the Fraunhofer encoder writes, always after 32 bytes. */
const vbri = (size: number, frames: number): Uint8Array =>
  summary(bytes('VBRI', u16(1), u16(9), u16(75), u32(size), u32(frames), zeros(12)));

/** A frame without its end. */
const CUT = frame(FRAME).subarray(0, 300);
const NOTHING: AudioFormat = { kind: 'unsupported', found: null };
const EMPTY_TAG = other('no-audio', 'ID3');
const tagged = (content: Uint8Array): Uint8Array => bytes(id3(10), content);

const VARIABLE = bytes(repeat(50, frame(FRAME)), repeat(50, OTHER_RATE));
const ape = (size: number): Uint8Array =>
  bytes(
    ...['APETAGEX', u32le(2000), u32le(size + 32), u32le(0), u32le(0x80000000), zeros(8)],
    zeros(size),
    ...['APETAGEX', u32le(2000), u32le(size + 32), u32le(0), u32le(0x80000000), zeros(8)],
  );
const id3v1 = bytes('TAG', zeros(125));
const adts = repeat(20, bytes([0xff, 0xf1, 0x60, 0x40, 0x06, 0x40, 0], zeros(43)));

describe('MPEG audio: format and duration', () => {
  const cases: readonly (readonly [string, Uint8Array, AudioFormat])[] = [
    ['frames of a constant rate, by their size', FRAMES, mp3(SECONDS)],
    ['behind an ID3 tag', bytes(id3(20_000), FRAMES), mp3(SECONDS)],
    ['behind an ID3 tag with a footer', bytes(id3(300, 0x10), FRAMES), mp3(SECONDS)],
    [
      'behind an ID3 tag with every flag but that of a footer',
      bytes(id3(300, 0xef), FRAMES),
      mp3(SECONDS),
    ],
    ['behind three ID3 tags', bytes(id3(9), id3(5000), id3(0), FRAMES), mp3(SECONDS)],
    ['behind padding', bytes(id3(100), zeros(30_000), FRAMES), mp3(SECONDS)],
    ['behind text', bytes('HTTP/1.0 200 OK\r\n'.repeat(400), FRAMES), mp3(SECONDS)],
    [
      'behind junk with a sync of its own',
      bytes([0xff, 0xfb, 0x90, 0], zeros(9), FRAMES),
      mp3(SECONDS),
    ],
    ['in front of an ID3v1 tag', bytes(FRAMES, id3v1), mp3(SECONDS)],
    ['in front of an APE tag', bytes(FRAMES, ape(10_000)), mp3(SECONDS)],
    ['in front of both', bytes(FRAMES, ape(700), id3v1), mp3(SECONDS)],
    [
      'a count of frames',
      bytes(summary(xing({ frames: 60 })), VARIABLE),
      mp3((60 * 1152) / 44_100),
    ],
    [
      'a count of frames, less what an encoder put around them',
      bytes(
        summary(xing({ frames: 60, encoder: 'LAME3.100', delays: (576 << 12) | 1000 })),
        VARIABLE,
      ),
      mp3((60 * 1152 - 1576) / 44_100),
    ],
    [
      'a count that fits the bytes',
      bytes(summary(xing({ frames: 60, bytes: 417 + VARIABLE.length })), VARIABLE),
      mp3((60 * 1152) / 44_100),
    ],
    [
      'a count in a file that was cut off',
      bytes(summary(xing({ frames: 600, bytes: 500_000 })), VARIABLE),
      mp3(null),
    ],
    ['a summary without a count', bytes(summary(xing({})), FRAMES), mp3((101 * 417 * 8) / 128_000)],
    [
      'a count in a mono file',
      bytes(
        summary(xing({ frames: 9 }), 17, { ...FRAME, mono: true }),
        repeat(9, frame({ ...FRAME, mono: true })),
      ),
      mp3((9 * 1152) / 44_100),
    ],
    [
      'a count in a stereo file of MPEG 2.5, 8 kHz',
      bytes(
        summary(xing({ frames: 9 }), 17, { version: 0, sampleRate: 2, rate: 8, size: 576 }),
        repeat(9, frame({ version: 0, sampleRate: 2, rate: 8, size: 576 })),
      ),
      mp3((9 * 576) / 8000),
    ],
    [
      'a count in a mono file of MPEG 2, 22.05 kHz',
      bytes(
        summary(xing({ frames: 9 }), 9, { version: 2, mono: true, rate: 8, size: 208 }),
        repeat(9, frame({ version: 2, mono: true, rate: 8, size: 208 })),
      ),
      mp3((9 * 576) / 22_050),
    ],
    [
      'a count behind a checksum',
      bytes(summary(xing({ frames: 60 }), 34), VARIABLE),
      mp3((60 * 1152) / 44_100),
    ],
    ['a count of the Fraunhofer encoder', bytes(vbri(0, 60), VARIABLE), mp3((60 * 1152) / 44_100)],
    [
      'a count of the Fraunhofer encoder that fits the bytes',
      bytes(vbri(417 + VARIABLE.length, 60), VARIABLE),
      mp3((60 * 1152) / 44_100),
    ],
    [
      'a count of the Fraunhofer encoder in a file that was cut off',
      bytes(vbri(500_000, 60), VARIABLE),
      mp3(null),
    ],
    ['a rate that changes, without a count', VARIABLE, mp3(null)],
    [
      'a rate that changes at once, without a count',
      bytes(frame(FRAME), OTHER_RATE, frame(FRAME), OTHER_RATE),
      mp3(null),
    ],
    ['a single frame', frame(FRAME), mp3((417 * 8) / 128_000)],
    [
      'a single frame in front of an ID3v1 tag',
      bytes(frame(FRAME), id3v1),
      mp3((417 * 8) / 128_000),
    ],
    ['a single frame that was cut off', frame(FRAME).subarray(0, 416), NOTHING],
    ['a frame header alone', frame(FRAME).subarray(0, 4), NOTHING],
    ['a summary alone', summary(xing({ frames: 60 })), NOTHING],
    ['a summary, and a frame that was cut off', bytes(summary(xing({})), CUT), NOTHING],
    ['a summary and one frame', bytes(summary(xing({})), frame(FRAME)), mp3((834 * 8) / 128_000)],
    [
      'a tag with a wrong size in front of frames',
      bytes(id3(10), repeat(90_000, bytes([1])), repeat(400, frame(FRAME))),
      mp3(null),
    ],
    ['an ID3 tag alone', id3(100), EMPTY_TAG],
    ['an ID3 tag in front of something unknown', tagged(repeat(9000, bytes([1, 2]))), EMPTY_TAG],
    ['an ID3 tag in front of zeros', tagged(zeros(90_000)), EMPTY_TAG],
    ['an ID3 tag in front of a frame that was cut off', tagged(CUT), EMPTY_TAG],
    ['an ID3 tag in front of a summary alone', tagged(summary(xing({}))), EMPTY_TAG],
    ['an ID3 tag in front of an ID3v1 tag', tagged(id3v1), EMPTY_TAG],
    ['an ID3 tag in front of text', tagged(bytes('no recording')), other('text')],
    ['an ID3 tag in front of a page', tagged(bytes('<!DOCTYPE html>')), other('text', 'HTML')],
    ['an ID3 tag in front of a picture', tagged(bytes([0x89], 'PNG')), other('picture', 'PNG')],
    ['an ID3 tag in front of an m4a', tagged(fileType('M4A ')), other('audio', 'M4A')],
    ['an ID3 tag that was cut off', id3(100).subarray(0, 50), other('no-audio', 'ID3')],
    ['an ID3 tag in front of FLAC', bytes(id3(10), 'fLaC', zeros(900)), other('audio', 'FLAC')],
    [
      'an ID3 tag with a footer in front of FLAC',
      bytes(id3(10, 0x10), 'fLaC'),
      other('audio', 'FLAC'),
    ],
    ['an ID3 tag in front of AAC', bytes(id3(10), adts), other('audio', 'AAC')],
    ['AAC', adts, other('audio', 'AAC')],
    ['layer II', repeat(20, frame({ layer: 2, rate: 8, size: 417 })), other('audio', 'MP2')],
    ['layer I', repeat(20, frame({ layer: 1, rate: 4, size: 136 })), other('audio', 'MP1')],
    [
      'a sync that nothing follows',
      bytes([0xff, 0xfb, 0x90, 0x64], repeat(9000, bytes([1, 2]))),
      NOTHING,
    ],
    [
      'two frames behind junk, then nothing',
      bytes([1], repeat(2, frame(FRAME)), repeat(900, bytes([1]))),
      NOTHING,
    ],
    [
      'a frame, then one of another sample rate',
      bytes(frame(FRAME), frame({ sampleRate: 1, size: 384 }), repeat(900, bytes([1]))),
      NOTHING,
    ],
    [
      'a frame of layer III, then one of layer II',
      bytes(frame(FRAME), frame({ layer: 2, rate: 8, size: 417 }), repeat(900, bytes([1]))),
      NOTHING,
    ],
    ['frames too far behind junk', bytes(repeat(70_000, bytes([1])), FRAMES), NOTHING],
    ['a sync with a reserved version', bytes([0xff, 0xeb, 0x90, 0x64]), NOTHING],
    ['a sync with a reserved bit rate', bytes([0xff, 0xfb, 0xf0, 0x64]), NOTHING],
    ['a sync with a reserved sample rate', bytes([0xff, 0xfb, 0x9c, 0x64]), NOTHING],
  ];
  for (const [what, content, format] of cases) {
    it(what, async () => assert.deepEqual(await detectAudioFormat(whole(content)), format));
  }

  it('ID3 tag: has a version below 255 and a size of four 7-bit bytes', async () => {
    const tag = (head: readonly number[]) => whole(bytes('ID3', head, zeros(300)));
    for (const [head, end] of [
      [[4, 0, 0, 0, 0, 0, 9], 19],
      [[254, 0, 0, 0, 0, 0, 9], 19],
      [[255, 0, 0, 0, 0, 0, 9], 0],
      [[4, 0, 0, 0, 0, 1, 0x7f], 10 + 128 + 127],
      [[4, 0, 0, 0, 0, 1, 0x80], 0],
      [[4, 0, 0, 0x80, 0, 0, 9], 0],
    ] as const)
      assert.equal(await skipId3(tag(head)), end, String(head));
    assert.equal(await skipId3(whole(bytes('ID4', [4, 0, 0, 0, 0, 0, 9], zeros(300)))), 0);
  });

  it('frame header: starts with eleven set bits', () => {
    const starts = [
      ...[0xff, 0x7f, 0xfe].map((first) => [first, 0xfb]),
      ...[0x7b, 0xbb, 0xdb, 0x1b].map((second) => [0xff, second]),
    ].map((start) => readFrame(bytes([...start, 0x90, 0]), 0)?.codec);
    assert.deepEqual(starts, ['mp3', ...Array.from({ length: 6 }, () => undefined)]);
  });

  it('frame header: samples and bytes for each version and layer, with and without padding', () => {
    // Uses sample rate index 0 and bit rate index 5 of the tables in ISO/IEC 11172-3 and 13818-3.
    for (const [version, layer, samples, sampleRate, bitRate, size] of [
      [3, 1, 384, 44_100, 160_000, 172],
      [3, 2, 1152, 44_100, 80_000, 261],
      [3, 3, 1152, 44_100, 64_000, 208],
      [2, 1, 384, 22_050, 80_000, 172],
      [2, 2, 1152, 22_050, 40_000, 261],
      [2, 3, 576, 22_050, 40_000, 130],
      [0, 1, 384, 11_025, 80_000, 348],
      [0, 2, 1152, 11_025, 40_000, 522],
      [0, 3, 576, 11_025, 40_000, 261],
    ] as const) {
      const head = [0xff, 0xe1 | (version << 3) | ((4 - layer) << 1), 5 << 4, 0];
      const codec = layer === 3 ? 'mp3' : layer === 2 ? 'mpeg-layer-2' : 'mpeg-layer-1';
      const plain = {
        codec,
        mpeg1: version === 3,
        sampleRate,
        bitRate,
        samples,
        size,
        mono: false,
      };
      assert.deepEqual(readFrame(bytes(head), 0), plain);
      const [first = 0, second = 0, third = 0] = head;
      assert.deepEqual(readFrame(bytes([first, second, third | 3, 0xc0]), 0), {
        ...plain,
        size: size + (layer === 1 ? 4 : 1),
        mono: true,
      });
    }
  });

  it('frame header: each bit rate and sample rate of the tables', () => {
    const of = (version: number, layer: number, rate: number, sampleRate: number) =>
      readFrame(bytes(frame({ version, layer, rate, sampleRate, size: 4 })), 0);
    const kilobits = (version: number, layer: number) =>
      Array.from({ length: 16 }, (_, rate) => (of(version, layer, rate, 0)?.bitRate ?? 0) / 1000);
    const none = (list: readonly number[]) => [0, ...list, 0];
    assert.deepEqual(
      kilobits(3, 1),
      none(Array.from({ length: 14 }, (_, index) => 32 * (index + 1))),
    );
    assert.deepEqual(
      kilobits(3, 2),
      none([32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]),
    );
    assert.deepEqual(
      kilobits(3, 3),
      none([32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]),
    );
    for (const version of [2, 0]) {
      assert.deepEqual(
        kilobits(version, 1),
        none([32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]),
      );
      for (const layer of [2, 3])
        assert.deepEqual(
          kilobits(version, layer),
          none([8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]),
        );
    }
    for (const [version, rates] of [
      [3, [44_100, 48_000, 32_000]],
      [2, [22_050, 24_000, 16_000]],
      [0, [11_025, 12_000, 8_000]],
    ] as const)
      assert.deepEqual(
        [0, 1, 2].map((index) => of(version, 3, 5, index)?.sampleRate),
        rates,
      );
  });

  it('ADTS: the sample rate of each valid index', () => {
    const rates = Array.from(
      { length: 16 },
      (_, index) =>
        readFrame(bytes([0xff, 0xf1, 0x40 | (index << 2), 0x40, 0x06, 0x40, 0]), 0)?.sampleRate,
    );
    assert.deepEqual(rates, [
      ...[96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000],
      ...[11_025, 8_000, 7_350, undefined, undefined, undefined],
    ]);
  });

  for (const [what, part] of [
    ['channels', frame({ ...FRAME, mono: true }, zeros(17))],
    ['sample rate', frame({ ...FRAME, sampleRate: 1, size: 384 })],
  ] as const) {
    it(`joined files with another ${what}: have to be converted`, async () => {
      for (const places of [
        [300, 100],
        [100, 300],
        [2_000, 200, 2_000],
      ]) {
        const parts = places.map((count, at) => repeat(count, at % 2 === 0 ? frame(FRAME) : part));
        const format = await detectAudioFormat(whole(bytes(...parts)));
        assert.equal(conversionOf(format), 'audio', String(places));
      }
    });
  }

  it('hours of audio: needs only a few reads', async () => {
    const source = whole(bytes(id3(5000), repeat(5000, frame(FRAME))));
    assert.deepEqual(await detectAudioFormat(source), mp3((5000 * 417 * 8) / 128_000));
    assert.ok(source.cost.reads <= 22, `${source.cost.reads} reads`);
    assert.ok(source.cost.bytes <= 130_000, `${source.cost.bytes} bytes`);
  });
});
