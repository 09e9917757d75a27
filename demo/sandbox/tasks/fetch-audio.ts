/** Downloads file_url to a file, as the service does. */
import { TooManyBytes, writeStream } from '../disk.js';

/** The audio cannot be fetched. The message contains no URL, which may be presigned. */
export class AudioNotFetched extends Error {
  override readonly name = 'AudioNotFetched';
}

export interface FetchLimits {
  /** Timeout for the whole download. */
  readonly seconds: number;
  readonly bytes: number;
}

/** Rejects with AudioNotFetched, or with the signal's reason if aborted. */
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
