import type { Ports } from '../engine/ports.js';
import { browserConnectivity, browserPageVisibility } from './connectivity.js';
import { systemClock } from './clock.js';
import { broadcastTabChannel, webLocks } from './tabs.js';
import { pagePartMemory } from './part-memory.js';
import { jobStore, newId } from './stored.js';
import type { Transports } from './transports.js';

/** The engine's ports in a browser. `load` loads the larger ones when they are needed. */
export const createBrowserPorts = (load: () => Promise<Transports>): Ports => ({
  http: async (request) => (await load()).http(request),
  reach: async (url) => (await load()).reach(url),
  sendPart: async (request) => (await load()).sendPart(request),
  partMemory: pagePartMemory,
  hash: async (blob, request) => (await load()).hash(blob, request),
  probeDuration: async (file, signal) => (await load()).probeDuration(file, signal),
  isSilent: async (file, signal) => (await load()).isSilent(file, signal),
  convert: async (file, request) => (await load()).convert(file, request),
  copy: async (file, request) => (await load()).copy(file, request),
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
  isReloaded,
  storageCleanup,
  ongoingJobs,
  openStores,
  pageSession,
  sweepStored,
} from './stored.js';
/** Load `peaks.js` with `import()`: it is not needed before there is a transcript. */
export type { PeaksReader, PeaksRequest } from './peaks-reader.js';
export type { WorkerAddress } from '../hashing/worker-ladder.js';
