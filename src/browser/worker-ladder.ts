import { parseWorkerReply } from '../worker/messages.js';

/** Longest wait for a worker to say that it runs, in ms. */
const PATIENCE_MS = 5_000;

/** A worker that has said it runs. */
const whenReady = (make: () => Worker, signal: AbortSignal): Promise<Worker> =>
  new Promise((resolve, reject) => {
    const worker = make();
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      worker.onmessage = worker.onerror = null;
    };
    const refuse = (reason: string): void => {
      settle();
      worker.terminate();
      reject(new Error(reason));
    };
    const abort = (): void => refuse('no worker is wanted any more');
    signal.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(() => refuse('the worker stays silent'), PATIENCE_MS);
    worker.onerror = (event) => {
      event.preventDefault();
      refuse('the worker does not load');
    };
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (parseWorkerReply(data)?.type !== 'ready') {
        refuse('the worker is of another version');
        return;
      }
      settle();
      resolve(worker);
    };
  });

const fromBlob = async (signal: AbortSignal): Promise<Worker> => {
  const { workerSource } = await import('../worker/source.generated.js');
  const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
  try {
    return await whenReady(() => new Worker(url, { type: 'module' }), signal);
  } finally {
    URL.revokeObjectURL(url);
  }
};

const besideScript = (signal: AbortSignal): Promise<Worker> =>
  whenReady(() => new Worker(new URL('../worker.js', import.meta.url), { type: 'module' }), signal);

/** Another origin's script cannot be a worker: trying would only put an error into the console. */
const isSameOrigin = (url: string): boolean =>
  new URL(url, location.href).origin === location.origin;

/**
 * Starts the hashing worker on the first step that holds; null where the page allows none. Rejects with the
 * signal's reason.
 */
export const startWorker = async (
  workerUrl: string | null,
  signal: AbortSignal,
): Promise<Worker | null> => {
  const steps: ((signal: AbortSignal) => Promise<Worker>)[] = [];
  if (workerUrl !== null && workerUrl !== '') {
    steps.push(() => whenReady(() => new Worker(workerUrl, { type: 'module' }), signal));
  }
  if (isSameOrigin(import.meta.url)) steps.push(besideScript);
  steps.push(fromBlob);
  for (const step of steps) {
    signal.throwIfAborted();
    try {
      return await step(signal);
    } catch {
      // The next step takes over.
    }
  }
  signal.throwIfAborted();
  return null;
};
