import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BlobSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import {
  finishM4a,
  packedFrame,
  readAdts,
  readFrames,
  silentFrame,
  type AacStream,
} from '../../../src/convert/m4a.js';
import { createBudget } from '../../../src/engine/audio-headers/budget.js';
import { openFolder, openWork } from '../../../src/convert/work-folder.js';

/** AAC-LC with 48 kHz and two channels. */
const STREAM: AacStream = {
  config: Uint8Array.of(0x11, 0x90),
  ...{ codec: 'mp4a.40.2', sampleRate: 48_000, channels: 2, frameLength: 1024 },
};

const frames = Array.from({ length: 500 }, (_, at) =>
  Uint8Array.from({ length: 1 + ((at * 37) % 900) }, (_byte, index) => (at + index) & 255),
);

describe('an m4a file', () => {
  it('has the frames that another parser reads back, with times after the skipped part', async () => {
    // Node has no private file system, so this one is in memory.
    const folder = await openFolder('0123abcd', createBudget(0));
    const work = openWork(folder, { kind: 'test' });
    for (const frame of frames) work.append(packedFrame(frame));
    const length = 499 * 1024 - 300;
    const file = await finishM4a(folder, STREAM, { skip: 1024, length });
    const input = new Input({ source: new BlobSource(file), formats: [MP4] });
    const track = await input.getPrimaryAudioTrack();
    assert.ok(track);
    assert.equal(await track.getCodec(), 'aac');
    assert.equal(await track.getSampleRate(), 48_000);
    assert.equal(await track.getNumberOfChannels(), 2);
    const read = [];
    for await (const packet of new EncodedPacketSink(track).packets()) read.push(packet);
    assert.equal(read.length, 500);
    read.forEach(({ data }, at) => assert.deepEqual(data, frames[at]));
    assert.ok(Math.abs((read[0]?.timestamp ?? 0) + 1024 / 48_000) < 1e-6);
    assert.ok(Math.abs((read[499]?.timestamp ?? 0) - (498 * 1024) / 48_000) < 1e-6);
    assert.ok(Math.abs((await track.computeDuration()) - length / 48_000) < 1e-4);
    // The index comes before the frames, so that the file can be read as a stream.
    const text = Buffer.from(await file.arrayBuffer()).toString('latin1');
    assert.ok(text.indexOf('moov') < text.indexOf('mdat'));
  });

  it('is not made without frames', async () => {
    const folder = await openFolder('0123abcd', createBudget(0));
    openWork(folder, { kind: 'test' });
    await assert.rejects(finishM4a(folder, STREAM, { skip: 0, length: 9 }), /no sound/);
  });
});

const bytesOf = (content: Uint8Array) => ({
  size: content.length,
  read: (at: number, length: number) => content.subarray(at, at + length),
});

describe('packed frames', () => {
  it('are read up to the last complete one', () => {
    const packed = Buffer.concat([Buffer.from('plan'), ...frames.map(packedFrame)]);
    for (const cut of [0, 1, 5]) {
      const content = packed.subarray(0, packed.length - cut);
      const found = [...readFrames(bytesOf(content), 4)];
      const end = found.at(-1)?.end;
      assert.equal(found.length, cut === 0 ? 500 : 499);
      const last = (frames[499]?.length ?? 0) + 2;
      assert.equal(end, cut === 0 ? packed.length : packed.length - last);
    }
  });
});

describe('AAC', () => {
  it('config of an ADTS header: is that of the stream', () => {
    const header = Uint8Array.of(0xff, 0xf1, 0x4c, 0x80, 0x01, 0x3f, 0xfc, 1, 2, 3);
    const found = readAdts(header);
    assert.deepEqual(found?.config, STREAM.config);
    assert.deepEqual([...(found?.frame ?? [])], [1, 2, 3]);
    assert.equal(readAdts(Uint8Array.of(1, 2, 3, 4, 5, 6, 7)), null);
  });

  it('has silent frames for one and two channels only', () => {
    assert.ok(silentFrame({ ...STREAM, channels: 1 }));
    assert.ok(silentFrame(STREAM));
    assert.equal(silentFrame({ ...STREAM, channels: 6 }), undefined);
  });
});
