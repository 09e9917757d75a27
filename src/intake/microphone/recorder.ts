import { SAMPLE_RATE } from './pcm-recording.js';

/** Samples: half a second. With the time that a write takes, a crash loses less than one second. */
const WRITTEN_TOGETHER = SAMPLE_RATE / 2;

export interface Recorder {
  /** Bytes of audio so far, also those that are still being written. */
  readonly bytes: number;
  /** Ignored after the limit, and after a failed write. */
  add(samples: Int16Array): void;
  /** Writes what is left. Resolves when everything is written, or could not be. Never rejects. */
  finish(): Promise<void>;
}

export interface RecorderOptions {
  /** Bytes of audio that are written already. */
  readonly written: number;
  /** The longest recording, in bytes of audio. */
  readonly limit: number;
  readonly append: (audio: ArrayBuffer) => Promise<void>;
  readonly onLimit: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Collects samples and writes them, one write at a time. It holds about a second of audio in memory. */
export const createRecorder = (options: RecorderOptions): Recorder => {
  const { limit, append, onLimit, onFailed } = options;
  let bytes = options.written;
  let waiting: Int16Array[] = [];
  let waitingSamples = 0;
  let hasFailed = false;
  let writing: Promise<void> | null = null;

  const takeWaiting = (): ArrayBuffer => {
    const all = new Int16Array(waitingSamples);
    let at = 0;
    for (const samples of waiting) {
      all.set(samples, at);
      at += samples.length;
    }
    waiting = [];
    waitingSamples = 0;
    return all.buffer;
  };

  const write = async (least: number): Promise<void> => {
    while (!hasFailed && waitingSamples >= least) {
      try {
        await append(takeWaiting());
      } catch (error) {
        hasFailed = true;
        onFailed(error);
      }
    }
  };

  return {
    get bytes() {
      return bytes;
    },
    add(samples) {
      if (hasFailed || bytes >= limit) return;
      const fitting = samples.subarray(0, (limit - bytes) / 2);
      waiting.push(fitting);
      waitingSamples += fitting.length;
      bytes += fitting.length * 2;
      if (writing === null && waitingSamples >= WRITTEN_TOGETHER) {
        writing = write(WRITTEN_TOGETHER).finally(() => {
          writing = null;
        });
      }
      if (bytes >= limit) onLimit();
    },
    async finish() {
      await writing;
      await write(1);
    },
  };
};
