import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BudgetError,
  createBudget,
  TooLongError,
} from '../../../src/engine/audio-headers/budget.js';
import { mendCutOff } from '../../../src/convert/cut-off.js';
import { onTimeline } from '../../../src/convert/encode.js';
import { createResampler, mixed, wavHeader, type Samples } from '../../../src/convert/pcm.js';
import { detectAudioFormat } from '../../../src/engine.js';

const collect = () => {
  const parts: Float32Array[] = [];
  return {
    take: ([samples]: Samples) => void parts.push(samples ?? new Float32Array()),
    all: () => parts.flatMap((part) => [...part]),
  };
};

const sine = (length: number, rate: number, hertz: number): Float32Array =>
  Float32Array.from({ length }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate));

/** Pieces of one channel: where each begins, in seconds, and its samples. */
async function* piecesOf(
  sampleRate: number,
  pieces: readonly (readonly [start: number, samples: readonly number[]])[],
) {
  for (const [start, samples] of pieces) {
    yield { start, sampleRate, channels: [Float32Array.from(samples)] };
    await Promise.resolve();
  }
}

describe('a timeline', () => {
  const place = async (
    from: number,
    ...pieces: readonly (readonly [number, readonly number[]])[]
  ) => {
    const { take, all } = collect();
    for await (const { samples } of onTimeline(piecesOf(100, pieces), from, createBudget(0))) {
      take(samples);
    }
    return all();
  };

  it('starts with silence if the sound starts late', async () => {
    assert.deepEqual(await place(0, [0.03, [1, 1]]), [0, 0, 0, 1, 1]);
  });

  it('leaves out what is before the start', async () => {
    assert.deepEqual(await place(0, [-0.02, [9, 9, 1]]), [1]);
    assert.deepEqual(await place(0.5, [0.4, [9, 9]], [0.48, [9, 9, 1, 2]]), [1, 2]);
  });

  it('fills a gap, and ignores rounding errors', async () => {
    assert.deepEqual(await place(0, [0, [1, 1]], [0.1, [2]]), [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    assert.deepEqual(await place(0, [0, [1, 1]], [0.04, [2]]), [1, 1, 2]);
  });

  it('makes the silence of two hours in pieces, each when the one before is used up', async () => {
    const pieces = piecesOf(48_000, [
      [0, [1]],
      [7_200, [1]],
    ]);
    let [longest, total] = [0, 0];
    for await (const { samples } of onTimeline(pieces, 0, createBudget(0))) {
      const length = samples[0]?.length ?? 0;
      longest = Math.max(longest, length);
      total += length;
    }
    assert.equal(total, 7_200 * 48_000 + 1);
    assert.ok(longest <= 65_536, `${longest} samples at once`);
  });

  it('ends at more silence, and at more time, than a recording has', async () => {
    const read = async (from: number, ...starts: readonly number[]): Promise<void> => {
      const pieces = piecesOf(
        8_000,
        starts.map((start) => [start, [1]] as const),
      );
      for await (const { samples } of onTimeline(pieces, from, createBudget(0))) void samples;
    };
    await read(0, 0, 3.9 * 3600);
    for (const start of [4.1 * 3600, 1e9, 1e300])
      await assert.rejects(read(0, 0, start), BudgetError);
    // Without a gap.
    await read(23 * 3600, 23 * 3600);
    await assert.rejects(read(25 * 3600, 25 * 3600), BudgetError);
  });
});

describe('the budget of a file', () => {
  const GIB = 1024 ** 3;

  it('allows to read it four times, and to write 4 GiB to disk, or 256 MiB to memory', () => {
    const { read, write, hold } = createBudget(GIB);
    for (let time = 0; time < 4; time++) read(GIB);
    read(64 * 1024 ** 2);
    assert.throws(() => read(1), BudgetError);
    write(4 * GIB);
    assert.throws(() => write(1), BudgetError);
    hold(GIB / 4);
    assert.throws(() => hold(GIB / 4 + 1), TooLongError);
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
    assert.deepEqual(mixed([one, two, three], 1), [Float32Array.of(4 * Math.SQRT1_2 + 5)]);
    assert.deepEqual(mixed([one], 2), [one, one]);
    assert.deepEqual(mixed([one, two], 2), [one, two]);
  });
});

describe('mixed, with the channels of a cinema', () => {
  const zero = Float32Array.of(0);
  const voice = Float32Array.of(0.5);
  for (const [name, channels] of [
    ['3.0', [zero, zero, voice]],
    ['5.0', [zero, zero, voice, zero, zero]],
    ['5.1', [zero, zero, voice, zero, zero, zero]],
    ['7.1', [zero, zero, voice, zero, zero, zero, zero, zero]],
  ] as const) {
    it(`${name}: keeps the level of a voice in the centre`, () => {
      assert.deepEqual(mixed(channels, 1), [voice]);
    });
  }

  it('5.1: leaves out the low frequencies, and has less of the sides', () => {
    const weightOf = (index: number): number => {
      const channels = Array.from({ length: 6 }, (_, at) => Float32Array.of(at === index ? 1 : 0));
      return Math.round((mixed(channels, 1)[0]?.[0] ?? 0) * 100) / 100;
    };
    assert.deepEqual([0, 1, 2, 3, 4, 5].map(weightOf), [0.71, 0.71, 1, 0, 0.5, 0.5]);
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

  it('describes several channels and other sample sizes', () => {
    const { buffer } = wavHeader(8_000, 400, 2, 8);
    const view = new DataView(buffer);
    const [channels, rate, bytesPerSecond] = [22, 24, 28].map((at) => view.getUint16(at, true));
    assert.deepEqual([channels, rate, bytesPerSecond], [2, 8_000, 16_000]);
    assert.deepEqual([view.getUint16(32, true), view.getUint16(34, true)], [2, 8]);
  });
});

/** The same file, and how often it was read. */
const counting = (file: Blob) => {
  let reads = 0;
  const counted = Object.assign(Object.create(file) as Blob, {
    slice: (start: number, end: number) => {
      reads += 1;
      return file.slice(start, end);
    },
  });
  Object.defineProperty(counted, 'size', { value: file.size });
  return { counted, reads: () => reads };
};

describe('a Matroska file that was cut off', () => {
  /** A segment of unknown size with empty elements, and the start of a cluster that has 100 bytes. */
  const cutOff = (emptyElements: number): Blob =>
    new Blob([
      Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, 0x80]),
      Uint8Array.from([0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255]),
      new Uint8Array(2 * emptyElements).map((_, at) => (at % 2 === 0 ? 0xec : 0x80)),
      Uint8Array.from([0x1f, 0x43, 0xb6, 0x75, 0xe4, 0xe7, 0x81, 0]),
    ]);

  it('gets a cluster that ends where the file does', async () => {
    const file = cutOff(3);
    const mended = await mendCutOff(file, createBudget(file.size));
    assert.equal(mended.endsEarly, true);
    const [before, after] = await Promise.all(
      [file, mended.file].map(async (one) => new Uint8Array(await one.arrayBuffer())),
    );
    assert.deepEqual(after, before?.with(27, 0x83));
  });

  it('with 300,000 empty elements: is read in 200 blocks, all of which the budget counts', async () => {
    const file = cutOff(300_000);
    const { counted, reads } = counting(file);
    let bytes = 0;
    const budget = { ...createBudget(file.size), read: (more: number) => void (bytes += more) };
    assert.equal((await mendCutOff(counted, budget)).endsEarly, true);
    assert.ok(reads() <= 200, `${reads()} reads`);
    assert.ok(bytes >= file.size, `${bytes} bytes`);
    const nothing = { ...budget, read: createBudget(NaN).read };
    await assert.rejects(mendCutOff(file, nothing), BudgetError);
  });
});
