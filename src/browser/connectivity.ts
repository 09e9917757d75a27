import type { Connectivity, PageVisibility } from '../engine/index.js';

/** Resolves at the next event of this type that `holds`; rejects with the signal's reason. */
const whenEvent = (
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

let isListening = false;

/** How often the browser has changed its word on the network. */
let changes = 0;

/** Something that was asked for while the browser called itself offline was answered, as behind some VPNs. */
let disproved = false;

const forget = (): void => {
  changes += 1;
  disproved = false;
};

/**
 * Told of every request to anywhere as it begins; gives what is to be called when its answer comes. What was
 * asked for before the network went proves nothing: its answer may have been on the way already.
 */
export const noteRequest = (): (() => void) => {
  if (!isListening) {
    isListening = true;
    window.addEventListener('online', forget);
    window.addEventListener('offline', forget);
  }
  const before = changes;
  const wasOffline = !navigator.onLine;
  return () => {
    if (wasOffline && changes === before) disproved = true;
  };
};

const isOnline = (): boolean => navigator.onLine || disproved;

const whenBack: Connectivity['whenBack'] = (signal) => whenEvent(window, 'online', signal);

/** The browser's own word on the network, as long as no answer disproves it. */
export const browserConnectivity: Connectivity = {
  isOnline,
  whenOnline: (signal) => (isOnline() && !signal.aborted ? Promise.resolve() : whenBack(signal)),
  whenBack,
};

const isVisible = (): boolean => document.visibilityState === 'visible';

/** The Page Visibility API. */
export const browserPageVisibility: PageVisibility = {
  isVisible,
  whenShown: (signal) => whenEvent(document, 'visibilitychange', signal, isVisible),
};
