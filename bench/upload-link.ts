/** How late the host may be in reading what has long arrived, in ms: that does not slow the link down. */
const FORGIVEN_MS = 50;

/** A line that carries so many bytes a second, shared by all who send. What nobody sends in time is lost. */
export interface Link {
  /** Somebody begins to send; returns what tells that it is done, once however often it is called. */
  open(): () => void;
  /** Takes bytes over the line; gives the ms until they are across. */
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
