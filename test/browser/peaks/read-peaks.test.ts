/** Reading peaks in the real worker, with the samples of the demo and with broken files. */
import { expect } from '@open-wc/testing';
import { isWebKitGtk } from '../../../src/peaks/webkit-gtk.js';
import type { Peaks } from '../../../src/peaks/peaks.js';
import { loudest, peaksOf, read, sample, sampleUrl, seconds } from './peaks-support.js';

const SAMPLES = [
  ['voicemail.wav', 11.03],
  ['conversation.mp3', 45],
  ['interview.m4a', 23.14],
] as const;

/** Seconds. */
const STEP = 0.5;

/** The level of each step, decoded by the browser's own audio graph. */
const reference = async (blob: Blob): Promise<readonly number[]> => {
  const context = new OfflineAudioContext(1, 1, 44_100);
  const audio = await context.decodeAudioData(await blob.arrayBuffer());
  const samples = audio.getChannelData(0);
  const step = STEP * audio.sampleRate;
  return Array.from({ length: Math.floor(audio.length / step) }, (_, at) =>
    samples
      .subarray(at * step, (at + 1) * step)
      .reduce((most, level) => Math.max(most, Math.abs(level)), 0),
  );
};

describe('reading peaks', () => {
  for (const [name, length] of SAMPLES) {
    it(`${name}: is as loud as it sounds, over its whole length`, async () => {
      const blob = await sample(name);
      const partial: Peaks[] = [];
      const peaks = peaksOf(await read(blob, { onPeaks: (one) => partial.push(one) }));
      expect(seconds(peaks)).to.be.closeTo(length, 0.1);
      const expected = await reference(blob);
      let off = 0;
      expected.forEach((level, at) => {
        off += Math.abs(loudest(peaks, at * STEP, (at + 1) * STEP) - level);
      });
      // Buckets do not end exactly at a step, a decoder may keep the encoder's 25 ms of silence at the start, and some
      // browsers decode at a lower rate.
      expect(off / expected.length).to.be.below(0.02);
      expect(partial.every((one) => seconds(one) <= seconds(peaks))).to.equal(true);
    });

    it(`${name}: is the same from a URL`, async () => {
      const [blob, url] = [await read(await sample(name)), await read(sampleUrl(name))];
      expect(url).to.deep.equal(blob);
    });
  }

  it('mp3 and m4a: are decoded in the worker, and on the page only in WebKitGTK', async () => {
    for (const name of ['conversation.mp3', 'interview.m4a']) {
      const partial: Peaks[] = [];
      await read(await sample(name), { onPeaks: (one) => partial.push(one) });
      // Decoding on the page reports nothing before its end.
      expect(partial.length === 0, name).to.equal(isWebKitGtk(navigator.userAgent));
    }
  });

  it('a server that does not answer with ranges: is read from the start', async () => {
    const mp3 = await sample('conversation.mp3');
    const url = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.readAsDataURL(mp3);
    });
    expect(await read(url)).to.deep.equal(await read(mp3));
  });

  it('a URL: may be relative to the page', async () => {
    const { pathname } = new URL(sampleUrl('voicemail.wav'));
    expect(seconds(peaksOf(await read(pathname)))).to.be.closeTo(11, 0.1);
  });

  it('a long wave file: is reported while it is read, and has at most 3,600 levels', async () => {
    const voicemail = await sample('voicemail.wav');
    // The header of the sample says how much data there is: 0 means all that follows.
    const header = new Uint8Array(await voicemail.slice(0, 44).arrayBuffer());
    new DataView(header.buffer).setUint32(40, 0, true);
    const partial: number[] = [];
    const long = new Blob([header, ...Array<Blob>(60).fill(voicemail.slice(44))]);
    const peaks = peaksOf(await read(long, { onPeaks: (one) => partial.push(seconds(one)) }));
    expect(seconds(peaks)).to.be.closeTo(60 * 11.03, 1);
    expect(peaks.levels.length).to.be.within(1_800, 3_600);
    expect(partial.length).to.be.at.least(2);
    expect(partial[0]).to.be.below(partial.at(-1) ?? 0);
  });
});

