/** Converting real recordings, which ffmpeg has made, and comparing the result with the original sample by sample. */
import { expect } from '@open-wc/testing';
import { systemClock } from '../../src/browser/browser-ports.js';
import { startWorker } from '../../src/hashing/worker-ladder.js';
import { FOLDER } from '../../src/convert/names.js';
import { isWebKitGtk } from '../../src/peaks/webkit-gtk.js';
import type {
  AudioTrackFacts,
  ConvertEnd,
  ConvertProgress,
} from '../../src/convert/convert-messages.js';
import { conversionOf, detectAudioFormat } from '../../src/engine/audio-headers/detect-format.js';
import {
  convert,
  convertWithoutEncoder,
  decoded,
  lag,
  newKey,
  noiseDb,
  original,
  RATE,
  recording,
  resultOf,
} from './media-support.js';

/** AAC is copied, so every sample stays the same. */
const COPIED = [
  ...['phone.mp4', 'camera.mov', 'late.mp4', 'film.mkv', 'radio.aac', 'clip.3gp', 'camcorder.ts'],
];

/** Other audio is encoded. The noise of AAC at 96 or 128 kbit/s is below the signal by more than this, in dB. */
const ENCODED = [
  ['raw.mov', -28],
  ['meeting.webm', -28],
  ['message.ogg', -15],
  ['vorbis.ogg', -28],
  ['studio.flac', -28],
  ['studio.aiff', -28],
  ['take.caf', -28],
  ['take.w64', -28],
  ['take.au', -28],
  ['take.aifc', -15],
  ['alaw.mov', -10],
] as const;

const formatOf = async (file: Blob) =>
  detectAudioFormat({
    size: file.size,
    read: async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
  });

/** An empty tag, as in front of each segment of a stream. */
const ID3 = Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 10, ...Array<number>(10).fill(0));

/** Where a frame of raw AAC begins. */
const frameStart = (adts: Uint8Array, index: number): number => {
  let at = 0;
  for (let left = index; left > 0; left -= 1) {
    at +=
      (((adts[at + 3] ?? 0) & 3) << 11) | ((adts[at + 4] ?? 0) << 3) | ((adts[at + 5] ?? 0) >> 5);
  }
  return at;
};

const levelDb = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, value) => sum + value ** 2, 0) / samples.length);

const isOnDisk = (end: ConvertEnd): boolean => end.kind === 'converted' && end.isOnDisk;

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

/** It crashes when it decodes as fast as a file can be read, so the converter uses no decoder there. */
const hasDecoder = !isWebKitGtk(navigator.userAgent);
const UNCOMPRESSED = [
  ...['raw.mov', 'studio.aiff', 'take.caf', 'take.w64', 'take.au', 'take.aifc', 'alaw.mov'],
];

