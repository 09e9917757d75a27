import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAiff, readAiffPieces } from '../../../../src/intake/convert/aiff.js';
import {
  createResampler,
  createTimeline,
  mixed,
  wavHeader,
  type Samples,
} from '../../../../src/intake/convert/pcm.js';
import { detectAudioFormat } from '../../../../src/engine/index.js';

const collect = () => {
  const parts: Float32Array[] = [];
  return {
    take: ([samples]: Samples) => void parts.push(samples ?? new Float32Array()),
    all: () => parts.flatMap((part) => [...part]),
  };
};

const sine = (length: number, rate: number, hertz: number): Float32Array =>
  Float32Array.from({ length }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate));

describe('createTimeline', () => {
  const place = (from: number, ...pieces: readonly (readonly [number, readonly number[]])[]) => {
    const { take, all } = collect();
    const timeline = createTimeline(from, take);
    for (const [start, samples] of pieces) {
      timeline({ start, sampleRate: 100, channels: [Float32Array.from(samples)] });
    }
    return all();
  };

  it('starts with silence if the sound starts late', () => {
    assert.deepEqual(place(0, [0.03, [1, 1]]), [0, 0, 0, 1, 1]);
  });

  it('leaves out what is before the start', () => {
    assert.deepEqual(place(0, [-0.02, [9, 9, 1]]), [1]);
    assert.deepEqual(place(0.5, [0.4, [9, 9]], [0.48, [9, 9, 1, 2]]), [1, 2]);
  });

  it('fills a gap, and ignores rounding errors', () => {
    assert.deepEqual(place(0, [0, [1, 1]], [0.1, [2]]), [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    assert.deepEqual(place(0, [0, [1, 1]], [0.04, [2]]), [1, 1, 2]);
  });
});

describe('createResampler', () => {
  for (const [from, to] of [
    [48_000, 16_000],
    [44_100, 16_000],
    [96_000, 48_000],
    [16_000, 48_000],
  ] as const) {
    it(`keeps a tone and its times: ${from} to ${to}`, () => {
      const { take, all } = collect();
      const resampler = createResampler(from, to, take);
      const input = sine(from, from, 440);
      // In uneven parts, as a decoder sends them.
      for (let at = 0; at < input.length; at += 1_111)
        resampler.push([input.slice(at, at + 1_111)]);
      resampler.flush();
      const output = all();
      assert.equal(output.length, to);
      const expected = sine(to, to, 440);
      const worst = Math.max(
        ...output.slice(200, -200).map((value, at) => Math.abs(value - (expected[at + 200] ?? 0))),
      );
      assert.ok(worst < 0.01, `differs by ${worst}`);
    });
  }

  it('removes what the lower rate cannot have', () => {
    const { take, all } = collect();
    const resampler = createResampler(48_000, 16_000, take);
    resampler.push([sine(48_000, 48_000, 12_000)]);
    resampler.flush();
    assert.ok(Math.max(...all().slice(200, -200).map(Math.abs)) < 0.01);
  });
});

describe('mixed', () => {
  it('makes one channel of several, and two of one', () => {
    const [one, two, three] = [[1], [3], [5]].map((it) => Float32Array.from(it));
    assert.ok(one && two && three);
    assert.deepEqual(mixed([one, two], 1), [Float32Array.of(2)]);
    assert.deepEqual(mixed([one, two, three], 1), [Float32Array.of(3)]);
    assert.deepEqual(mixed([one], 2), [one, one]);
    assert.deepEqual(mixed([one, two], 2), [one, two]);
  });
});

describe('wavHeader', () => {
  it('is read as a WAV file with the right duration', async () => {
    const file = new Uint8Array([...wavHeader(16_000, 32_000), ...new Uint8Array(32_000)]);
    const format = await detectAudioFormat({
      size: file.length,
      read: (at, length) => Promise.resolve(file.slice(at, at + length)),
    });
    assert.deepEqual(format, { kind: 'audio', fileType: 'wav', durationSeconds: 1 });
  });
});

/** An AIFF file of 16 bits with one channel at 8 kHz. */
const aiff = (samples: readonly number[], { compression = '' } = {}): Blob => {
  const chunk = (type: string, content: readonly number[]): readonly number[] => [
    ...Buffer.from(type),
    ...[content.length >> 24, content.length >> 16, content.length >> 8, content.length],
    ...content,
  ];
  const rate = [0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0];
  const format = [0, 1, 0, 0, 0, samples.length, 0, 16, ...rate, ...Buffer.from(compression)];
  const sound = samples.flatMap((value) => [(value >> 8) & 255, value & 255]);
  const content = [...chunk('COMM', format), ...chunk('SSND', [...new Uint8Array(8), ...sound])];
  const type = compression === '' ? 'AIFF' : 'AIFC';
  return new Blob([Uint8Array.from([...chunk('FORM', [...Buffer.from(type), ...content])])]);
};

describe('AIFF', () => {
  it('is read, from the start or from later on', async () => {
    const file = aiff([16_384, -16_384, 8_192]);
    const audio = await readAiff(file);
    assert.ok(audio);
    assert.deepEqual(
      { channels: audio.channels, sampleRate: audio.sampleRate, bits: audio.bits },
      { channels: 1, sampleRate: 8_000, bits: 16 },
    );
    for (const [from, expected] of [
      [0, [0.5, -0.5, 0.25]],
      [2 / 8_000, [0.25]],
    ] as const) {
      const pieces = [];
      for await (const piece of readAiffPieces(file, audio, from)) pieces.push(piece);
      assert.deepEqual([...(pieces[0]?.channels[0] ?? [])], expected);
      assert.equal(pieces[0]?.start, from);
    }
  });

  it('little-endian: is read', async () => {
    const audio = await readAiff(aiff([1], { compression: 'sowt' }));
    assert.equal(audio?.coding, 'little-endian');
  });

  it('compressed or damaged: is refused', async () => {
    assert.equal(await readAiff(aiff([1], { compression: 'ima4' })), null);
    assert.equal(await readAiff(aiff([1]).slice(0, 30)), null);
  });
});
