import type { Ports, Session } from '../engine/index.js';
import { createConverter } from './convert.js';
import { convertedFiles } from './stored.js';
import type { WorkerAddress } from '../hashing/worker-ladder.js';
import { probeAudioDuration } from './audio-duration.js';
import { createHasher } from './hasher.js';
import { browserPartTransport, fetchHttp } from './http.js';

/** The ports that are needed once there is a recording. */
export type Transports = Required<
  Pick<Ports, 'http' | 'sendPart' | 'hash' | 'probeDuration' | 'convert'>
>;

const kept = new WeakSet<Session>();

/** Keeps the files of the conversion that the session shows, and deletes those that nothing needs any more. */
export const keepConverted = (session: Session): void => {
  if (kept.has(session)) return;
  kept.add(session);
  session.subscribe((state) => {
    // Without a conversion, the code is not needed.
    const isConverting = 'job' in state && state.job?.conversion;
    if (isConverting) void convertedFiles.keepShown(session).catch(() => undefined);
  });
};

/** `workerUrl` is called for each file that is hashed. */
export const createTransports = (workerUrl: () => WorkerAddress | null): Transports => ({
  http: fetchHttp,
  sendPart: browserPartTransport,
  hash: createHasher(workerUrl),
  probeDuration: probeAudioDuration,
  convert: createConverter(workerUrl),
});
