import type { Ports } from '../engine/index.js';
import { probeAudioDuration } from './audio-duration.js';
import { systemClock } from './clock.js';
import { browserConnectivity } from './connectivity.js';
import { createHasher } from './hasher.js';
import { fetchHttp } from './http.js';
import { xhrPartTransport } from './part-transport.js';

/** The engine's ports, as a browser implements them. `workerUrl` is asked for each time a file is hashed. */
export const createBrowserPorts = (workerUrl: () => string | null): Ports => ({
  http: fetchHttp,
  sendPart: xhrPartTransport,
  hash: createHasher(workerUrl),
  probeDuration: probeAudioDuration,
  clock: systemClock,
  connectivity: browserConnectivity,
  random: Math.random,
});
