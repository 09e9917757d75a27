/** The ports that are needed once there is a recording. */
import { withOwnAbort } from '../engine/calls/waiting.js';
import type {
  Converter,
  CopyResult,
  DurationProbe,
  FileCopier,
  HashedPart,
  Hasher,
  HashRequest,
  SilenceProbe,
} from '../engine/ports.js';
import type { AudioFile, HashCheckpoint } from '../engine/session/job.js';
import {
  parseCopyReply,
  STOP_COPY,
  type CopyMessage,
  type CopyReply,
} from '../hashing/copy-messages.js';
import {
  isHashCheckpoint,
  parseWorkerReply,
  type WorkerRequest,
} from '../hashing/hash-messages.js';
import { startWorker, type WorkerAddress } from '../hashing/worker-ladder.js';
import { convertFile } from '../convert/convert-file.js';
import { copyName, FOLDER } from '../convert/names.js';
import type { Peaks } from '../peaks/peaks.js';
import { readPeaks } from '../peaks/read-peaks.js';
import type { TranscribeError } from '../protocol/errors.js';
import { errorFor } from '../protocol/failures.js';
import { systemClock, type RecordingPorts } from './browser-ports.js';
import { fetchHttp, reachHost } from './http.js';
import { openStores } from './page-storage.js';
import { browserPartTransport } from './part-transport.js';

/** What the page does itself if it has no worker or no space on the disk. */
const loadOwnWork = () => import('../hashing/hash-blob.js');

/* ---- The hash ---- */

const fileChanged = (cause: string): TranscribeError =>
  errorFor('file-unreadable', {}, { cause: new Error(cause) });

/** The worker failed, not the file. The page can continue the work. */
class WorkerDeathError extends Error {
  override readonly name = 'WorkerDeathError';
}

const hashInWorker = (
  worker: Worker,
  blob: Blob,
  { signal, onProgress, partSize, from, onPart, wantsPartMd5 }: HashRequest,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const send = (message: WorkerRequest): void => worker.postMessage(message);
    let partMd5 = wantsPartMd5?.() === true;
    const takePart = (part: HashedPart): void => {
      onPart?.(part);
      if (!partMd5 || wantsPartMd5?.() === true) return;
      partMd5 = false;
      send({ type: 'whole-only' });
    };
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      const reply = parseWorkerReply(data);
      // A message sent before `terminate()` can still arrive.
      if (reply === null || signal.aborted) return;
      if (reply.type === 'progress') onProgress?.(reply.hashedBytes);
      if (reply.type === 'part') takePart(reply.part);
      if (reply.type === 'done') resolve(reply.md5);
      if (reply.type === 'unreadable') reject(fileChanged(reply.message));
      if (reply.type === 'failed') reject(new WorkerDeathError(reply.message));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new WorkerDeathError('the hashing worker failed'));
    };
    worker.onmessageerror = () => reject(new WorkerDeathError('a reply cannot be read'));
    send({ type: 'hash', blob, partSize: partSize ?? null, from: from ?? null, partMd5 });
  });

const hashOnPage = async (blob: Blob, request: HashRequest): Promise<string> => {
  const { hashBlob, UnreadableError, yieldToHost } = await loadOwnWork();
  try {
    const { md5 } = await hashBlob(blob, { ...request, yieldToHost });
    return md5;
  } catch (error) {
    throw error instanceof UnreadableError ? fileChanged(error.message) : error;
  }
};

/** Returns a function that returns the request from its last checkpoint on, so that nothing is reported twice. */
const track = ({ from, ...request }: HashRequest): (() => HashRequest) => {
  const { onProgress, onPart } = request;
  // `from` may come from a database, and an invalid one may not even be cloneable for a worker.
  let checkpoint: HashCheckpoint | undefined = isHashCheckpoint(from) ? from : undefined;
  let reported = 0;
  let reportedPart = 0;
  const tracked: HashRequest = {
    ...request,
    onProgress: (hashedBytes) => {
      if (hashedBytes <= reported) return;
      reported = hashedBytes;
      onProgress?.(hashedBytes);
    },
    onPart: (part) => {
      if (part.end <= reportedPart) return;
      reportedPart = part.end;
      checkpoint = part.point;
      onPart?.(part);
    },
  };
  return () => (checkpoint ? { ...tracked, from: checkpoint } : tracked);
};

