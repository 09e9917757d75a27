/** Resolves at the next event of this type that `holds`; rejects with the signal's reason. */
export const whenEvent = (
  target: EventTarget,
  type: string,
  signal: AbortSignal,
  holds = (): boolean => true,
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const end = (settle: () => void): void => {
      target.removeEventListener(type, happened);
      signal.removeEventListener('abort', abort);
      settle();
    };
    const happened = (): void => {
      if (holds()) end(resolve);
    };
    const abort = (): void => end(() => reject(signal.reason as Error));
    target.addEventListener(type, happened);
    signal.addEventListener('abort', abort, { once: true });
  });
