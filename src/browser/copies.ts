/** Copies recordings to where the browser can read them at any time: the origin private file system, or memory. */
import type { CopyResult, FileCopier } from '../engine/ports.js';
import type { AudioFile } from '../engine/session/job.js';
import { parseCopyReply, STOP_COPY, type CopyMessage, type CopyReply } from '../hashing/copy.js';
import { readBlob } from '../hashing/read-blob.js';
import { startWorker, type WorkerAddress } from '../hashing/worker-ladder.js';
import { copyName, FOLDER } from '../intake/convert/names.js';
import { systemClock } from './clock.js';
import { persistStorage } from './persist.js';
import { openStores } from './stored.js';

/** A copy beside an upload leaves this many times its size free. */
const BESIDE_FACTOR = 4;

/** In bytes: what is copied to memory at most. */
const MEMORY_LIMIT = 256 * 1024 * 1024;

/** On Android, files of some apps "change" while they are read, although the user changes nothing. */
export const vanishesHere = (userAgent: string): boolean => userAgent.includes('Android');

const notCopied = (
  problem: Extract<CopyResult, { kind: 'not-copied' }>['problem'],
): CopyResult => ({
  kind: 'not-copied',
  problem,
});

/** Free bytes; null if the browser does not say it. */
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
  const pieces: Blob[] = [];
  try {
    for await (const piece of readBlob(file)) {
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
    const { disk } = await openStores();
    const copy = await disk.readCopy(jobId, file);
    return copy === null ? notCopied('unavailable') : { kind: 'copied', file: copy };
  } finally {
    worker.terminate();
  }
};

/** `workerUrl` is called for each file. */
export const createCopier =
  (workerUrl: () => WorkerAddress | null): FileCopier =>
  async (file, { jobId, when, signal }) => {
    if (when === 'first' && !vanishesHere(navigator.userAgent)) return notCopied('unneeded');
    const disk = await openStores().then(
      (stores) => stores.disk,
      () => null,
    );
    if (when === 'beside' && disk?.isLarge(file) !== true) return notCopied('unneeded');
    if (await disk?.isOnDisk(file).catch(() => false)) return { kind: 'copied', file };
    if (jobId === null) return copyToMemory(file, signal);
    const isBeside = when === 'beside';
    const free = await freeBytes();
    // Without a figure, a copy beside an upload could fill the disk.
    if (isBeside && (free === null || free < BESIDE_FACTOR * file.size))
      return notCopied('unneeded');
    if (free !== null && free < file.size) return notCopied('no-space');
    const result = await copyToDisk(file, jobId, isBeside, signal, workerUrl());
    if (result.kind === 'copied') persistStorage();
    const isMissing = result.kind === 'not-copied' && result.problem === 'unavailable';
    return isMissing && !isBeside ? copyToMemory(file, signal) : result;
  };
