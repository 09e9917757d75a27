import type { Ports } from '../engine/index.js';
import type { WorkerAddress } from '../hashing/worker-ladder.js';
import { probeAudioDuration } from './audio-duration.js';
import { createHasher } from './hasher.js';
import { browserPartTransport, fetchHttp } from './http.js';

/** The ports that are needed once there is a recording. */
export type Transports = Pick<Ports, 'http' | 'sendPart' | 'hash' | 'probeDuration'>;

/** `workerUrl` is called for each file that is hashed. */
export const createTransports = (workerUrl: () => WorkerAddress | null): Transports => ({
  http: fetchHttp,
  sendPart: browserPartTransport,
  hash: createHasher(workerUrl),
  probeDuration: probeAudioDuration,
});
