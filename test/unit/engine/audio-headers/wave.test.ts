import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  detectAudioFormat,
  type ByteSource,
} from '../../../../src/engine/audio-headers/detect-format.js';
import { bytes, chunk, id3, sparse, u32le, u64le, waveFormat, whole, zeros } from './builders.js';

const PCM = waveFormat(1, 8000, 8000);
const riff = (...chunks: readonly Uint8Array[]): Uint8Array =>
  bytes('RIFF', u32le(0), 'WAVE', ...chunks);
const data = (length: number, size?: number): Uint8Array => chunk('data', zeros(length), size);

/** Its first samples are the letters of a chunk's name, and then a size within the file. */
const LOOKS_LIKE_CHUNK = chunk(
  'data',
  bytes('LIST', u32le(2000), zeros(3000), Array<number>(4992).fill(200)),
  0,
);

const GIGABYTE = 1024 ** 3;
const rf64Head = (name: string, dataSize: number): Uint8Array =>
  bytes(
    ...[name, u32le(0xffffffff), 'WAVE'],
    chunk('ds64', [...u64le(0), ...u64le(dataSize), ...u64le(0), ...u32le(0)]),
    waveFormat(1, 48_000, 96_000, 1, 2),
    ...['data', u32le(0xffffffff)],
  );
const rf64 = (name: string, dataSize: number, size: number): ByteSource => {
  const head = rf64Head(name, dataSize);
  return sparse(head.length + size, [0, head]);
};

describe('WAV duration', () => {
  const cases: readonly (readonly [string, ByteSource, number | null])[] = [
    ['as its data says', whole(riff(PCM, data(4000))), 0.5],
    ['whatever stands behind', whole(riff(PCM, data(4000), chunk('LIST', zeros(500)))), 0.5],
    [
      'behind other chunks, of odd sizes too',
      whole(riff(chunk('JUNK', zeros(27)), chunk('bext', zeros(602)), PCM, data(4000))),
      0.5,
    ],
    [
      'behind a chunk larger than a read',
      whole(riff(chunk('LIST', zeros(9001)), PCM, data(80))),
      0.01,
    ],
    ['never written (0)', whole(riff(PCM, data(4000, 0))), 0.5],
    ['never written (all ones)', whole(riff(PCM, data(4000, 0xffffffff))), 0.5],
    ['cut off', whole(riff(PCM, data(4000, 1_000_000))), 0.5],
    ['a wrong byte rate', whole(riff(waveFormat(1, 8000, 44_100), data(4000))), 0.5],
    ...[0, 1, 3, 4, 32].map(
      (frameBytes) =>
        [
          `wrong bytes of a frame (${frameBytes}): by the bits`,
          whole(riff(waveFormat(1, 8000, 8000, 1, frameBytes, 16), data(8000))),
          0.5,
        ] as const,
    ),
    ['24 bits in 4 bytes', whole(riff(waveFormat(1, 8000, 32_000, 1, 4, 24), data(16_000))), 0.5],
    [
      'bits that are unknown: by the bytes of a frame',
      whole(riff(waveFormat(1, 8000, 16_000, 1, 2, 0), data(8000))),
      0.5,
    ],
    ['µ-law with 16 bits', whole(riff(waveFormat(7, 8000, 8000, 1, 2, 16), data(4000))), 0.5],
    ['A-law', whole(riff(waveFormat(6, 8000, 8000), data(4000))), 0.5],
    // A wrong `fact` chunk: the duration of uncompressed audio comes from its bytes, of compressed audio from its
    // samples.
    ...[1, 3, 6, 7, 0xfffe].map(
      (tag) =>
        [
          `uncompressed (${tag}), whatever fact says`,
          whole(riff(waveFormat(tag, 8000, 8000), chunk('fact', u32le(12_000)), data(4000))),
          0.5,
        ] as const,
    ),
    [
      'compressed: by its samples',
      whole(riff(waveFormat(2, 8000, 4050), chunk('fact', u32le(12_000)), data(8100))),
      1.5,
    ],
    [
      'compressed and cut off: by its rate',
      whole(riff(waveFormat(2, 8000, 4050), chunk('fact', u32le(16_000)), data(4050, 8100))),
      1,
    ],
    [
      'compressed, with a count that was never written: by its rate',
      whole(riff(waveFormat(2, 8000, 4050), chunk('fact', u32le(0xffffffff)), data(8100))),
      2,
    ],
    ['compressed without a count', whole(riff(waveFormat(2, 8000, 4050), data(8100))), 2],
    ['RF64 over 4 GiB', rf64('RF64', 5 * GIGABYTE, 5 * GIGABYTE), (5 * GIGABYTE) / 96_000],
    ['BW64 over 4 GiB', rf64('BW64', 5 * GIGABYTE, 5 * GIGABYTE), (5 * GIGABYTE) / 96_000],
    ['RF64 that was cut off', rf64('RF64', 6 * GIGABYTE, 5 * GIGABYTE), (5 * GIGABYTE) / 96_000],
    ['without a rate', whole(riff(waveFormat(1, 8000, 0), data(4000))), null],
    [
      'behind an odd chunk that has no byte of padding',
      whole(riff(PCM, chunk('LIST', zeros(27)).subarray(0, -1), data(4000))),
      0.5,
    ],
    ['a single sample', whole(riff(PCM, data(1))), 1 / 8000],
    ['never written (0), and sound that looks like a chunk', whole(riff(PCM, LOOKS_LIKE_CHUNK)), 1],
    ['behind an ID3 tag', whole(bytes(id3(50), riff(PCM, data(4000)))), 0.5],
  ];
  for (const [what, source, durationSeconds] of cases) {
    it(what, async () => {
      const format = await detectAudioFormat(source);
      assert.deepEqual(format, { kind: 'audio', fileType: 'wav', durationSeconds });
    });
  }
});

