import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BlobSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { copyRuns, readRuns, streamOfAll } from '../../../src/convert/frame-runs.js';
import { openFrames } from '../../../src/convert/m4a.js';
import { openFolder } from '../../../src/convert/work-folder.js';
import { createBudget } from '../../../src/engine/audio-headers/budget.js';

/** Frames of AAC-LC, each with other bytes. `rate` is the index of the sample rate. */
const aac = (count: number, rate = 4, channels = 2): Uint8Array<ArrayBuffer> => {
  const size = 40;
  const head = [0xff, 0xf1, 0x40 | (rate << 2), channels << 6, size >> 3, (size & 7) << 5, 0];
  return Uint8Array.from({ length: count * size }, (_, at) => {
    const place = at % size;
    return head[place] ?? (Math.floor(at / size) + place) % 200;
  });
};

const TAG = Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 10, ...Array<number>(10).fill(7));

const parsed = async (file: Blob) => {
  const input = new Input({ source: new BlobSource(file), formats: [MP4] });
  const track = await input.getPrimaryAudioTrack();
  assert.ok(track);
  const frames = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) frames.push(data);
  return { frames, seconds: await track.computeDuration(), rate: await track.getSampleRate() };
};

/** The frames without their headers. */
const framesOf = (content: Uint8Array): Uint8Array[] =>
  Array.from({ length: content.length / 40 }, (_, at) =>
    content.subarray(at * 40 + 7, at * 40 + 40),
  );

describe('frames of raw AAC', () => {
  const parts = [aac(30), aac(20)] as const;
  const file = new Blob([TAG, parts[0], TAG, parts[1]]);
  const expected = parts.flatMap(framesOf);

  for (const done of [0, 25, 40])
    it(`are copied behind tags, also if ${done} of them were copied before a reload`, async () => {
      const budget = createBudget(file.size);
      const folder = await openFolder('0123abcd', budget);
      const runs = await readRuns(file, budget);
      const stream = streamOfAll(runs);
      assert.ok(stream);
      const collected = openFrames(folder, { kind: 'copy-frames' });
      for (const frame of expected.slice(0, done)) collected.add(frame);
      const copy = await copyRuns({ file, folder, budget }, runs, stream, () => undefined);
      const { frames, seconds, rate } = await parsed(copy);
      assert.deepEqual(frames, expected);
      assert.ok(Math.abs(seconds - (50 * 1024) / 44_100) < 1e-4);
      assert.equal(rate, 44_100);
    });

  it('with two sample rates or numbers of channels: are not copied', async () => {
    for (const other of [aac(20, 7), aac(20, 4, 1)]) {
      const runs = await readRuns(new Blob([aac(30), other]), createBudget(0));
      assert.equal(runs.length, 2);
      assert.equal(streamOfAll(runs), null);
    }
  });

  it('whose header does not say the channels: are not copied', async () => {
    const runs = await readRuns(new Blob([aac(30, 4, 0)]), createBudget(0));
    assert.equal(streamOfAll(runs), null);
  });
});
