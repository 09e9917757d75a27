/** Converts a recording in a worker. */
import { askWorker } from '../peaks/ask-worker.js';
import { addressBeside, builtHashes } from '../peaks/load-module.js';
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
const SILENCE_MS = 60_000;

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

const convertOnce = async (
  file: Blob,
  options: ConvertOptions,
  silenceMs: number,
): Promise<ConvertEnd | 'silent'> => {
  const { key, track, signal, sleep, onTracks, onProgress } = options;
  const worker = await options.startWorker(signal);
  if (worker === null) return cannot('unavailable');
  const onMessage = (message: unknown): ConvertEnd | undefined => {
    const reply = message as ConvertReply | null;
    if (reply?.type === 'convert-tracks') onTracks(reply.tracks);
    if (reply?.type === 'convert-progress') onProgress(reply.progress);
    return reply?.type === 'convert-end' ? reply.end : undefined;
  };
  try {
    signal.throwIfAborted();
    const request: ConvertMessage = { type: 'convert', file, key, track, ...addresses() };
    const end = await askWorker(worker, request, { signal, sleep, silenceMs, onMessage });
    return end === 'failed' ? cannot('unreadable') : end;
  } finally {
    worker.terminate();
  }
};

/** Wait before a file that could not be read is read again, in ms. It may still be there: see `readAgain`. */
const REREAD_MS = 1_000;

/** Converts a file to m4a or WAV. Rejects with the signal's reason; never for another reason. */
export const convertFile = async (file: Blob, options: ConvertOptions): Promise<ConvertEnd> => {
  await takeTurn(options.signal);
  try {
    const end = await convertOnce(file, options, SILENCE_MS);
    const isUnread = end !== 'silent' && end.kind === 'cannot' && end.problem === 'file-changed';
    if (end !== 'silent' && !isUnread) return end;
    if (isUnread) await options.sleep(REREAD_MS, options.signal);
    // Another worker continues where the first one stood.
    const again = await convertOnce(file, options, 10 * SILENCE_MS);
    return again === 'silent' ? cannot('unreadable') : again;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
};
