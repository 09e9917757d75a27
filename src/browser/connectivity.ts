import type { Connectivity } from '../engine/index.js';
import { whenEvent } from './when-event.js';

const whenBack: Connectivity['whenBack'] = (signal) => whenEvent(window, 'online', signal);

/** The browser's own word on the network: `navigator.onLine` and the `online` event. */
export const browserConnectivity: Connectivity = {
  isOnline: () => navigator.onLine,
  whenOnline: (signal) =>
    navigator.onLine && !signal.aborted ? Promise.resolve() : whenBack(signal),
  whenBack,
};
