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
  /** Resolves after this many ms; rejects with the signal's reason. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A worker that reports nothing for this long, in ms, is replaced once. Firefox may leave a read of a file unanswered. */
const STALL_MS = 60_000;

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

/** Resolves with null if the worker reports nothing for `stallMs`. */
const convertInWorker = (
  worker: Worker,
  message: ConvertMessage,
  { signal, onTracks, onProgress, sleep }: ConvertOptions,
  stallMs: number,
): Promise<ConvertEnd | null> =>
  new Promise((resolve, reject) => {
    let waiting = new AbortController();
    const settle = (end: ConvertEnd | null): void => {
      waiting.abort();
      signal.removeEventListener('abort', abort);
      resolve(end);
    };
    const abort = (): void => {
      waiting.abort();
      reject(signal.reason as Error);
    };
    const expectReport = (): void => {
      waiting.abort();
      waiting = new AbortController();
      sleep(stallMs, waiting.signal).then(
        () => settle(null),
        () => undefined,
      );
    };
    signal.addEventListener('abort', abort, { once: true });
    worker.onerror = (event) => {
      event.preventDefault();
      settle(cannot('unreadable'));
    };
    worker.onmessageerror = () => settle(cannot('unreadable'));
    worker.onmessage = ({ data }: MessageEvent<ConvertReply | null>) => {
      // A message sent before `terminate()` can still arrive.
      if (waiting.signal.aborted) return;
      if (data?.type === 'convert-end') return settle(data.end);
      expectReport();
      if (data?.type === 'convert-tracks') onTracks(data.tracks);
      if (data?.type === 'convert-progress') onProgress(data.progress);
    };
    expectReport();
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

/** Resolves with null if the worker was ended because it reported nothing for `stallMs`. */
const convertOnce = async (
  file: Blob,
  options: ConvertOptions,
  stallMs: number,
): Promise<ConvertEnd | null> => {
  const { key, track, signal, startWorker } = options;
  const worker = await startWorker(signal);
  if (worker === null) return cannot('unavailable');
  try {
    signal.throwIfAborted();
    const message = { type: 'convert', file, key, track, ...addresses() } as const;
    return await convertInWorker(worker, message, options, stallMs);
  } finally {
    worker.terminate();
  }
};

/** Converts a file to m4a or WAV. Rejects with the signal's reason; never for another reason. */
export const convertFile = async (file: Blob, options: ConvertOptions): Promise<ConvertEnd> => {
  await takeTurn(options.signal);
  try {
    // The second worker continues where the first one stood.
    const end = await convertOnce(file, options, STALL_MS);
    return end ?? (await convertOnce(file, options, 10 * STALL_MS)) ?? cannot('unreadable');
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
};
