/** Keeps the screen on, which keeps most devices awake. Does nothing if the browser has no wake lock. */
export interface WakeLock {
  set(wanted: boolean): void;
}

const api = (): globalThis.WakeLock | undefined =>
  (navigator as { readonly wakeLock?: globalThis.WakeLock }).wakeLock;

export const createWakeLock = (): WakeLock => {
  let wanted = false;
  let asking = false;
  let sentinel: WakeLockSentinel | null = null;

  /** The browser releases the lock whenever the tab is hidden. */
  const ask = async (): Promise<void> => {
    if (asking || document.visibilityState !== 'visible') return;
    if (sentinel !== null && !sentinel.released) return;
    asking = true;
    try {
      sentinel = (await api()?.request('screen')) ?? null;
    } catch {
      // The battery is low, or the page has no permission.
      sentinel = null;
    }
    asking = false;
    if (!wanted) release();
  };
  const release = (): void => {
    void sentinel?.release();
    sentinel = null;
  };
  const onVisible = (): void => void ask();

  return {
    set(value) {
      if (value === wanted) return;
      wanted = value;
      if (wanted) {
        document.addEventListener('visibilitychange', onVisible);
        void ask();
      } else {
        document.removeEventListener('visibilitychange', onVisible);
        release();
      }
    },
  };
};
