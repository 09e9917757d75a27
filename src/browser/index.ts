import type { Hasher, Ports } from '../engine/index.js';
import { browserConnectivity, browserPageVisibility } from './connectivity.js';
import { probeAudioDuration } from './audio-duration.js';
import { systemClock } from './clock.js';
import { browserPartTransport, fetchHttp } from './http.js';
import { broadcastTabChannel, webLocks } from './tabs.js';
import { jobStore, newId } from './stored.js';

/** The engine's ports in a browser, except for hashing, which is loaded when it is needed. */
export const createBrowserPorts = (hash: Hasher): Ports => ({
  http: fetchHttp,
  sendPart: browserPartTransport,
  hash,
  probeDuration: probeAudioDuration,
  clock: systemClock,
  connectivity: browserConnectivity,
  visibility: browserPageVisibility,
  random: Math.random,
});

/** The options of `createJobPersistence` besides the ports. */
export const browserKeeping = {
  store: jobStore,
  locks: webLocks,
  news: broadcastTabChannel,
  clock: systemClock,
  newId,
};

export { rememberDropped } from './file-handles.js';
export {
  editStore,
  forgetStored,
  forgetting,
  leftovers,
  pageSession,
  sweepStored,
} from './stored.js';
/** Load `peaks.js` with `import()`: it is not needed before there is a transcript. */
export type { PeaksReader, PeaksRequest } from './peaks.js';
export { createWakeLock } from './wake-lock.js';
export type { WorkerAddress } from '../hashing/worker-ladder.js';
