/** Fetches what file_url points to, as the service does, to a file. */
import { TooManyBytes, writeStream } from '../disk.js';

/** The audio cannot be had; the message names no address, as one may be presigned. */
export class AudioNotFetched extends Error {
  override readonly name = 'AudioNotFetched';
}

export interface FetchLimits {
  /** For all of it. */
  readonly seconds: number;
  readonly bytes: number;
}

/** Rejects with AudioNotFetched; with the signal's reason where it aborted. */
export const fetchAudio = async (
  fileUrl: string,
  file: string,
  limits: FetchLimits,
  stop: AbortSignal,
): Promise<void> => {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(limits.seconds * 1000)]);
  try {
    const response = await fetch(fileUrl, { signal });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new AudioNotFetched(`file_url was answered with status ${response.status}.`);
    }
    const source = response.body as unknown as AsyncIterable<Uint8Array>;
    await writeStream(source, file, { limit: limits.bytes, signal });
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof AudioNotFetched) throw error;
    if (error instanceof TooManyBytes)
      throw new AudioNotFetched(`file_url holds more than ${limits.bytes} bytes.`);
    if (signal.aborted)
      throw new AudioNotFetched(`file_url was not fetched within ${limits.seconds} seconds.`);
    throw new AudioNotFetched('file_url could not be reached.', { cause: error });
  }
};
