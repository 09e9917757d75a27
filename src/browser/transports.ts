/** The ports that are needed once there is a recording. */
import { withOwnAbort } from '../engine/calls/retry.js';
import type { Converter, DurationProbe, Ports, SilenceProbe } from '../engine/ports.js';
import type { AudioFile } from '../engine/session/job.js';
import type { Session } from '../engine/session/session.js';
import { startWorker, type WorkerAddress } from '../hashing/worker-ladder.js';
import { convertFile } from '../intake/convert/convert-file.js';
import type { Peaks } from '../peaks/peaks.js';
import { readPeaks } from '../peaks/read-peaks.js';
import { systemClock } from './clock.js';
import { createCopier } from './copies.js';
import { createHasher } from './hasher.js';
import { browserPartTransport, fetchHttp, reachHost } from './http.js';
import { openStores } from './stored.js';

export type Transports = Required<
  Pick<
    Ports,
    'http' | 'reach' | 'sendPart' | 'hash' | 'probeDuration' | 'isSilent' | 'convert' | 'copy'
  >
>;

/** Maximum wait for the metadata, in ms. */
const METADATA_TIMEOUT_MS = 4_000;

/** Reads the duration with an `<audio>` element; null if the browser does not know it. */
const probeAudioDuration: DurationProbe = (blob, signal) =>
  new Promise((resolve) => {
    const audio = document.createElement('audio');
    const url = URL.createObjectURL(blob);
    const finish = (seconds: number | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      audio.removeAttribute('src');
      audio.load();
      URL.revokeObjectURL(url);
      resolve(seconds);
    };
    const abort = (): void => finish(null);
    const timer = setTimeout(abort, METADATA_TIMEOUT_MS);
    signal.addEventListener('abort', abort, { once: true });
    audio.addEventListener('loadedmetadata', () =>
      finish(Number.isFinite(audio.duration) ? audio.duration : null),
    );
    audio.addEventListener('error', () => finish(null), { once: true });
    audio.preload = 'metadata';
    audio.src = url;
  });

/**
 * The loudest sample of a recording without sound: 1 is full scale, and this is -66 dB. Dither of 16 bits has -84 dB, and
 * one step of 8 bits -42 dB. A voice at this level is 60 dB quieter than usual; speech detection hears none below -60 dB.
 */
const LOUDEST_SILENCE = 0.0005;

/** Reads the recording up to the first sound. */
const createSilenceProbe =
  (workerUrl: () => WorkerAddress | null): SilenceProbe =>
  (file, signal) =>
    withOwnAbort(signal, async (reading) => {
      const isSilence = ({ loudest = 1 }: Peaks): boolean => loudest <= LOUDEST_SILENCE;
      const result = await readPeaks(file, {
        signal: reading.signal,
        onPeaks: (peaks) => !isSilence(peaks) && reading.abort(),
        startWorker: (stop) => startWorker(workerUrl(), stop, systemClock.sleep),
        sleep: systemClock.sleep,
      });
      return result.kind === 'peaks' && isSilence(result.peaks);
    });

/** The result under the name of the chosen file, with an extension that fits it. */
const named = async (result: Blob, { name, lastModified = 0 }: AudioFile): Promise<File> => {
  const isWave = (await result.slice(0, 4).text()) === 'RIFF';
  const stem = name.replace(/\.[^.]{1,5}$/, '');
  const [extension, type] = isWave ? ['wav', 'audio/wav'] : ['m4a', 'audio/mp4'];
  return new File([result], `${stem}.${extension}`, { type, lastModified });
};

/** Converts recordings in the worker. `workerUrl` is called for each file. */
const createConverter =
  (workerUrl: () => WorkerAddress | null): Converter =>
  async (file, request) => {
    const end = await convertFile(file, {
      ...request,
      startWorker: (signal) => startWorker(workerUrl(), signal, systemClock.sleep),
    });
    if (end.kind === 'cannot') return end;
    const converted = await named(end.result, file);
    if (end.isOnDisk) (await openStores()).disk.rememberConverted(converted, request.key);
    return { kind: 'converted', file: converted, cutOffAt: end.cutOffAt };
  };

const kept = new WeakSet<Session>();

/** Keeps the files on disk that the session shows, and deletes those that nothing needs any more. */
export const keepFiles = (session: Session): void => {
  if (kept.has(session)) return;
  kept.add(session);
  session.subscribe((state) => {
    // Without a file, the code is not needed.
    const hasFile = 'job' in state && state.job?.source.kind === 'file';
    if (!hasFile) return;
    openStores().then(
      ({ disk }) => disk.keepShown(session),
      () => undefined,
    );
  });
};

/** `workerUrl` is called for each file that is hashed. */
export const createTransports = (workerUrl: () => WorkerAddress | null): Transports => ({
  http: fetchHttp,
  reach: reachHost,
  sendPart: browserPartTransport,
  hash: createHasher(workerUrl),
  probeDuration: probeAudioDuration,
  isSilent: createSilenceProbe(workerUrl),
  convert: createConverter(workerUrl),
  copy: createCopier(workerUrl),
});
