/** Reads the peaks of a recording in a worker, or on the page if it is short and the worker cannot decode it. */
import { askWorker } from './ask-worker.js';
import { addressBeside, builtHashes } from './load-module.js';
import type { PeaksReply, PeaksRequest, ReadEnd } from './peaks-messages.js';
import { createPeakCollector, loudestOf, type PeakCollector, type Peaks } from './peaks.js';

export { isPeaks, MAX_BUCKETS, type Peaks } from './peaks.js';

export type PeaksResult =
  | { readonly kind: 'peaks'; readonly peaks: Peaks }
  /** There is no waveform to show. */
  | {
      readonly kind: 'none';
      readonly reason:
        /** The URL is unreachable or does not allow CORS, or the file was changed. */
        | 'unreadable'
        /** It is no audio, or this browser cannot decode it. */
        | 'unsupported'
        /** The page allows no worker, or the worker failed. */
        | 'failed'
        | 'aborted';
    };

type Reason = Extract<PeaksResult, { kind: 'none' }>['reason'];

export interface PeaksOptions {
  readonly signal: AbortSignal;
  /** Called with the peaks so far, several times a second. */
  readonly onPeaks?: (peaks: Peaks) => void;
  /** Null if the page allows no worker. */
  readonly startWorker: (signal: AbortSignal) => Promise<Worker | null>;
  /** Resolves after this many ms; rejects with the signal's reason. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Longest wait for any progress, in ms. */
const STALL_MS = 30_000;

const decoderUrl = (): string | null =>
  addressBeside(() => new URL('./audio-transcribe.decoder.js', import.meta.url));

const none = (reason: Reason): PeaksResult => ({ kind: 'none', reason });

/** How the worker has ended, and the last peaks that it sent. */
type WorkerEnd = ReadEnd | { readonly kind: 'failed' };

const readInWorker = async (
  worker: Worker,
  request: PeaksRequest,
  { signal, onPeaks, sleep }: PeaksOptions,
): Promise<readonly [WorkerEnd, Peaks | null]> => {
  let peaks: Peaks | null = null;
  const onMessage = (message: unknown): ReadEnd | undefined => {
    const reply = message as PeaksReply | null;
    if (reply?.type === 'peaks-end') return reply.end;
    if (reply?.type !== 'peaks') return undefined;
    ({ peaks } = reply);
    onPeaks?.(peaks);
    return undefined;
  };
  const asked = { signal, sleep, silenceMs: STALL_MS, onMessage };
  const end = await askWorker(worker, request, asked).catch(() => 'failed' as const);
  return [typeof end === 'string' ? { kind: 'failed' } : end, peaks];
};

/** In milliseconds: ten minutes. All samples are in memory at once: about 40 MB at this length. */
const LONGEST_ON_PAGE_MS = 10 * 60 * 1000;

/** The lowest rate that every browser supports. The peaks of speech do not need more. */
const SAMPLE_RATE = 8_000;

/** Frames read without yielding: about a millisecond. */
const SLICE_FRAMES = 1 << 18;

const yieldToHost = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      port1.close();
      resolve();
    };
    port1.postMessage(null);
  });

/** For browsers whose workers have no decoder. Rejects if the browser cannot decode it, or only a part. */
const decodeOnPage = async (
  bytes: ArrayBuffer,
  lengthMs: number,
  collector: PeakCollector,
  signal: AbortSignal,
): Promise<void> => {
  const audio = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes);
  if (audio.duration * 1000 < lengthMs / 2) throw new Error('most of the sound is missing');
  const channels = [...new Array(audio.numberOfChannels).keys()].map((at) =>
    audio.getChannelData(at),
  );
  for (let start = 0; start < audio.length; start += SLICE_FRAMES) {
    signal.throwIfAborted();
    collector.add({
      start,
      frames: Math.min(SLICE_FRAMES, audio.length - start),
      sampleRate: audio.sampleRate,
      loudest: loudestOf(channels, start),
    });
    await yieldToHost();
  }
};

const bytesOf = async (source: Blob | string, signal: AbortSignal): Promise<ArrayBuffer> =>
  typeof source === 'string'
    ? (await fetch(source, { signal })).arrayBuffer()
    : source.arrayBuffer();

/** A browser that never settles `decodeAudioData` must not stop the caller. */
const readOnPage = async (
  source: Blob | string,
  lengthMs: number | null,
  { signal, sleep }: PeaksOptions,
): Promise<PeaksResult> => {
  if (lengthMs === null || lengthMs > LONGEST_ON_PAGE_MS) return none('unsupported');
  const collector = createPeakCollector();
  const ended = new AbortController();
  const end = AbortSignal.any([signal, ended.signal]);
  const decoded = async (): Promise<PeaksResult> => {
    await decodeOnPage(await bytesOf(source, end), lengthMs, collector, end);
    return { kind: 'peaks', peaks: collector.peaks() };
  };
  try {
    return await Promise.race([decoded(), sleep(STALL_MS, end).then(() => none('failed'))]);
  } catch {
    return none('unsupported');
  } finally {
    ended.abort();
  }
};

/**
 * Reads the peaks of a recording, or of the audio at a URL that allows CORS. Never rejects. The memory does not depend
 * on the length of the recording.
 */
export const readPeaks = async (
  source: Blob | string,
  options: PeaksOptions,
): Promise<PeaksResult> => {
  const { signal, startWorker } = options;
  const result = async (): Promise<PeaksResult> => {
    const worker = await startWorker(signal);
    if (worker === null) return none('failed');
    const absolute = typeof source === 'string' ? new URL(source, document.baseURI).href : source;
    const files = { decoderUrl: decoderUrl(), hashes: builtHashes() };
    const request = { type: 'peaks', source: absolute, ...files } as const;
    let read: Awaited<ReturnType<typeof readInWorker>>;
    try {
      signal.throwIfAborted();
      read = await readInWorker(worker, request, options);
    } finally {
      worker.terminate();
    }
    const [end, peaks] = read;
    if (signal.aborted) return none('aborted');
    if (end.kind === 'no-decoder') return readOnPage(absolute, end.lengthMs, options);
    if (end.kind !== 'read') return none(end.kind);
    return peaks === null ? none('failed') : { kind: 'peaks', peaks };
  };
  const ended = await result().catch(() => none('failed'));
  return signal.aborted ? none('aborted') : ended;
};
