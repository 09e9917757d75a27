/**
 * What reading or converting one file may cost. A small hostile file must not keep a page busy, fill its memory or fill
 * the disk: whatever reads a file counts here, and stops at a `BudgetError`.
 */

/** The file costs more than any recording. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';
}

/** The result would need more memory than a page may use. It could be written to disk. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** In seconds: a day. */
export const LONGEST_SECONDS = 24 * 3600;

/** In seconds: the silence that gaps may add. A meeting may have a long break. */
const LONGEST_SILENCE_SECONDS = 4 * 3600;

/** In bytes. Two hours of AAC have 86 MB; WAV files end at 4 GiB. */
const MOST_WRITTEN = 4 * 1024 ** 3;

/** In bytes: what a conversion may write to a file in memory, where the browser has no disk for it. */
const MOST_IN_MEMORY = 256 * 1024 ** 2;

/** A reader may read a file several times, and some bytes more for headers. */
const MOST_READ = { times: 4, bytes: 64 * 1024 ** 2 };

/** Packets without content, and packets that cannot be decoded. Cameras write a few of them. */
const MOST_USELESS = 10_000;

/** True for a sample rate from 3 to 192 kHz. */
export const isSampleRate = (hertz: number): boolean => hertz >= 3_000 && hertz <= 192_000;

/** True for a number of channels that a recorder may have. */
export const isChannelCount = (channels: number): boolean => channels >= 1 && channels <= 64;

export type Budget = ReturnType<typeof createBudget>;

/** Its functions throw `BudgetError` when the file with `fileBytes` bytes costs too much. */
export const createBudget = (fileBytes: number) => {
  const spend = (most: number) => {
    let left = most;
    return (amount: number): void => {
      // Also for NaN.
      if (!(amount <= left)) throw new BudgetError();
      left -= amount;
    };
  };
  const waste = spend(MOST_USELESS);
  return {
    /** Counts bytes that were read, each time that they are. */
    read: spend(MOST_READ.times * fileBytes + MOST_READ.bytes),
    /** Counts bytes that were written. */
    write: spend(MOST_WRITTEN),
    /** Checks the size of a file that is kept in memory. Throws `TooLongError`. */
    hold(bytes: number): void {
      if (bytes > MOST_IN_MEMORY) throw new TooLongError();
    },
    /** Counts silence that fills a gap, in seconds. */
    fill: spend(LONGEST_SILENCE_SECONDS),
    /** Checks a position in the recording. */
    reach(seconds: number): void {
      if (!(seconds <= LONGEST_SECONDS)) throw new BudgetError();
    },
    /** Counts a packet that gives no sound. */
    waste: () => waste(1),
  };
};