/**
 * Hashes in a worker. If the page allows no worker, hashes on the page in slices that yield. If the worker
 * fails, the page continues after the last part.
 */
export const createHasher =
  (workerUrl: () => WorkerAddress | null): Hasher =>
  async (blob, request) => {
    const { signal } = request;
    const rest = track(request);
    const worker = await startWorker(workerUrl(), signal, systemClock.sleep);
    try {
      signal.throwIfAborted();
      if (worker !== null) return await hashInWorker(worker, blob, rest());
    } catch (error) {
      if (!(error instanceof WorkerDeathError)) throw error;
    } finally {
      worker?.terminate();
    }
    return hashOnPage(blob, rest());
  };

/* ---- Length and silence ---- */

/** Maximum wait for the metadata, in ms. */
const METADATA_TIMEOUT_MS = 4_000;

/** Reads the duration with an `<audio>` element; null if the browser does not know it. */
const probeAudioDuration: DurationProbe = async (blob, signal) => {
  const audio = document.createElement('audio');
  const url = URL.createObjectURL(blob);
  const ended = new AbortController();
  try {
    return await new Promise<number | null>((resolve) => {
      const fail = (): void => resolve(null);
      audio.onloadedmetadata = () =>
        resolve(Number.isFinite(audio.duration) ? audio.duration : null);
      audio.onerror = fail;
      signal.addEventListener('abort', fail, { once: true, signal: ended.signal });
      systemClock.sleep(METADATA_TIMEOUT_MS, ended.signal).then(fail, () => undefined);
      audio.preload = 'metadata';
      audio.src = url;
    });
  } finally {
    ended.abort();
    audio.removeAttribute('src');
    audio.load();
    URL.revokeObjectURL(url);
  }
};

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

/* ---- The conversion ---- */

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
      sleep: systemClock.sleep,
    });
    if (end.kind === 'cannot') return end;
    const converted = await named(end.result, file);
    if (end.isOnDisk) (await openStores()).rememberConverted(converted, request.key);
    return { kind: 'converted', file: converted, cutOffAt: end.cutOffAt };
  };

/* ---- Copies to where the browser can read them at any time: the origin private file system, or memory ---- */

/** A copy beside an upload leaves this many times its size free. */
const BESIDE_FACTOR = 4;

/** In bytes: what is copied to memory at most. */
const MEMORY_LIMIT = 256 * 1024 * 1024;

/** On Android, files of some apps "change" while they are read, although the user changes nothing. */
const vanishesHere = (userAgent: string): boolean => userAgent.includes('Android');

const notCopied = (
  problem: Extract<CopyResult, { kind: 'not-copied' }>['problem'],
): CopyResult => ({
  kind: 'not-copied',
  problem,
});

/** About how many bytes are free; null if the browser does not say it. */
const freeBytes = async (): Promise<number | null> => {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : quota - usage;
  } catch {
    return null;
  }
};

const copyToMemory = async (file: AudioFile, signal: AbortSignal): Promise<CopyResult> => {
  if (file.size > MEMORY_LIMIT) return notCopied('no-space');
  const ownWork = await loadOwnWork().catch(() => null);
  if (ownWork === null) return notCopied('unavailable');
  const pieces: Blob[] = [];
  try {
    for await (const piece of ownWork.readBlob(file)) {
      if (signal.aborted) return notCopied('unneeded');
      pieces.push(new Blob([piece as Uint8Array<ArrayBuffer>]));
    }
  } catch {
    return notCopied('unreadable');
  }
  const { name, type, lastModified = 0 } = file;
  return { kind: 'copied', file: new File(pieces, name, { type, lastModified }) };
};

/** How long a stopped worker may take to delete its file, in ms. */
const STOP_MS = 2_000;

