/** Peaks of wave files, which are read without a decoder. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { isWave } from '../../../src/engine/audio-headers/wave.js';
import { createByteReader, readWave } from '../../../src/peaks/wave-peaks.js';
import { createPeakCollector, type Peaks } from '../../../src/peaks/peaks.js';
import { CODINGS, ds64Chunk, noteChunk, waveFile, type WaveOptions } from './wave-files.js';
import { seededRuns } from '../../support/seeded-runs.js';

/** A stream of these bytes, cut into pieces of these sizes, and then into pieces of 1,000. */
const streamOf = (bytes: Uint8Array, sizes: readonly number[] = []): ReadableStream<Uint8Array> => {
  let at = 0;
  let piece = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      const size = sizes[piece] ?? 1_000;
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
      piece += 1;
    },
  });
};

const read = async (
  bytes: Uint8Array,
  sizes: readonly number[] = [],
): Promise<{ readonly outcome: string; readonly peaks: Peaks; readonly reports: number }> => {
  const collector = createPeakCollector();
  let reports = 0;
  const reader = createByteReader(streamOf(bytes, sizes));
  const { kind: outcome } = await readWave(reader, collector, () => (reports += 1));
  return { outcome, peaks: collector.peaks(), reports };
};

/** Four buckets of 10 ms at 8 kHz, each with one loud frame. */
const FOUR_LEVELS: readonly number[] = [0.25, -1, 0, 0.5].flatMap((level) =>
  Array.from({ length: 80 }, (_, at) => (at === 40 ? level : 0)),
);
const levelsOf = async (options: Omit<WaveOptions, 'samples'>): Promise<number[]> => {
  const { channels = 1 } = options;
  // Only the last channel is loud.
  const samples = FOUR_LEVELS.flatMap((sample) => [
    ...new Array<number>(channels - 1).fill(0),
    sample,
  ]);
  const { outcome, peaks } = await read(waveFile({ ...options, samples }));
  assert.equal(outcome, 'read');
  assert.equal(peaks.bucketMs, 10);
  return [...peaks.levels];
};
const assertLevels = (
  levels: readonly number[],
  expected = [64, 255, 0, 128],
  tolerance = 2,
): void => {
  assert.equal(levels.length, expected.length);
  // Eight bits have 127 positive levels.
  levels.forEach((level, at) =>
    assert.ok(Math.abs(level - (expected[at] ?? 0)) <= tolerance, levels.join()),
  );
};

