/**
 * The samples of a recording: their format, which is WAV with 16-bit mono PCM at 16 kHz, as speech recognition uses it, how
 * they are written, and how loud they are.
 */
import { createResampler, toInt16, WAV_HEADER_BYTES, wavHeader } from '../convert/pcm.js';

/** In Hz. */
export const SAMPLE_RATE = 16_000;

/** Bytes of one second of audio. */
export const BYTES_PER_SECOND = SAMPLE_RATE * 2;

/** Seconds. The size fields of a WAV file have 32 bits. */
const LONGEST_SECONDS = Math.floor((2 ** 32 - 1 - WAV_HEADER_BYTES) / BYTES_PER_SECOND);

/** The header of a WAV file with this many bytes of audio. */
export const waveHeader = (audioBytes: number): ArrayBuffer =>
  wavHeader(SAMPLE_RATE, audioBytes).buffer;

/** A WAV file of this audio. */
export const waveFile = (audio: Blob, name: string): File =>
  new File([waveHeader(audio.size), audio], name, { type: 'audio/wav' });

/** Length of this many bytes of audio, in seconds. */
export const secondsOf = (audioBytes: number): number => audioBytes / BYTES_PER_SECOND;

/**
 * The longest recording in bytes of audio, so that the file fits `maxSize` (bytes) and `maxDuration` (seconds). Null
 * for no limit.
 */
export const audioLimit = (maxSize: number | null, maxDuration: number | null): number => {
  const seconds = Math.min(
    LONGEST_SECONDS,
    maxDuration ?? Infinity,
    ((maxSize ?? Infinity) - WAV_HEADER_BYTES) / BYTES_PER_SECOND,
  );
  return Math.max(0, Math.floor(seconds * SAMPLE_RATE)) * 2;
};

/**
 * Returns a function that takes the next samples at `rate` Hz, between -1 and 1, and returns those of the recording that
 * are complete. The output lags by 16 samples of the lower rate.
 */
export const createPcmConverter = (rate: number): ((samples: Float32Array) => Int16Array) => {
  let complete: Float32Array = new Float32Array();
  const { push } = createResampler(rate, SAMPLE_RATE, ([samples]) => {
    if (samples !== undefined) complete = samples;
  });
  return (samples) => {
    complete = new Float32Array();
    push([samples]);
    return toInt16(complete);
  };
};

/* ---- Writing ---- */

/** Samples: half a second. With the time that a write takes, a crash loses less than one second. */
const WRITTEN_TOGETHER = SAMPLE_RATE / 2;

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
export const createRecorder = (options: RecorderOptions) => {
  const { append, onLimit, onFailed } = options;
  let { limit } = options;
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
    /** Bytes of audio so far, also those that are still being written. */
    get bytes(): number {
      return bytes;
    },
    /** Stops earlier than at the limit of before, in bytes of audio. */
    limitTo(bytes: number): void {
      limit = Math.min(limit, bytes);
    },
    /** Ignored after the limit, and after a failed write. */
    add(samples: Int16Array): void {
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
    /** Writes what is left. Resolves when everything is written, or could not be. Never rejects. */
    async finish(): Promise<void> {
      await writing;
      await write(1);
    },
  };
};

export type Recorder = ReturnType<typeof createRecorder>;

/* ---- Loudness ---- */

/** Number of bars. */
export const BARS = 40;

/** Samples per bar: a tenth of a second. */
const PER_BAR = SAMPLE_RATE / 10;

/** A peak below this is silence, even in a quiet room. A microphone that is on delivers more. */
const SILENCE = 0.002;

/** Samples without a sound until the user is told: 4 seconds. */
const SILENT_SAMPLES = 4 * SAMPLE_RATE;

/** In dB. Quieter peaks have no bar. */
const QUIETEST_DB = -50;

/** From 0 to 1, in steps that sound even. */
const toLevel = (peak: number): number =>
  peak === 0 ? 0 : Math.max(0, 1 - (20 * Math.log10(peak)) / QUIETEST_DB);

/** How loud the microphone is, for the bars and the hint about silence. */
export const createMeter = () => {
  let levels: readonly number[] = [];
  let peak = 0;
  let counted = 0;
  let silent = 0;
  const reset = (): void => {
    levels = [...new Array(BARS).keys()].map(() => 0);
    peak = 0;
    counted = 0;
    silent = 0;
  };
  reset();
  return {
    /** One level for each tenth of a second, the newest last. */
    get levels() {
      return levels;
    },
    /** True if nothing has been heard for four seconds. */
    get isSilent() {
      return silent >= SILENT_SAMPLES;
    },
    /** Returns true if there is a new bar. */
    add(samples: Int16Array): boolean {
      let loudest = 0;
      for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
      loudest /= 32_768;
      peak = Math.max(peak, loudest);
      counted += samples.length;
      silent = loudest < SILENCE ? silent + samples.length : 0;
      if (counted < PER_BAR) return false;
      levels = [...levels.slice(1), toLevel(peak)];
      counted -= PER_BAR;
      peak = 0;
      return true;
    },
    reset,
  };
};

/**
 * Draws the levels into the bars without rendering the element. If the user wants less motion, the bars do not move
 * along: together they show the latest level.
 */
export const drawLevels = (
  bars: ArrayLike<HTMLElement>,
  levels: readonly number[],
  isCalm: boolean,
): void => {
  const latest = Math.max(...levels.slice(-5));
  for (let index = 0; index < bars.length; index += 1) {
    const level = isCalm ? Number(index / bars.length < latest) * 0.6 : (levels[index] ?? 0);
    bars[index]?.style.setProperty('--_level', String(level));
  }
};
