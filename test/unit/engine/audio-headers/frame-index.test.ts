/** The index of an MP3, and the MP4 that plays it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFrameIndex, readFrameRuns } from '../../../../src/engine/audio-headers/frame-index.js';
import { mp4Around } from '../../../../src/engine/audio-headers/frames-in-mp4.js';
import { fourCharacters, uint32, uint64 } from '../../../../src/engine/audio-headers/bytes.js';
import { bytes, frame, FRAME, repeat, zeros } from './builders.js';

const indexOf = (content: Uint8Array) =>
  readFrameIndex(
    {
      size: content.length,
      read: (at, length) => Promise.resolve(content.subarray(at, at + length)),
    },
    new AbortController().signal,
  );

const runsOf = async (content: Uint8Array) => {
  const source = {
    size: content.length,
    read: (at: number, length: number) => Promise.resolve(content.subarray(at, at + length)),
  };
  const runs = [];
  for await (const { frame: found, start, sizes } of readFrameRuns(source, AbortSignal.any([])))
    runs.push([found.sampleRate, found.mono, start, sizes.length]);
  return runs;
};

const known = async (content: Uint8Array) => {
  const index = await indexOf(content);
  assert.ok(index);
  return index;
};

const id3 = (size: number): Uint8Array =>
  bytes('ID3', [3, 0, 0], [0, 0, size >> 7, size & 0x7f], zeros(size));

const XING = frame(FRAME, bytes(zeros(32), 'Xing', zeros(8)));

/** 64 kbit/s, beside 128 kbit/s. */
const SMALL = { ...FRAME, rate: 5, size: 208 };

describe('the index of an MP3', () => {
  it('has the size of each frame, and skips one that only describes the file', async () => {
    const varied = bytes(frame(FRAME), frame(SMALL), frame(FRAME));
    const { sizes, runs, samples, sampleRate } = await known(bytes(XING, varied));
    assert.deepEqual(sizes, [417, 208, 417]);
    assert.deepEqual(runs, [{ start: 417, count: 3 }]);
    assert.deepEqual([samples, sampleRate], [1152, 44_100]);
  });

  it('continues behind tags and other bytes, as in joined files', async () => {
    const part = repeat(5, frame(FRAME));
    const gap = bytes(id3(300), zeros(70_000));
    const { runs } = await known(bytes(id3(200), part, gap, part, 'TAG', zeros(125)));
    const second = 210 + part.length + gap.length;
    assert.deepEqual(runs, [
      { start: 210, count: 5 },
      { start: second, count: 5 },
    ]);
  });

  it('has no frame that the file only begins', async () => {
    const { sizes } = await known(repeat(4, frame(FRAME)).subarray(0, -100));
    assert.equal(sizes.length, 3);
  });

  it('reads files that are longer than a block', async () => {
    const { sizes, runs } = await known(repeat(6_000, frame(FRAME)));
    assert.equal(sizes.length, 6_000);
    assert.equal(runs.length, 1);
  });

  it('gives up if the sample rate changes, and if there is no MP3', async () => {
    const part = repeat(5, frame(FRAME));
    assert.equal(
      await indexOf(bytes(part, repeat(5, frame({ ...FRAME, sampleRate: 1, size: 384 })))),
      null,
    );
    assert.equal(await indexOf(zeros(100_000)), null);
    assert.equal(await indexOf(zeros(0)), null);
  });
});

describe('the frames of an MP3 that changes', () => {
  it('are in a run for each kind', async () => {
    const stereo = repeat(5, frame(FRAME));
    const mono = repeat(3, frame({ ...FRAME, mono: true }, zeros(17)));
    const fast = repeat(4, frame({ ...FRAME, sampleRate: 1, size: 384 }));
    assert.deepEqual(await runsOf(bytes(XING, stereo, mono, zeros(300), mono, fast)), [
      [44_100, false, 417, 5],
      [44_100, true, 417 * 6, 3],
      [44_100, true, 417 * 9 + 300, 3],
      [48_000, false, 417 * 12 + 300, 4],
    ]);
    assert.deepEqual(await runsOf(zeros(9_000)), []);
  });
});

/** Frames of raw AAC. `rate` is the index of the sample rate. */
const aac = (count: number, rate = 4, channels = 1, size = 50): Uint8Array => {
  const head = [0xff, 0xf1, 0x40 | (rate << 2), channels << 6, size >> 3, (size & 7) << 5, 0];
  return repeat(count, bytes(head, zeros(size - 7)));
};

