/** How late, in ms, the host may read bytes that have arrived without slowing the link. */
const FORGIVEN_MS = 50;

/** A link with a bandwidth in bytes per second, shared by all senders. Unused bandwidth is lost. */
export interface Link {
  /** Registers a sender; returns a function that ends it, which may be called repeatedly. */
  open(): () => void;
  /** Sends bytes over the link; returns the time in ms until they have arrived. */
  carry(bytes: number): number;
}

export const createLink = (bytesPerSecond: number | null): Link => {
  let freeAtMs = -Infinity;
  let senders = 0;
  const noEarlierThan = (ms: number): number => (freeAtMs = Math.max(freeAtMs, ms));
  return {
    open: () => {
      if (senders === 0) noEarlierThan(performance.now());
      senders++;
      let isOpen = true;
      return () => {
        if (isOpen) senders--;
        isOpen = false;
      };
    },
    carry: (bytes) => {
      if (bytesPerSecond === null) return 0;
      const now = performance.now();
      freeAtMs = noEarlierThan(now - FORGIVEN_MS) + (bytes / bytesPerSecond) * 1000;
      return Math.max(0, freeAtMs - now);
    },
  };
};
