/** The format of recordings: WAV with 16-bit mono PCM at 16 kHz, which is what speech recognition uses. */

/** In Hz. */
export const SAMPLE_RATE = 16_000;

/** Bytes of one second of audio. */
export const BYTES_PER_SECOND = SAMPLE_RATE * 2;

/** Bytes of the header before the audio. */
export const HEADER_BYTES = 44;

/** Seconds. The size fields of a WAV file have 32 bits. */
const LONGEST_SECONDS = Math.floor((2 ** 32 - 1 - HEADER_BYTES) / BYTES_PER_SECOND);

/** The header of a WAV file with this many bytes of audio. */
export const waveHeader = (audioBytes: number): ArrayBuffer => {
  const header = new ArrayBuffer(HEADER_BYTES);
  const view = new DataView(header);
  const write = (offset: number, text: string): void => {
    for (let index = 0; index < text.length; index += 1) {
      view.setUint8(offset + index, text.charCodeAt(index));
    }
  };
  write(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + audioBytes, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  // PCM, one channel.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, BYTES_PER_SECOND, true);
  // Bytes and bits of a sample.
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, 'data');
  view.setUint32(40, audioBytes, true);
  return header;
};

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
    ((maxSize ?? Infinity) - HEADER_BYTES) / BYTES_PER_SECOND,
  );
  return Math.max(0, Math.floor(seconds * SAMPLE_RATE)) * 2;
};
