/** Lateness of a timer that does not slow the link down, in ms; what was not sent while nobody sent is lost. */
const FORGIVEN_MS = 4;

/** A line that carries so many bytes a second, shared by all who send. */
export interface Link {
  /** Takes bytes over the line; gives the ms until they are across. */
  carry(bytes: number): number;
}

export const createLink = (bytesPerSecond: number | null): Link => {
  let freeAtMs = -Infinity;
  return {
    carry: (bytes) => {
      if (bytesPerSecond === null) return 0;
      const now = performance.now();
      freeAtMs = Math.max(freeAtMs, now - FORGIVEN_MS) + (bytes / bytesPerSecond) * 1000;
      return Math.max(0, freeAtMs - now);
    },
  };
};