describe('the frames of raw AAC', () => {
  it('continue behind tags and other bytes', async () => {
    const content = bytes(id3(20), aac(5), id3(30), aac(6), zeros(300), aac(7));
    assert.deepEqual(await runsOf(content), [
      [44_100, false, 30, 5],
      [44_100, false, 320, 6],
      [44_100, false, 920, 7],
    ]);
  });

  it('are in a run for each sample rate and number of channels', async () => {
    const content = bytes(aac(5), aac(4, 4, 2), aac(6, 7, 2));
    assert.deepEqual(await runsOf(content), [
      [44_100, false, 0, 5],
      [44_100, false, 250, 4],
      [22_050, false, 450, 6],
    ]);
  });

  it('are found in a long file, also where a block ends inside a header', async () => {
    for (const [size, inside] of [
      [43, 4],
      [19, 5],
      [10, 6],
    ] as const) {
      assert.equal((64 * 1024) % size, inside);
      const runs = await runsOf(aac(50_000, 4, 1, size));
      assert.deepEqual(runs, [[44_100, false, 0, 50_000]]);
    }
  });

  it('are read once in a file of many short parts', async () => {
    const content = repeat(400, bytes(id3(60), aac(300)));
    let read = 0;
    const source = {
      size: content.length,
      read(at: number, length: number) {
        const block = content.subarray(at, at + length);
        read += block.length;
        return Promise.resolve(block);
      },
    };
    let frames = 0;
    for await (const { sizes } of readFrameRuns(source, AbortSignal.any([])))
      frames += sizes.length;
    assert.equal(frames, 120_000);
    assert.ok(read < 1.2 * content.length, `${read} of ${content.length} bytes`);
  });

  it('have an index if all are alike', async () => {
    const {
      sizes,
      runs,
      aac: config,
      ...rest
    } = await known(bytes(id3(20), aac(3), id3(30), aac(2)));
    assert.deepEqual(sizes, [43, 43, 43, 43, 43]);
    assert.deepEqual(
      runs.map(({ start, count }) => [start, count]),
      [37, 87, 137, 227, 277].map((start) => [start, 1]),
    );
    assert.deepEqual(config, Uint8Array.of(0x12, 0x08));
    assert.deepEqual(rest, { sampleRate: 44_100, samples: 1024, channels: 1 });
    assert.equal(await indexOf(bytes(aac(5), aac(5, 7))), null);
    assert.equal(await indexOf(bytes(aac(5), aac(5, 4, 2))), null);
    assert.equal(await indexOf(aac(5, 4, 0)), null);
    // With a checksum, a header has nine bytes.
    const checked = aac(1).with(1, 0xf0);
    assert.deepEqual((await known(repeat(3, checked))).sizes, [41, 41, 41]);
    assert.equal(await indexOf(bytes(aac(3), repeat(3, checked))), null);
  });
});

/** The contents of the boxes of this type, at any depth. */
const find = (file: Uint8Array, type: string): Uint8Array => {
  for (let at = 4; at < file.length; at += 1) {
    if (fourCharacters(file, at) === type)
      return file.subarray(at + 4, at - 4 + uint32(file, at - 4));
  }
  throw new Error(`There is no ${type}.`);
};

describe('an MP4 around an MP3', () => {
  it('has the place of each chunk of frames, and their length', async () => {
    const part = repeat(50, frame(FRAME));
    const gap = zeros(500);
    const content = bytes(id3(100), part, gap, part);
    const { head, from, seconds } = mp4Around(await known(content), content.length);
    const file = bytes(head, content.subarray(from));
    assert.equal(seconds, (100 * 1152) / 44_100);
    const table = find(file, 'co64');
    const places = Array.from({ length: uint32(table, 4) }, (_, at) => uint64(table, 8 + at * 8));
    for (const place of places) assert.equal(uint32(file, place) >>> 20, 0xfff, String(place));
    const counts = find(file, 'stsc');
    // 40 frames, then 10, of each run.
    assert.deepEqual(
      Array.from({ length: uint32(counts, 4) }, (_, at) => uint32(counts, 12 + at * 12)),
      [40, 10, 40, 10],
    );
    assert.equal(uint32(find(file, 'stsz'), 8), 100);
  });
});