describe('converting', () => {
  for (const name of COPIED) {
    it(`${name}: copies its sound into an m4a file without a change`, async () => {
      const file = await recording(name);
      const result = resultOf(await convert(file));
      expect(result.size).to.be.below(file.size);
      expect(await formatOf(result)).to.include({ kind: 'audio', fileType: 'm4a' });
      const [before, after] = [await original(name), await decoded(result)];
      expect(after.length).to.equal(before.length);
      const different = before.findIndex((value, at) => value !== after[at]);
      expect(different, 'first different sample').to.equal(-1);
    });
  }

  for (const [name, db] of ENCODED) {
    it(`${name}: encodes its sound, with the same times`, async () => {
      const end = await convert(await recording(name));
      if (!hasDecoder && !UNCOMPRESSED.includes(name)) {
        expect(end).to.include({ kind: 'cannot', problem: 'undecodable' });
        return;
      }
      const result = resultOf(end);
      const format = await formatOf(result);
      expect(format).to.include({ kind: 'audio', fileType: 'm4a' });
      expect(format.kind === 'audio' && format.durationSeconds).to.be.closeTo(20, 0.02);
      const [before, after] = [await original(name), await decoded(result)];
      expect(Math.abs(lag(before, after)), 'samples of 48 kHz').to.be.at.most(1);
      expect(noiseDb(before, after)).to.be.below(db);
    });
  }

  it('raw AAC that was joined from parts with tags: has all of them', async () => {
    const content = new Uint8Array(await (await recording('radio.aac')).arrayBuffer());
    const middle = frameStart(content, 400);
    const parts = [content.subarray(0, middle), content.subarray(middle)];
    const joined = new Blob([ID3, parts[0]!, ID3, ID3, parts[1]!]);
    const [before, after] = [
      await original('radio.aac'),
      await decoded(resultOf(await convert(joined))),
    ];
    expect(after.length).to.equal(before.length);
    expect(noiseDb(before, after)).to.equal(-Infinity);
  });

  it('raw AAC behind other bytes: is found', async () => {
    const file = new Blob(['HTTP '.repeat(6_000), await recording('radio.aac')]);
    const [before, after] = [
      await original('radio.aac'),
      await decoded(resultOf(await convert(file))),
    ];
    expect(noiseDb(before, after)).to.equal(-Infinity);
  });

  it('raw AAC whose sample rate and number of channels change: keeps its sound and its times', async () => {
    const end = await convert(new Blob([await recording('radio.aac'), await recording('low.aac')]));
    if (!hasDecoder) return;
    const after = await decoded(resultOf(end));
    const parts = [await original('radio.aac'), await original('low.aac')] as const;
    expect(after.length / RATE).to.be.closeTo((parts[0].length + parts[1].length) / RATE, 0.1);
    for (const [at, part] of [
      [0, parts[0]],
      [parts[0].length, parts[1]],
    ] as const) {
      const heard = after.subarray(at);
      expect(Math.abs(lag(part, heard)) / RATE, 'seconds').to.be.at.most(0.02);
      // ffmpeg mixes two equal channels 3 dB louder.
      expect(Math.abs(levelDb(heard.subarray(0, part.length)) - levelDb(part)), 'dB').to.be.below(
        3.5,
      );
    }
  });

  it('a transport stream that was joined, so that its times start again: has all of its sound', async () => {
    const file = await recording('camcorder.ts');
    const [before, after] = [
      await original('camcorder.ts'),
      await decoded(resultOf(await convert(new Blob([file, file])))),
    ];
    expect(after.length).to.equal(2 * before.length);
    expect(noiseDb(before, after)).to.equal(-Infinity);
    // A decoder needs a frame until it is exact.
    expect(noiseDb(before, after.subarray(before.length), 2048)).to.be.below(-60);
  });

  for (const [name, codec] of [
    ['meeting.webm', 'joined WebM'],
    ['tone.webm', 'joined WebM'],
    ['film.mkv', 'joined Matroska'],
    ['studio.flac', 'joined FLAC'],
  ] as const) {
    it(`${name} twice in one file: is refused by name, because only the first would be read`, async () => {
      const file = await recording(name);
      const end = await convert(new Blob([file, file]));
      expect(end).to.deep.equal({ kind: 'cannot', problem: 'undecodable', codec });
    });
  }

  for (const [name, what, ...more] of [
    ['studio.flac', 'an ID3v1 tag', 'TAG', '\0'.repeat(125)],
    ['studio.flac', 'an APE tag', 'APETAGEX\xd0\x07\0\0\x20\0\0\0', '\0'.repeat(16)],
    ['film.mkv', 'padding', Uint8Array.of(0xec, 0x84, 0, 0, 0, 0)],
    ['film.mkv', 'zeros', new Uint8Array(5_000)],
  ] as const) {
    it(`${name} with ${what} behind it: is converted as without`, async () => {
      const file = await recording(name);
      const end = await convert(new Blob([file, ...more]));
      if (!hasDecoder && name === 'studio.flac') return;
      const [before, after] = [await original(name), await decoded(resultOf(end))];
      expect(after.length / RATE).to.be.closeTo(before.length / RATE, 0.03);
      expect(noiseDb(before, after)).to.be.below(-28);
    });
  }

  for (const name of ['tone.m4a', 'message.ogg', 'studio.flac', 'studio.aiff', 'film.mkv']) {
    it(`${name} behind an ID3 tag: is converted, with the same times`, async () => {
      const file = new Blob([ID3, ID3, await recording(name)]);
      expect(conversionOf(await formatOf(file))).not.to.equal(null);
      const end = await convert(file);
      if (!hasDecoder && ['message.ogg', 'studio.flac'].includes(name)) return;
      const [before, after] = [await original(name), await decoded(resultOf(end))];
      expect(after.length / RATE).to.be.closeTo(before.length / RATE, 0.05);
      expect(Math.abs(lag(before, after)), 'samples of 48 kHz').to.be.at.most(1);
      expect(noiseDb(before, after)).to.be.below(-15);
    });
  }

  it('reports progress that never decreases, and the tracks', async () => {
    const progress: ConvertProgress[] = [];
    let tracks: readonly AudioTrackFacts[] = [];
    const end = await convert(await recording('two-tracks.mkv'), {
      track: 1,
      onProgress: (one) => progress.push(one),
      onTracks: (found) => (tracks = found),
    });
    expect(tracks).to.deep.equal([{ language: 'eng' }, { language: 'deu' }]);
    const fractions = progress.map(({ fraction }) => fraction);
    expect(fractions).to.deep.equal([...fractions].sort((one, other) => one - other));
    const [before, after] = [await original('two-tracks.mkv', 1), await decoded(resultOf(end))];
    expect(noiseDb(before, after)).to.equal(-Infinity);
  });

  for (const name of ['studio.aiff', 'phone.mp4']) {
    it(`${name}: continues after it was stopped`, async () => {
      const file = await recording(name);
      const key = newKey();
      const stop = new AbortController();
      const stopped = await convert(file, {
        key,
        signal: stop.signal,
        onProgress: ({ fraction, bytes }) => {
          if (fraction > 0.2 && bytes > 0) stop.abort(new Error('stopped'));
        },
      }).catch((error: unknown) => error);
      // A copy can be done before its second report.
      const wasStopped = stopped instanceof Error;
      if (name === 'studio.aiff') expect(wasStopped).to.equal(true);
      const first: number[] = [];
      const end = await convert(file, { key, onProgress: ({ fraction }) => first.push(fraction) });
      // Without a disk, it starts over.
      if (wasStopped && isOnDisk(end) && first[0] !== undefined) {
        expect(first[0]).to.be.above(0.05);
      }
      const [before, after] = [await original(name), await decoded(resultOf(end))];
      expect(Math.abs(lag(before, after))).to.be.at.most(1);
      expect(noiseDb(before, after)).to.be.below(-28);
    });
  }

  it('a list: converts two files at a time, in its order, and one that is cancelled leaves its place', async () => {
    const file = await recording('radio.aac');
    const stop = new AbortController();
    const begun: string[] = [];
    const running = new Set<string>();
    let most = 0;
    const ends = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      convert(file, {
        ...(name === 'c' && { signal: stop.signal }),
        startWorker: async (signal) => {
          begun.push(name);
          running.add(name);
          most = Math.max(most, running.size);
          const worker = await startWorker(null, signal, systemClock.sleep);
          const terminate = worker?.terminate.bind(worker);
          return (
            worker &&
            Object.assign(worker, {
              terminate: () => {
                running.delete(name);
                terminate?.();
              },
            })
          );
        },
      }),
    );
    stop.abort(new Error('cancelled'));
    const settled = await Promise.allSettled(ends);
    expect(settled.map((end) => end.status === 'fulfilled' && end.value.kind)).to.deep.equal([
      ...['converted', 'converted', false, 'converted', 'converted'],
    ]);
    expect(begun).to.deep.equal(['a', 'b', 'd', 'e']);
    expect(most).to.equal(2);
  });

  it('a worker that reports nothing for a minute: another one continues', async () => {
    const workers: Worker[] = [];
    const limits: number[] = [];
    let silent: string | null = URL.createObjectURL(
      new Blob(['onmessage = () => undefined'], { type: 'text/javascript' }),
    );
    const end = await convert(await recording('radio.aac'), {
      async startWorker(signal) {
        const worker =
          silent === null
            ? await startWorker(null, signal, systemClock.sleep)
            : new Worker(silent, { type: 'module' });
        if (worker !== null) workers.push(worker);
        return worker;
      },
      sleep(ms, signal) {
        limits.push(ms);
        const isFirst = silent !== null;
        silent = null;
        return isFirst ? Promise.resolve() : systemClock.sleep(ms, signal);
      },
    });
    expect(end.kind).to.equal('converted');
    expect(workers).to.have.length(2);
    // The limit begins anew with each report.
    expect(limits.slice(0, 2)).to.deep.equal([60_000, 600_000]);
    expect(limits.length).to.be.above(2);
  });

  it('a file that a worker cannot read: another one reads it', async () => {
    const unread = {
      type: 'convert-end',
      end: { kind: 'cannot', problem: 'file-changed', codec: '' },
    };
    const script = `onmessage = () => postMessage(${JSON.stringify(unread)})`;
    const failing = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const started: ('failing' | 'real')[] = [];
    const end = await convert(await recording('radio.aac'), {
      startWorker(signal) {
        started.push(started.length === 0 ? 'failing' : 'real');
        return started.length === 1
          ? Promise.resolve(new Worker(failing, { type: 'module' }))
          : startWorker(null, signal, systemClock.sleep);
      },
      sleep: (ms, signal) => (ms > 1_000 ? systemClock.sleep(ms, signal) : Promise.resolve()),
    });
    expect(end.kind).to.equal('converted');
    expect(started).to.deep.equal(['failing', 'real']);
  });

  it('leaves only the result on disk', async () => {
    const key = newKey();
    const end = await convert(await recording('radio.aac'), { key });
    // WebKitGTK has no such file system under automation.
    expect(isOnDisk(end)).to.equal(hasDecoder);
    if (!isOnDisk(end)) return;
    const names: string[] = [];
    const entries = (await folder()) as FileSystemDirectoryHandle & {
      keys(): AsyncIterable<string>;
    };
    for await (const name of entries.keys()) if (name.startsWith(key)) names.push(name);
    expect(names).to.deep.equal([`${key}.audio`]);
  });

  it('without an AAC encoder: writes a WAV file with 16 kHz and one channel', async () => {
    const end = await convertWithoutEncoder(await recording('studio.aiff'));
    const result = resultOf(end);
    const header = new DataView(await result.slice(0, 44).arrayBuffer());
    expect([header.getUint16(22, true), header.getUint32(24, true)]).to.deep.equal([1, 16_000]);
    const before = await original('studio.aiff', 0, 16_000);
    // ffmpeg mixes the two channels of the original 3 dB louder.
    const after = (await decoded(result, 16_000)).map((sample) => sample * Math.SQRT2);
    expect(after.length).to.be.closeTo(before.length, 3);
    expect(noiseDb(before, after)).to.be.below(-20);
  });

  it('a codec that the browser cannot decode: names it', async () => {
    const end = await convert(await recording('surround.mkv'));
    expect(end).to.deep.equal({ kind: 'cannot', problem: 'undecodable', codec: 'Dolby Digital' });
  });

  it('a video without sound and a damaged file: say why', async () => {
    expect(await convert(await recording('silent.webm'))).to.include({ problem: 'no-sound' });
    const half = (await recording('phone.mp4')).slice(0, 5_000);
    expect(await convert(half)).to.include({ problem: 'unreadable' });
  });

  for (const [name, codec] of [
    ['low.ogg', 'Vorbis'],
    ['low.flac', 'FLAC'],
    ['deep.flac', 'FLAC'],
    ['low.aac', 'AAC'],
    ['layer-2.ts', 'MP2'],
    ['flac.ogg', 'Ogg FLAC'],
    ['speex.ogg', 'Speex'],
    ['tone-chained.ogg', 'chained Ogg'],
  ] as const) {
    it(`${name}: is converted whole, or named as ${codec}, never called damaged`, async () => {
      const end = await convert(await recording(name));
      if (end.kind === 'cannot') {
        expect(end).to.include({ problem: 'undecodable', codec });
        return;
      }
      const [before, after] = [await original(name), await decoded(end.result)];
      expect(after.length / RATE).to.be.closeTo(before.length / RATE, 0.1);
      expect(Math.abs(lag(before, after)) / RATE, 'seconds').to.be.at.most(0.02);
    });
  }

  for (const [codec, ...start] of [
    ['AMR', '#!AMR\n'],
    ['CAF/alac', 'caff\0\x01\0\0desc\0\0\0\0\0\0\0\x20', '\0'.repeat(8), 'alac'],
    ['MPEG program stream', '\0\0\x01'],
  ]) {
    it(`${codec}, which is not read: names it`, async () => {
      const file = new Blob([...start, new Uint8Array(64)]);
      expect(await convert(file)).to.include({ problem: 'undecodable', codec });
    });
  }
});
