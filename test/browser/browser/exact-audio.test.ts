/** What is played in place of audio that browsers play wrong: the same sound at the same times. */
import { expect } from '@open-wc/testing';
import { openAudio } from '../../../src/browser/exact-audio.js';
import { id3Tag, silentFrames, waveHead, type WaveShape } from '../../support/wave-bytes.js';
import { sample } from '../peaks/peaks-support.js';

const RATE = 8_000;

/** A second of silence, and then a second of a tone: 16 bits, two channels. */
const SOUND = Int16Array.from({ length: 4 * RATE }, (_, at) =>
  at < 2 * RATE ? 0 : Math.round(10_000 * Math.sin(((at >> 1) * 2 * Math.PI * 440) / RATE)),
);

const wave = (shape: WaveShape = {}, ...behind: readonly BlobPart[]): Blob =>
  new Blob([waveHead({ channels: 2, ...shape }, SOUND.byteLength), SOUND, ...behind]);

const open = (source: Blob | string) => openAudio(source, new AbortController().signal);

/** The sound as the browser decodes it, at the rate of the file. */
const decoded = async (file: Blob, rate = RATE): Promise<AudioBuffer> =>
  new OfflineAudioContext(1, 1, rate).decodeAudioData(await file.arrayBuffer());

/** When it becomes loud, in seconds. */
const onset = (buffer: AudioBuffer): number =>
  buffer.getChannelData(0).findIndex((level) => Math.abs(level) > 0.05) / buffer.sampleRate;

/** Length of what an audio element plays, in seconds. */
const lengthOf = async (file: Blob): Promise<number> => {
  const audio = new Audio(URL.createObjectURL(file));
  await new Promise((resolve, reject) => {
    audio.onloadedmetadata = resolve;
    audio.onerror = () => reject(new Error('The browser does not play it.'));
  });
  return audio.duration;
};

/** The copy that is played. */
const copyOf = async (source: Blob | string): Promise<Blob> => {
  const { copy } = await open(source);
  if (copy === null) throw new Error('There is no copy.');
  return copy;
};

/** WAV files that browsers play wrong or not at all, although every sample is there. */
const INEXACT: readonly (readonly [string, Blob])[] = [
  ['a frame with too few bytes', wave({ frameBytes: 2 })],
  ['a frame with too many bytes', wave({ frameBytes: 8 })],
  ['a frame without bytes', wave({ frameBytes: 0 })],
  ['a frame with an odd number of bytes', wave({ frameBytes: 3 })],
  ['no bits', wave({ frameBytes: 4, bytesPerSecond: 32_000, bits: 0 })],
  ['a wrong byte rate', wave({ bytesPerSecond: 8_000 })],
  ['a size that was never written', wave({ dataBytes: 0 })],
  ['a size of all ones', wave({ dataBytes: 0xffffffff })],
  ['a size beyond the file', wave({ dataBytes: 10_000_000 })],
  ['RF64 without its sizes', wave({ name: 'RF64' })],
];

const playsExactly = async (source: Blob | string): Promise<void> => {
  const copy = await copyOf(source);
  expect(await lengthOf(copy)).to.be.closeTo(2, 0.01);
  const buffer = await decoded(copy);
  expect(buffer.duration).to.be.closeTo(2, 0.01);
  expect(onset(buffer)).to.be.closeTo(1, 0.01);
  const samples = buffer.getChannelData(0);
  const off = samples.reduce(
    (most, level, at) => Math.max(most, Math.abs(level - (SOUND[2 * at] ?? 0) / 32_768)),
    0,
  );
  expect(off).to.be.below(0.01);
};

