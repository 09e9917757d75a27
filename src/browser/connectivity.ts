import type { Connectivity } from '../engine/index.js';
import { whenEvent } from './when-event.js';

/** An answer came though the browser calls itself offline, as some do behind a VPN; null before the first answer. */
let disproved: boolean | null = null;

const forget = (): void => {
  disproved = false;
};

/** Told of every answer from anywhere. */
export const noteAnswer = (): void => {
  if (disproved === null) {
    window.addEventListener('online', forget);
    window.addEventListener('offline', forget);
  }
  disproved = !navigator.onLine;
};

const isOnline = (): boolean => navigator.onLine || disproved === true;

const whenBack: Connectivity['whenBack'] = (signal) => whenEvent(window, 'online', signal);

/** The browser's own word on the network, as long as no answer disproves it. */
export const browserConnectivity: Connectivity = {
  isOnline,
  whenOnline: (signal) => (isOnline() && !signal.aborted ? Promise.resolve() : whenBack(signal)),
  whenBack,
};
