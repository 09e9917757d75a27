import type { Connectivity } from '../engine/index.js';
import { whenEvent } from './when-event.js';

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
