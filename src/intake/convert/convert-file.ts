/** Converts a recording in a worker. */
import { addressBeside, builtHashes } from '../../peaks/load-module.js';
import type {
  AudioTrackFacts,
  ConvertEnd,
  ConvertMessage,
  ConvertProgress,
  ConvertReply,
} from './convert-messages.js';

export type { AudioTrackFacts, ConvertEnd, ConvertProgress } from './convert-messages.js';

export interface ConvertOptions extends Pick<ConvertMessage, 'key' | 'track'> {
  /** Stops the work. What was converted until then is kept on disk. */
  readonly signal: AbortSignal;
  readonly onTracks: (tracks: readonly AudioTrackFacts[]) => void;
  /** Called several times a second. */
  readonly onProgress: (progress: ConvertProgress) => void;
  /** Null if the page allows no worker. */
  readonly startWorker: (signal: AbortSignal) => Promise<Worker | null>;
}

const addresses = (): Pick<ConvertMessage, 'converterUrl' | 'encoderUrl' | 'hashes'> => ({
  converterUrl: addressBeside(() => new URL('./audio-transcribe.converter.js', import.meta.url)),
  encoderUrl: addressBeside(() => new URL('./audio-transcribe.aac.js', import.meta.url)),
  hashes: builtHashes(),
});

const cannot = (problem: 'unavailable' | 'unreadable'): ConvertEnd => ({
  kind: 'cannot',
  problem,
  codec: '',
});

const convertInWorker = (
  worker: Worker,
  message: ConvertMessage,
  { signal, onTracks, onProgress }: ConvertOptions,
): Promise<ConvertEnd> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(cannot('unreadable'));
    };
    worker.onmessageerror = () => resolve(cannot('unreadable'));
    worker.onmessage = ({ data }: MessageEvent<ConvertReply | null>) => {
      // A message sent before `terminate()` can still arrive.
      if (signal.aborted) return;
      if (data?.type === 'convert-tracks') onTracks(data.tracks);
      if (data?.type === 'convert-progress') onProgress(data.progress);
      if (data?.type === 'convert-end') resolve(data.end);
    };
    worker.postMessage(message);
  });

/** Each conversion needs some 50 MB and a processor. */
const MOST_AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Resolves when less than `MOST_AT_ONCE` conversions run, in the order of the calls. */
const takeTurn = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const start = (): void => {
      running += 1;
      resolve();
    };
    const abort = (): void => {
      if (waiting.includes(start)) waiting.splice(waiting.indexOf(start), 1);
      reject(signal.reason as Error);
    };
    signal.throwIfAborted();
    if (running < MOST_AT_ONCE) return start();
    waiting.push(start);
    signal.addEventListener('abort', abort, { once: true });
  });

/** Converts a file to m4a or WAV. Rejects with the signal's reason; never for another reason. */
export const convertFile = async (file: Blob, options: ConvertOptions): Promise<ConvertEnd> => {
  const { key, track, signal, startWorker } = options;
  await takeTurn(signal);
  let worker: Worker | null = null;
  try {
    worker = await startWorker(signal);
    if (worker === null) return cannot('unavailable');
    signal.throwIfAborted();
    const message = { type: 'convert', file, key, track, ...addresses() } as const;
    return await convertInWorker(worker, message, options);
  } finally {
    worker?.terminate();
    running -= 1;
    waiting.shift()?.();
  }
};