describe('wave file', () => {
  for (const coding of CODINGS) {
    it(`${coding}: has the loudest sample of all channels`, async () => {
      for (const channels of [1, 2, 5]) {
        // The steps of logarithmic codes are large at high levels.
        const tolerance = coding.endsWith('law') ? 5 : 2;
        assertLevels(await levelsOf({ coding, channels }), undefined, tolerance);
        assertLevels(await levelsOf({ coding, channels, extensible: true }), undefined, tolerance);
      }
    });
  }

  it('a muted call in µ-law or A-law: is silent', async () => {
    for (const [coding, quiet] of [
      ['mulaw', [0xff, 0x7f]],
      ['alaw', [0xd5, 0x55]],
    ] as const) {
      const file = waveFile({ coding, samples: new Array<number>(800).fill(0) });
      file.set(
        Array.from({ length: 800 }, (_, at) => quiet[at % 2] ?? 0),
        file.length - 800,
      );
      const { outcome, peaks } = await read(file);
      assert.deepEqual([outcome, peaks.loudest], ['read', 0]);
    }
  });

  it('pieces of any size: give the same peaks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...CODINGS),
        fc.constantFrom(1, 2, 3),
        fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 30 }),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 600 }),
        async (coding, channels, sizes, samples) => {
          const bytes = waveFile({ coding, channels, samples, before: [noteChunk] });
          assert.deepEqual((await read(bytes, sizes)).peaks, (await read(bytes)).peaks);
        },
      ),
    );
  });

  it('other chunks before and after the samples: are skipped', async () => {
    assertLevels(
      await levelsOf({ before: [noteChunk, noteChunk], after: Buffer.alloc(4_000, 0x7f) }),
    );
  });

  it('size of the data that the recorder did not fill in: is read to the end', async () => {
    for (const dataSize of [0, 0xffff_ffff]) assertLevels(await levelsOf({ dataSize }));
  });

  it('RF64: takes the size from ds64', async () => {
    assertLevels(
      await levelsOf({
        riff: 'RF64',
        dataSize: 0xffff_ffff,
        before: [ds64Chunk(2 * FOUR_LEVELS.length)],
        after: Buffer.alloc(4_000, 0x7f),
      }),
    );
  });

  it('truncated file: is read as far as it goes', async () => {
    const bytes = waveFile({ samples: FOUR_LEVELS });
    const { outcome, peaks } = await read(bytes.subarray(0, bytes.length - 2 * 80 - 1));
    assert.equal(outcome, 'read');
    assertLevels([...peaks.levels], [64, 255, 0]);
  });

  it('compressed samples: are left to the browser, with their length', async () => {
    for (const tag of [0x31, 0x64]) {
      const file = waveFile({ samples: FOUR_LEVELS, tag });
      const reader = createByteReader(streamOf(file, []));
      const end = await readWave(reader, createPeakCollector(), () => undefined);
      assert.deepEqual(end, { kind: 'no-decoder', lengthMs: 40 });
    }
  });

  it('an MP3 in a WAV file: says where it is', async () => {
    const file = waveFile({ samples: FOUR_LEVELS, tag: 0x55 });
    const reader = createByteReader(streamOf(file, []));
    const end = await readWave(reader, createPeakCollector(), () => undefined);
    assert.deepEqual(end, { kind: 'mp3', start: 44, end: file.length });
  });

  it('no format: is unsupported', async () => {
    const samples = FOUR_LEVELS;
    const files = [
      waveFile({ samples, sampleRate: 0 }),
      waveFile({ samples, channels: 0 }),
      Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'),
      Buffer.from('RIFF\0\0\0\0WAVEdata\x08\0\0\0\x01\x02\x03\x04\x05\x06\x07\x08', 'latin1'),
    ];
    for (const bytes of files) {
      const { outcome, peaks } = await read(bytes);
      assert.equal(outcome, 'unsupported');
      assert.equal(peaks.levels.length, 0);
    }
  });

  it('any damage: ends without an error', async () => {
    const whole = waveFile({ samples: FOUR_LEVELS, before: [noteChunk] });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length),
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
        async (length, changes) => {
          const bytes = Buffer.from(whole);
          for (const [at, value] of changes) bytes[at] = value;
          await read(bytes.subarray(0, length));
        },
      ),
      { numRuns: seededRuns(100, 1_000) },
    );
  });

  it('stream: reports after each piece', async () => {
    const { reports } = await read(waveFile({ samples: new Array<number>(20_000).fill(0.5) }));
    assert.ok(reports >= 20);
  });
});

describe('hostile wave file', () => {
  const samples = new Array<number>(1_000).fill(0.5);
  for (const [what, options] of [
    ['4 GHz', { sampleRate: 4_000_000_000, coding: 'u8' }],
    ['1 Hz', { sampleRate: 1 }],
    ['65 channels', { channels: 65 }],
  ] as const) {
    it(`${what}: is not read`, async () => {
      const { outcome, peaks } = await read(waveFile({ samples, ...options }));
      assert.equal(outcome, 'unsupported');
      assert.equal(peaks.levels.length, 0);
    });
  }

  it('three million empty chunks: are not all read', async () => {
    const empty = Buffer.from('junk\0\0\0\0'.repeat(3_000_000), 'latin1');
    const file = waveFile({ samples, before: [empty] });
    let pulled = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(file.slice(pulled, pulled + 65_536));
        pulled += 65_536;
      },
    });
    const { kind: outcome } = await readWave(
      createByteReader(stream),
      createPeakCollector(),
      () => undefined,
    );
    assert.equal(outcome, 'unsupported');
    assert.ok(pulled <= 1024 * 1024, `${pulled} bytes`);
  });
});

describe('isWave', () => {
  it('recognises RIFF, RF64 and BW64, and nothing else', () => {
    const head = (text: string): Uint8Array => Buffer.from(text, 'latin1');
    for (const name of ['RIFF', 'RF64', 'BW64']) assert.ok(isWave(head(`${name}\0\0\0\0WAVE`)));
    for (const other of ['', 'RIFF', 'RIFF\0\0\0\0AVI ', 'ID3\x04\0\0\0\0WAVE']) {
      assert.equal(isWave(head(other)), false);
    }
  });
});
