import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  detectAudioFormat,
  type ByteSource,
} from '../../../../src/engine/audio-headers/detect-format.js';
import { bytes, chunk, sparse, u32le, u64le, waveFormat, whole, zeros } from './builders.js';

const PCM = waveFormat(1, 8000, 8000);
const riff = (...chunks: readonly Uint8Array[]): Uint8Array =>
  bytes('RIFF', u32le(0), 'WAVE', ...chunks);
const data = (length: number, size?: number): Uint8Array => chunk('data', zeros(length), size);

const GIGABYTE = 1024 ** 3;
const rf64Head = (name: string, dataSize: number): Uint8Array =>
  bytes(
    ...[name, u32le(0xffffffff), 'WAVE'],
    chunk('ds64', [...u64le(0), ...u64le(dataSize), ...u64le(0), ...u32le(0)]),
    waveFormat(1, 48_000, 96_000),
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
      'not compressed: by its rate, whatever is counted',
      whole(riff(PCM, chunk('fact', u32le(16_000)), data(4000))),
      0.5,
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
    ['without a format', whole(riff(data(4000))), null],
    ['a chunk that ends after the file', whole(riff(PCM, chunk('LIST', zeros(9), 5000))), null],
    ['zeros instead of chunks', sparse(GIGABYTE, [0, riff()]), null],
  ];
  for (const [what, source, durationSeconds] of cases) {
    it(what, async () => {
      const format = await detectAudioFormat(source);
      assert.deepEqual(format, { kind: 'audio', fileType: 'wav', durationSeconds });
    });
  }
});

describe('WAV without samples', () => {
  for (const [what, content] of [
    ['only a header', riff(PCM)],
    ['an empty chunk of data', riff(PCM, data(0))],
    ['a recorder that stopped at once', riff(PCM, data(0, 0xffffffff))],
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
    assert.equal((await detectAudioFormat(source)).kind, 'audio');
    assert.ok(read <= 600 * 1024, `${read} bytes`);
  });
});
