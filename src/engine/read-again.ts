/** Reads of a file that fail although the file is still there. */

/** Wait before the second try, in ms. */
const PAUSE_MS = 1_000;

/**
 * Reads once more if a read fails, after 1 s. WebKit fails what a page reads while it is being reloaded, before the page
 * hears of `pagehide`. Rejects with the error of the second try.
 */
export const readAgain = async <T>(
  read: () => Promise<T>,
  sleep: (ms: number) => Promise<unknown>,
): Promise<T> => {
  try {
    return await read();
  } catch {
    await sleep(PAUSE_MS);
    return read();
  }
};
