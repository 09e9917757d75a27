/** Keeps the screen, and with it most devices, awake while it is told to; quiet where that cannot be had. */
export interface WakeLock {
  set(wanted: boolean): void;
}

const api = (): globalThis.WakeLock | undefined =>
  (navigator as { readonly wakeLock?: globalThis.WakeLock }).wakeLock;

export const createWakeLock = (): WakeLock => {
  let wanted = false;
  let asking = false;
  let sentinel: WakeLockSentinel | null = null;

  /** The browser takes it away whenever the tab is hidden. */
  const ask = async (): Promise<void> => {
    if (asking || document.visibilityState !== 'visible') return;
    if (sentinel !== null && !sentinel.released) return;
    asking = true;
    try {
      sentinel = (await api()?.request('screen')) ?? null;
    } catch {
      // A battery that is low, or a page that may not.
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