/** Serves these bytes to the page with and without ranges, until the test ends. */
const serving = async (
  file: Blob,
  test: (address: string, asked: string[]) => Promise<void>,
): Promise<void> => {
  const own = globalThis.fetch;
  const asked: string[] = [];
  globalThis.fetch = (_address, options) => {
    const range = new Headers(options?.headers).get('range') ?? '';
    asked.push(range);
    const [, start = '', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const part = start === '' ? file : file.slice(Number(start), Number(end) + 1);
    const to = Number(start) + part.size - 1;
    return Promise.resolve(
      new Response(part, {
        status: start === '' ? 200 : 206,
        headers: { 'content-range': `bytes ${start}-${to}/${file.size}` },
      }),
    );
  };
  try {
    await test('https://host.example/audio', asked);
  } finally {
    globalThis.fetch = own;
  }
};

describe('a WAV file', () => {
  for (const [what, file] of INEXACT) {
    it(`with ${what}: is played exactly`, () => playsExactly(file));
    it(`at an address, with ${what}: is played exactly`, () => serving(file, playsExactly));
  }

  it('behind an ID3 tag: is played exactly', async () => {
    await playsExactly(new Blob([id3Tag(), wave()]));
    await playsExactly(new Blob([id3Tag(), wave({ frameBytes: 2 })]));
    await serving(new Blob([id3Tag(), wave()]), playsExactly);
  });

  it('with a long note before its sound, at an address: is played exactly', async () => {
    const note = new Uint8Array(100_008);
    note.set([0x4c, 0x49, 0x53, 0x54, 0xa0, 0x86, 1, 0]);
    const head = waveHead({ channels: 2, dataBytes: 0 }, SOUND.byteLength);
    await serving(new Blob([head.slice(0, 36), note, head.slice(36), SOUND]), playsExactly);
  });

  it('with two hours of ADPCM: is decoded', async () => {
    const blocks = Array.from({ length: 30 }, () => new Uint8Array(1_000_000));
    const adpcm = { coding: 0x11, bits: 4, frameBytes: 1_000 };
    const copy = await copyOf(new Blob([waveHead(adpcm, 30_000_000), ...blocks]));
    // A block has a sample in its header, and two in each byte behind it.
    const samples = 30_000 * (1 + 2 * 996);
    expect(copy.size).to.equal(44 + 2 * samples);
    expect(await lengthOf(copy)).to.be.closeTo(samples / RATE, 0.1);
  });

  it('that every browser plays: is played as it is, and not fetched', async () => {
    expect((await open(wave())).copy).to.equal(null);
    expect((await open(wave({}, new Uint8Array(500)))).copy).to.equal(null);
    await serving(wave(), async (address, asked) => {
      expect((await open(address)).copy).to.equal(null);
      expect(asked).to.have.length(1);
    });
  });
});

describe('frames of MP3', () => {
  const junk = new Uint8Array(20_000).fill(7);

  for (const [what, before] of [
    ['at the start', new Uint8Array()],
    ['behind other bytes', junk],
    ['behind a tag', id3Tag()],
    ['behind a tag and other bytes', new Blob([id3Tag(), junk])],
  ] as const) {
    it(`${what}: are played exactly, of a file and at an address`, async () => {
      const file = new Blob([before, silentFrames(200)]);
      const expected = (200 * 1152) / 44_100;
      expect(await lengthOf(await copyOf(file))).to.be.closeTo(expected, 0.06);
      await serving(file, async (address) => {
        expect(await lengthOf(await copyOf(address))).to.be.closeTo(expected, 0.06);
      });
    });
  }

  it('whose sample rate and channels change: are heard at their times', async () => {
    const talk = await sample('conversation.mp3');
    const alone = await decoded(talk, 44_100);
    const before = silentFrames(300, 32_000);
    const from = (300 * 1152) / 32_000;
    const file = new Blob([before, talk, silentFrames(200, 32_000), talk]);
    const check = async (source: Blob | string): Promise<void> => {
      const copy = await copyOf(source);
      const heard = await decoded(copy, 32_000);
      const again = from + alone.duration + (200 * 1152) / 32_000;
      expect(heard.duration).to.be.closeTo(again + alone.duration, 0.2);
      expect(await lengthOf(copy)).to.be.closeTo(heard.duration, 0.1);
      expect(onset(heard)).to.be.closeTo(from + onset(alone), 0.1);
      const second = heard.getChannelData(0).subarray((again - 1) * 32_000);
      const at = second.findIndex((level) => Math.abs(level) > 0.05) / 32_000 - 1;
      expect(at).to.be.closeTo(onset(alone), 0.15);
    };
    await check(file);
    await serving(file, check);
  });

  it('in a WAV file at an address: are played exactly', async () => {
    const frames = silentFrames(200);
    const head = waveHead({ coding: 0x55, frameBytes: 1 }, frames.length);
    await serving(new Blob([head, frames]), async (address) => {
      expect(await lengthOf(await copyOf(address))).to.be.closeTo((200 * 1152) / 44_100, 0.06);
    });
  });
});

describe('an M4A file', () => {
  it('at an address: is played from there', async () => {
    await serving(await sample('interview.m4a'), async (address, asked) => {
      expect((await open(address)).copy).to.equal(null);
      expect(asked).to.have.length(1);
    });
  });
});
