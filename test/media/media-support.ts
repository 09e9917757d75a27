import { systemClock } from '../../src/browser/browser-ports.js';
import type { ConvertEnd, ConvertReply } from '../../src/convert/convert-messages.js';
import { startWorker } from '../../src/hashing/worker-ladder.js';
import { convertFile, type ConvertOptions } from '../../src/convert/convert-file.js';

export const recording = async (name: string): Promise<File> =>
  new File([await (await fetch(`/recordings/${name}`)).blob()], name);

let keys = 0;

export const newKey = (): string => `abcdef${String((keys += 1)).padStart(6, '0')}`;

/** Converts with the real worker. */
export const convert = (file: Blob, options: Partial<ConvertOptions> = {}): Promise<ConvertEnd> =>
  convertFile(file, {
    key: newKey(),
    track: 0,
    signal: new AbortController().signal,
    onTracks: () => undefined,
    onProgress: () => undefined,
    startWorker: (signal) => startWorker(null, signal, systemClock.sleep),
    async sleep(ms, signal) {
      await systemClock.sleep(ms, signal);
      console.warn(`A worker reported nothing for ${ms} ms.`);
    },
    ...options,
  });

/** Asks the worker as a page does that has no AAC encoder. Chromium and Firefox have none on Linux. */
export const convertWithoutEncoder = async (file: Blob): Promise<ConvertEnd> => {
  const { signal } = new AbortController();
  const worker = await startWorker(null, signal, systemClock.sleep);
  if (worker === null) throw new Error('there is no worker');
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ConvertReply>) => {
        if (data.type === 'convert-end') resolve(data.end);
      };
      const path = '/src/convert/audio-transcribe.converter.js';
      const converterUrl = new URL(path, location.origin).href;
      worker.postMessage({
        ...{ type: 'convert', file, key: newKey(), track: 0 },
        ...{ converterUrl, encoderUrl: null },
      });
    });
  } finally {
    worker.terminate();
  }
};

export const resultOf = (end: ConvertEnd): Blob => {
  if (end.kind === 'cannot') throw new Error(`not converted: ${end.problem} ${end.codec}`);
  return end.result;
};

const floats = async (response: Response): Promise<Float32Array> => {
  if (!response.ok) throw new Error(`ffmpeg failed: ${await response.text()}`);
  return new Float32Array(await response.arrayBuffer());
};

/** Samples per second of what ffmpeg decodes. */
export const RATE = 48_000;

/** The sound of a recording, decoded by ffmpeg. */
export const original = async (name: string, track = 0, rate = RATE): Promise<Float32Array> =>
  floats(await fetch(`/pcm/${name}?rate=${rate}&track=${track}`));

/** The sound of a converted file, decoded by ffmpeg. */
export const decoded = async (result: Blob, rate = RATE): Promise<Float32Array> =>
  floats(await fetch(`/pcm?rate=${rate}`, { method: 'POST', body: result }));

/** Part of the signal that differs, in dB, from one sample to another. */
export const noiseDb = (
  expected: Float32Array,
  actual: Float32Array,
  from = 0,
  end = Math.min(expected.length, actual.length),
): number => {
  let [signal, noise] = [0, 0];
  for (let at = from; at < end; at += 1) {
    const one = expected[at] ?? 0;
    signal += one ** 2;
    noise += (one - (actual[at] ?? 0)) ** 2;
  }
  return 10 * Math.log10(noise / signal);
};

/** The number of samples by which the second signal is late, found where they fit best. */
export const lag = (expected: Float32Array, actual: Float32Array, most = 4_800): number => {
  const from = RATE * 5;
  let [best, found] = [-Infinity, 0];
  for (let shift = -most; shift <= most; shift += 1) {
    let sum = 0;
    for (let at = from; at < from + RATE; at += 3) {
      sum += (expected[at] ?? 0) * (actual[at + shift] ?? 0);
    }
    if (sum > best) [best, found] = [sum, shift];
  }
  return found;
};