describe('audio that cannot be read', () => {
  const garbage = (size: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from({ length: size }, (_, at) => (at * 7_919 + (at >> 3) * 31) & 255);
  const withHead = (head: string, size: number): Blob => new Blob([head, garbage(size)]);

  const SILENT: Readonly<Record<string, () => Promise<Blob> | Blob>> = {
    'an empty file': () => new Blob([]),
    'one byte': () => new Blob(['R']),
    'a text': () => new Blob(['This is no audio.'.repeat(500)]),
    garbage: () => new Blob([garbage(100_000)]),
    'garbage after an ID3 tag': () => withHead('ID3\x04\0\0\0\0\0\0', 50_000),
    'garbage after ftyp': () => withHead('\0\0\0\x1cftypM4A ', 50_000),
    'garbage after a RIFF header': () => withHead('RIFF\0\0\0\0WAVEfmt ', 50_000),
    'only the head of an m4a': async () => (await sample('interview.m4a')).slice(0, 200),
    'only the header of a wave file': async () => (await sample('voicemail.wav')).slice(0, 44),
  };
  for (const [what, make] of Object.entries(SILENT)) {
    it(`${what}: is unsupported, without an error`, async () => {
      expect(await read(await make())).to.deep.equal({ kind: 'none', reason: 'unsupported' });
    });
  }

  for (const name of ['voicemail.wav', 'conversation.mp3'] as const) {
    it(`half of ${name}: is read as far as it goes`, async () => {
      const whole = await sample(name);
      const peaks = peaksOf(await read(whole.slice(0, whole.size / 2)));
      const [, length] = SAMPLES.find(([other]) => other === name) ?? [];
      expect(seconds(peaks)).to.be.closeTo((length ?? 0) / 2, 2);
    });
  }

  it('damage in an mp3: does not hide the rest', async () => {
    const whole = await sample('conversation.mp3');
    const part = (from: number, end: number): Blob =>
      whole.slice(whole.size * from, whole.size * end);
    const peaks = peaksOf(await read(new Blob([part(0, 0.4), garbage(2_000), part(0.41, 1)])));
    expect(seconds(peaks)).to.be.closeTo(45, 2);
    expect(loudest(peaks, 30, 45)).to.be.above(0.1);
  });

  it('a file that has changed: is unreadable', async () => {
    const broken = Object.assign(new Blob(['x']), { stream: undefined });
    const result = await read(broken);
    expect(result.kind).to.equal('none');
  });

  it('a URL that does not exist or does not allow CORS: is unreadable', async () => {
    const other = new URL(sampleUrl('voicemail.wav'));
    other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    for (const url of [sampleUrl('missing.mp3'), other.href, 'https://host.invalid/a.mp3']) {
      expect(await read(url), url).to.deep.equal({ kind: 'none', reason: 'unreadable' });
    }
  });
});

describe('reading peaks that ends early', () => {
  const never = (_ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });

  /** A worker that never answers. */
  const silentWorker = () => {
    const url = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }));
    const worker = new Worker(url, { type: 'module' });
    let ended = 0;
    const { terminate } = worker;
    worker.terminate = () => {
      ended += 1;
      terminate.call(worker);
    };
    return { worker, ended: () => ended };
  };

  it('signal that is aborted before: starts no worker', async () => {
    const controller = new AbortController();
    controller.abort();
    const result = await read(await sample('voicemail.wav'), {
      signal: controller.signal,
      startWorker: (signal) => Promise.reject(signal.reason as Error),
    });
    expect(result).to.deep.equal({ kind: 'none', reason: 'aborted' });
  });

  it('abort in the middle: ends the worker, and reports nothing more', async () => {
    const controller = new AbortController();
    const { worker, ended } = silentWorker();
    const result = read(await sample('voicemail.wav'), {
      signal: controller.signal,
      startWorker: () => Promise.resolve(worker),
      sleep: never,
      onPeaks: () => expect.fail('nothing is read'),
    });
    await Promise.resolve();
    controller.abort();
    expect(await result).to.deep.equal({ kind: 'none', reason: 'aborted' });
    expect(ended()).to.equal(1);
  });

  it('abort just when the worker has started: ends it', async () => {
    const controller = new AbortController();
    const { worker, ended } = silentWorker();
    const result = await read(await sample('voicemail.wav'), {
      signal: controller.signal,
      startWorker: () => {
        controller.abort();
        return Promise.resolve(worker);
      },
      sleep: never,
    });
    expect(result).to.deep.equal({ kind: 'none', reason: 'aborted' });
    expect(ended()).to.equal(1);
  });

  it('abort after the first report: is aborted', async () => {
    for (const name of ['voicemail.wav', 'conversation.mp3']) {
      const controller = new AbortController();
      const result = await read(sampleUrl(name), {
        signal: controller.signal,
        onPeaks: () => controller.abort(),
      });
      // A browser that decodes on the page reports nothing before the end.
      if (result.kind === 'none') expect(result.reason).to.equal('aborted');
      else expect(controller.signal.aborted).to.equal(false);
    }
  });

  it('worker that makes no progress for 30 s: has failed', async () => {
    const { worker, ended } = silentWorker();
    const waits: number[] = [];
    const result = await read(new Blob(['x']), {
      startWorker: () => Promise.resolve(worker),
      sleep: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    });
    expect(result).to.deep.equal({ kind: 'none', reason: 'failed' });
    expect(waits).to.deep.equal([30_000]);
    expect(ended()).to.equal(1);
  });

  it('page that allows no worker: has failed', async () => {
    for (const startWorker of [
      () => Promise.resolve(null),
      () => Promise.reject(new Error('no worker here')),
    ]) {
      expect(await read(new Blob(['x']), { startWorker })).to.deep.equal({
        ...{ kind: 'none', reason: 'failed' },
      });
    }
  });
});
