/** Converting recordings with gaps, recordings that were cut off, and hostile files. */
import { expect } from '@open-wc/testing';
import { detectAudioFormat } from '../../src/engine.js';
import { isWebKitGtk } from '../../src/peaks/webkit-gtk.js';
import { atRate, emptyPackets, gap } from './hostile.js';
import { convert, decoded, lag, original, RATE, recording, resultOf } from './media-support.js';

const formatOf = async (file: Blob) =>
  detectAudioFormat({
    size: file.size,
    read: async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
  });

/** It crashes when it decodes as fast as a file can be read, so the converter uses no decoder there. */
const hasDecoder = !isWebKitGtk(navigator.userAgent);

describe('converting', () => {
  for (const codec of ['aac', 'opus', 'mp3', 'flac', 'vorbis']) {
    it(`pause-${codec}.mkv: keeps the times after a pause that no packet fills`, async () => {
      const name = `pause-${codec}.mkv`;
      const end = await convert(await recording(name));
      if (!hasDecoder && codec !== 'aac') return;
      const [before, after] = [await original(name), await decoded(resultOf(end))];
      expect(after.length / RATE).to.be.closeTo(before.length / RATE, 0.06);
      // From 43 s on.
      const from = 38 * RATE;
      const late = lag(before.subarray(from), after.subarray(from));
      expect(Math.abs(late) / RATE, 'seconds').to.be.at.most(0.025);
    });
  }

  it('six channels: keep the level of a voice in the centre', async () => {
    if (!hasDecoder) return;
    const after = await decoded(resultOf(await convert(await recording('centre.flac'))));
    // The first of two channels has what the centre has.
    const before = await original('studio.flac');
    const level = (samples: Float32Array): number =>
      10 * Math.log10(samples.reduce((sum, value) => sum + value ** 2, 0) / samples.length);
    expect(level(after)).to.be.closeTo(level(before), 3.2);
  });

  for (const [name, seconds] of [
    ['message.ogg', 10.99],
    ['meeting.webm', 12.02],
    ['film.mkv', 11.98],
  ] as const) {
    it(`${name}, cut off: has what ffmpeg finds in it, and says where it ends`, async () => {
      const whole = await recording(name);
      const end = await convert(whole.slice(0, Math.floor(whole.size * 0.61)));
      if (!hasDecoder && name !== 'film.mkv') return;
      const samples = await decoded(resultOf(end));
      expect(samples.length / RATE).to.be.closeTo(seconds, 0.15);
      expect(end.kind === 'converted' && end.cutOffAt).to.be.closeTo(seconds, 0.15);
    });
  }

  it('whole files: are not called cut off', async () => {
    for (const name of ['message.ogg', 'meeting.webm', 'film.mkv', 'phone.mp4', 'studio.aiff']) {
      const end = await convert(await recording(name));
      if (end.kind === 'converted') expect(end.cutOffAt, name).to.equal(null);
    }
  });

  it('a hostile file: ends soon, and writes little', async () => {
    for (const [what, file, problem] of [
      ['a gap of 5 hours', gap(5), 'unreadable'],
      ['a gap of 100 hours', gap(100), 'unreadable'],
      ['a gap of 300 years', gap(2_600_000), 'unreadable'],
      ['4 GHz', atRate(4e9), 'undecodable'],
      ['1 Hz', atRate(1), 'undecodable'],
      ['300,000 empty packets', emptyPackets(300_000), 'unreadable'],
    ] as const) {
      let bytes = 0;
      const end = await convert(file, { onProgress: (progress) => (bytes = progress.bytes) });
      expect(end, what).to.include({ kind: 'cannot', problem });
      expect(bytes, what).to.be.below(8 * 1024 ** 2);
    }
    // A meeting may have a break.
    const long = resultOf(await convert(gap(2)));
    expect(long.size).to.be.below(4 * 1024 ** 2);
    expect(await formatOf(long)).to.include({ kind: 'audio' });
  });
});
