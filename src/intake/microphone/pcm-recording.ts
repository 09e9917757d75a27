/** The format of recordings: WAV with 16-bit mono PCM at 16 kHz, which is what speech recognition uses. */
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
