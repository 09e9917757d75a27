import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  MP4,
  MPEG_TS,
  MpegTsOutputFormat,
  Output,
} from 'mediabunny';
import { copyAac, openFrames } from '../../../src/convert/m4a.js';
import { onOneTimeline, readPackets } from '../../../src/convert/packets.js';
import { openFolder } from '../../../src/convert/work-folder.js';
import { createBudget } from '../../../src/engine/audio-headers/budget.js';

const FRAME_SECONDS = 1024 / 48_000;

/** A frame of AAC with other bytes than its neighbours. */
const frame = (at: number): Uint8Array =>
  Uint8Array.from({ length: 60 }, (_, place) => (at * 7 + place) % 200);

/** A transport stream with frames of AAC, whose times begin at 10 s. */
const stream = async (first: number, count: number): Promise<Uint8Array<ArrayBuffer>> => {
  const target = new BufferTarget();
  const output = new Output({ format: new MpegTsOutputFormat(), target });
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = {
    ...{ codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 2 },
    description: Uint8Array.of(0x11, 0x90),
  };
  for (let at = 0; at < count; at += 1) {
    const time = 10 + at * FRAME_SECONDS;
    const packet = new EncodedPacket(frame(first + at), 'key', time, FRAME_SECONDS);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  assert.ok(target.buffer);
  return new Uint8Array(target.buffer);
};

const trackOf = async (file: Blob, format: typeof MP4 | typeof MPEG_TS) => {
  const input = new Input({ source: new BlobSource(file), formats: [format] });
  const track = await input.getPrimaryAudioTrack();
  assert.ok(track);
  return track;
};

const dataOf = async (packets: AsyncIterable<EncodedPacket>): Promise<Uint8Array[]> => {
  const all = [];
  for await (const { data } of packets) all.push(data);
  return all;
};

describe('a transport stream that was joined', () => {
  // Two seconds, then three.
  const counts = [94, 141] as const;
  const all = Array.from({ length: counts[0] + counts[1] }, (_, at) => frame(at));

  for (const done of [0, 50, 150])
    it(`is copied whole, also if ${done} frames were copied before a reload`, async () => {
      const parts = [await stream(0, counts[0]), await stream(counts[0], counts[1])];
      const track = await trackOf(new Blob(parts), MPEG_TS);
      const zero = await track.getFirstTimestamp();
      const budget = createBudget(1_000_000);
      const folder = await openFolder('0123abcd', budget);
      const plan = { kind: 'copy', index: 0, origin: 0, frameLength: 1024 };
      const collected = openFrames(folder, plan);
      for (const one of all.slice(0, done)) collected.add(one);
      let packets = 0;
      const copy = await copyAac(
        {
          ...{ track, zero, index: 0, budget, mayStartAgain: true },
          packetsFrom: (start) =>
            onOneTimeline(
              readPackets(track, start, () => assert.fail('the stream is whole')),
              () => (packets += 1),
            ),
        },
        folder,
        () => undefined,
      );
      assert.ok(copy);
      const result = await trackOf(copy, MP4);
      assert.deepEqual(await dataOf(new EncodedPacketSink(result).packets()), all);
      assert.equal(packets, all.length);
    });
});

describe('packets on one timeline', () => {
  const timesOf = async (...times: readonly number[]): Promise<number[]> => {
    const packets = (async function* () {
      for (const [at, time] of times.entries()) {
        await Promise.resolve();
        // The length of a packet is known from the next one.
        const isLast = times.includes(time + 0.5, at) === false;
        yield new EncodedPacket(Uint8Array.of(1), 'key', time, isLast ? 0 : 0.5);
      }
    })();
    const found = [];
    for await (const { timestamp } of onOneTimeline(packets, () => undefined))
      found.push(timestamp);
    return found;
  };

  it('follow the packet before where their times start again, each time', async () => {
    assert.deepEqual(
      await timesOf(5, 5.5, 6, 6.5, 0, 0.5, 1, 1.5, 0, 0.5),
      [5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5],
    );
  });

  it('keep a gap, and those that are there twice', async () => {
    assert.deepEqual(await timesOf(5, 5.5, 20, 20.5, 20, 20.5), [5, 5.5, 20, 20.5, 20, 20.5]);
  });
});
