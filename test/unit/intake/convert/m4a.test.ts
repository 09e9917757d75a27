import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BlobSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import {
  lowComplexityConfig,
  packedFrame,
  readAdts,
  readFrames,
  silentFrame,
  type Bytes,
} from '../../../../src/intake/convert/aac.js';
import { m4aHeader } from '../../../../src/intake/convert/m4a.js';
import { parseConvertMessage, parseConvertReply } from '../../../../src/intake/convert/messages.js';

const STREAM = {
  config: lowComplexityConfig(48_000, 2),
  ...{ sampleRate: 48_000, channels: 2, frameLength: 1024 },
};

const frames = Array.from({ length: 500 }, (_, at) =>
  Uint8Array.from({ length: 1 + ((at * 37) % 900) }, (_byte, index) => (at + index) & 255),
);

describe('m4aHeader', () => {
  const sizes = Uint16Array.from(frames.map(({ length }) => length));
  const length = 500 * 1024 - 1024 - 300;
  const header = m4aHeader({ stream: STREAM, sizes, skip: 1024, length });
  const file = new Blob([header, ...frames] as BlobPart[]);

  it('makes a file whose frames another parser reads back, with times after the skipped part', async () => {
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
  });

  it('refuses a file of 4 GiB', () => {
    const many = new Uint16Array(70_000).fill(65_535);
    assert.throws(() => m4aHeader({ stream: STREAM, sizes: many, skip: 0, length: 1 }), RangeError);
  });
});

const bytesOf = (content: Uint8Array): Bytes => ({
  size: content.length,
  read: (at, length) => content.subarray(at, at + length),
  append: () => undefined,
  truncate: () => undefined,
});

describe('packed frames', () => {
  it('are read up to the last complete one', () => {
    const packed = Buffer.concat([Buffer.from('plan'), ...frames.map(packedFrame)]);
    for (const cut of [0, 1, 5]) {
      const found: number[] = [];
      const content = packed.subarray(0, packed.length - cut);
      const end = readFrames(bytesOf(content), 4, (frame) => found.push(frame.length));
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
    assert.deepEqual(found?.config, lowComplexityConfig(48_000, 2));
    assert.deepEqual([...(found?.frame ?? [])], [1, 2, 3]);
    assert.equal(readAdts(Uint8Array.of(1, 2, 3, 4, 5, 6, 7)), null);
  });

  it('has silent frames for one and two channels only', () => {
    assert.ok(silentFrame({ ...STREAM, channels: 1 }));
    assert.ok(silentFrame(STREAM));
    assert.equal(silentFrame({ ...STREAM, channels: 6 }), undefined);
  });
});

describe('messages of the conversion', () => {
  it('from the page: need a safe key', () => {
    const message = {
      ...{ type: 'convert', file: new Blob(['x']), key: '0123abcd', track: 0 },
      ...{ converterUrl: 'https://a.test/c.js', encoderUrl: null },
    };
    assert.deepEqual(parseConvertMessage(message), message);
    for (const wrong of [
      ...[{ key: '../etc' }, { key: '' }, { track: -1 }, { track: 0.5 }, { file: 'x' }],
      ...[{ converterUrl: 1 }, { type: 'peaks' }],
    ]) {
      assert.equal(parseConvertMessage({ ...message, ...wrong }), null);
    }
  });

  it('from the worker: are ignored if they are not valid', () => {
    const progress = { fraction: 0.5, bytes: 3 };
    const good = { type: 'convert-progress', progress };
    assert.deepEqual(parseConvertReply(good), good);
    for (const wrong of [
      ...[null, {}, { type: 'convert-progress', progress: { fraction: 2, bytes: 1 } }],
      ...[{ type: 'convert-end', end: { kind: 'converted', result: 'x', isOnDisk: true } }],
      { type: 'convert-end', end: { kind: 'cannot', problem: 'bored', codec: '' } },
    ]) {
      assert.equal(parseConvertReply(wrong), null);
    }
  });
});