/** Resolves when the worker has closed the file. */
const copyInWorker = (
  worker: Worker,
  message: CopyMessage,
  signal: AbortSignal,
): Promise<CopyReply> =>
  new Promise((resolve) => {
    const waiting = new AbortController();
    const end = (reply: CopyReply): void => {
      waiting.abort();
      resolve(reply);
    };
    const fail = (): void => end({ type: 'not-copied', problem: 'unavailable' });
    const stop = (): void => {
      worker.postMessage(STOP_COPY);
      systemClock.sleep(STOP_MS, waiting.signal).then(fail, () => undefined);
    };
    signal.addEventListener('abort', stop, { once: true, signal: waiting.signal });
    worker.onerror = (event) => {
      event.preventDefault();
      fail();
    };
    worker.onmessageerror = fail;
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      const reply = parseCopyReply(data);
      if (reply !== null) end(reply);
    };
    worker.postMessage(message);
  });

const copyToDisk = async (
  file: AudioFile,
  jobId: string,
  isPaced: boolean,
  signal: AbortSignal,
  workerUrl: WorkerAddress | null,
): Promise<CopyResult> => {
  const worker = await startWorker(workerUrl, signal, systemClock.sleep).catch(() => null);
  if (worker === null) return notCopied('unavailable');
  try {
    if (signal.aborted) return notCopied('unneeded');
    const name = copyName(jobId);
    const message = { type: 'copy', blob: file, folder: FOLDER, name, isPaced } as const;
    const reply = await copyInWorker(worker, message, signal);
    if (reply.type === 'not-copied')
      return notCopied(reply.problem === 'stopped' ? 'unneeded' : reply.problem);
    const copy = await (await openStores()).readCopy(jobId, file);
    return copy === null ? notCopied('unavailable') : { kind: 'copied', file: copy };
  } finally {
    worker.terminate();
  }
};

const makeCopy = async (
  file: AudioFile,
  { jobId, when, signal }: Parameters<FileCopier>[1],
  workerUrl: () => WorkerAddress | null,
): Promise<CopyResult> => {
  if (when === 'first' && !vanishesHere(navigator.userAgent)) return notCopied('unneeded');
  const stores = await openStores().catch(() => null);
  if (when === 'beside' && stores?.isLarge(file) !== true) return notCopied('unneeded');
  if (await stores?.isOnDisk(file).catch(() => false)) return { kind: 'copied', file };
  if (jobId === null) return copyToMemory(file, signal);
  const isBeside = when === 'beside';
  if (isBeside) {
    const free = await freeBytes();
    // Without a figure, a copy beside an upload could fill the disk.
    if (free === null || free < BESIDE_FACTOR * file.size) return notCopied('unneeded');
  }
  const result = await copyToDisk(file, jobId, isBeside, signal, workerUrl());
  // The figure is rounded, so whether a file fits is found out by writing it.
  const isTried = result.kind === 'copied' || ['unneeded', 'unreadable'].includes(result.problem);
  return isTried || isBeside ? result : copyToMemory(file, signal);
};

/**
 * `workerUrl` is called for each file. A copy is a help: if it can't be made, the file itself is read. Only if that has failed, and the
 * same file is chosen again, is it told that there is no space.
 */
export const createCopier = (workerUrl: () => WorkerAddress | null): FileCopier => {
  /** Files that are read without a copy, after a failure. */
  const uncopied = new Set<string>();
  return async (file, request) => {
    const result = await makeCopy(file, request, workerUrl);
    if (result.kind === 'copied') return result;
    const { problem } = result;
    if (problem === 'unreadable' && request.when === 'first') return notCopied('unneeded');
    if (problem !== 'no-space' || request.when !== 'after-failure') return result;
    const key = `${file.size} ${file.name}`;
    if (uncopied.delete(key)) return result;
    uncopied.add(key);
    return notCopied('unneeded');
  };
};

/* ---- All of them ---- */

/** `workerUrl` is called for each file that is hashed. */
export const createRecordingPorts = (workerUrl: () => WorkerAddress | null): RecordingPorts => ({
  http: fetchHttp,
  reach: reachHost,
  sendPart: browserPartTransport,
  hash: createHasher(workerUrl),
  probeDuration: probeAudioDuration,
  isSilent: createSilenceProbe(workerUrl),
  convert: createConverter(workerUrl),
  copy: createCopier(workerUrl),
});
