/** Decodes a short recording on the page, for browsers whose workers have no decoder. */
import type { PeakCollector } from './peaks.js';

/** In milliseconds: ten minutes. All samples are in memory at once: about 40 MB at this length. */
export const LONGEST_ON_PAGE_MS = 10 * 60 * 1000;

/** The lowest rate that every browser supports. The peaks of speech do not need more. */
const SAMPLE_RATE = 8_000;

/** Frames read without yielding: about a millisecond. */
const SLICE_FRAMES = 1 << 18;

const yieldToHost = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      port1.close();
      resolve();
    };
    port1.postMessage(null);
  });

const loudestOf = (samples: Float32Array, from: number, end: number): number => {
  let loudest = 0;
  for (let at = from; at < end; at += 1) {
    const level = Math.abs(samples[at] ?? 0);
    if (level > loudest) loudest = level;
  }
  return loudest;
};

/** Rejects if the browser cannot decode it. */
export const decodeOnPage = async (
  bytes: ArrayBuffer,
  collector: PeakCollector,
  signal: AbortSignal,
): Promise<void> => {
  const audio = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes);
  const channels = Array.from({ length: audio.numberOfChannels }, (_, at) =>
    audio.getChannelData(at),
  );
  for (let start = 0; start < audio.length; start += SLICE_FRAMES) {
    signal.throwIfAborted();
    collector.add({
      start,
      frames: Math.min(SLICE_FRAMES, audio.length - start),
      sampleRate: audio.sampleRate,
      loudest: (from, end) =>
        Math.max(...channels.map((samples) => loudestOf(samples, start + from, start + end))),
    });
    await yieldToHost();
  }
};