const NOTES = bytes(chunk('LIST', zeros(501)), chunk('bext', zeros(602)));

describe('WAV without samples', () => {
  for (const [what, content] of [
    ['only a header', riff(PCM)],
    ['an empty chunk of data', riff(PCM, data(0))],
    ['a recorder that stopped at once', riff(PCM, data(0, 0xffffffff))],
    ['thirteen bytes', bytes(riff(), [1])],
    ['a name alone', riff()],
    ['an empty chunk of data, and a note behind it', riff(PCM, data(0), chunk('LIST', zeros(500)))],
    ['an empty chunk of data, and notes behind it', riff(PCM, data(0), NOTES)],
    ['an unwritten size of data, and only a note', riff(PCM, data(0, 0xffffffff), NOTES)],
    ['0 Hz', riff(waveFormat(1, 0, 0), data(4000))],
    ['no channels', riff(waveFormat(1, 8000, 8000, 0), data(4000))],
    ['less than one sample of all channels', riff(waveFormat(1, 8000, 32_000, 2, 4), data(3))],
    ['a size that is less than one sample', riff(waveFormat(1, 8000, 16_000, 1, 2), data(90, 1))],
    ['no format', riff(data(4000))],
    ['a format that is too short', riff(chunk('fmt ', zeros(14)), data(4000))],
    ['a chunk that ends after the file', riff(PCM, chunk('LIST', zeros(9), 5000))],
    ['zeros instead of chunks', riff(zeros(50_000))],
    ['RF64 without data', rf64Head('RF64', 0)],
    ['a header behind an ID3 tag', bytes(id3(50), riff(PCM))],
  ] as const) {
    it(`${what}: is no recording`, async () => {
      assert.deepEqual(await detectAudioFormat(whole(content)), {
        kind: 'unsupported',
        found: { kind: 'no-audio', format: 'WAV' },
      });
    });
  }

  it('three million empty chunks: are not all read', async () => {
    const content = new Uint8Array(Buffer.from('junk\0\0\0\0'.repeat(3_000_000), 'latin1'));
    let read = 0;
    const source: ByteSource = {
      size: content.length,
      read: (at, length) => {
        read += length;
        return Promise.resolve(
          at === 0
            ? riff(PCM, content.subarray(0, length - 36))
            : content.subarray(at, at + length),
        );
      },
    };
    assert.equal((await detectAudioFormat(source)).kind, 'unsupported');
    assert.ok(read <= 256 * 1024, `${read} bytes`);
  });
});
