/** How late, in ms, the host may read bytes that have arrived without slowing the link. */
const FORGIVEN_MS = 50;

/** The bandwidths of a phone's line, in bytes per second, and how long each stays, in ms. */
const PHONE = [8e6, 1e6, 20e6, 2e6].map((bits) => bits / 8);
const PHONE_STEP_MS = 3_000;

/** In bytes per second. Null: unlimited. `phone`: changes every few seconds. */
export type Bandwidth = number | null | 'phone';

/** A link with a bandwidth that is shared by all senders. Unused bandwidth is lost. */
export interface Link {
  /** Registers a sender; returns a function that ends it, which may be called repeatedly. */
  open(): () => void;
  /** Sends bytes over the link; returns the time in ms until they have arrived. */
  carry(bytes: number): number;
}

export const createLink = (bandwidth: Bandwidth): Link => {
  const openedAtMs = performance.now();
  const bandwidthAt = (ms: number): number | null =>
    bandwidth === 'phone'
      ? (PHONE[Math.floor((ms - openedAtMs) / PHONE_STEP_MS) % PHONE.length] ?? null)
      : bandwidth;
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
      const now = performance.now();
      const bytesPerSecond = bandwidthAt(now);
      if (bytesPerSecond === null) return 0;
      freeAtMs = noEarlierThan(now - FORGIVEN_MS) + (bytes / bytesPerSecond) * 1000;
      return Math.max(0, freeAtMs - now);
    },
  };
};
