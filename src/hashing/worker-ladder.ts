import { parseWorkerReply } from './messages.js';
import { besideScript, trustedAddress, type WorkerAddress } from './worker-address.js';

/** Longest wait for a worker to say that it runs, in ms. */
const PATIENCE_MS = 5_000;

/** Starts a worker and waits until it proves to be this package's own, of this version. */
/** Resolves after this many ms; rejects with the signal's reason. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

const whenReady = (address: WorkerAddress, signal: AbortSignal, sleep: Sleep): Promise<Worker> =>
  new Promise((resolve, reject) => {
    // The types of TypeScript know no TrustedScriptURL.
    const worker = new Worker(address as string, { type: 'module' });
    const waiting = new AbortController();
    const settle = (): void => {
      waiting.abort();
      signal.removeEventListener('abort', abort);
      worker.onmessage = worker.onerror = null;
    };
    const refuse = (reason: string): void => {
      settle();
      worker.terminate();
      reject(new Error(reason));
    };
    const abort = (): void => refuse('the worker is no longer needed');
    signal.addEventListener('abort', abort, { once: true });
    sleep(PATIENCE_MS, waiting.signal).then(
      () => refuse('the worker stays silent'),
      () => undefined,
    );
    worker.onerror = (event) => {
      event.preventDefault();
      refuse('the worker does not load');
    };
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (parseWorkerReply(data)?.type !== 'ready') {
        refuse('this is another script, or another version of the worker');
        return;
      }
      settle();
      resolve(worker);
    };
  });

/**
 * Starts the hashing worker by the first step that works: the page's own copy, the file beside this script, the
 * source in a Blob. Null where the page allows none of them. Rejects with the signal's reason.
 */
export const startWorker = async (
  workerUrl: WorkerAddress | null,
  signal: AbortSignal,
  sleep: Sleep,
): Promise<Worker | null> => {
  const start = async (address: WorkerAddress | null): Promise<Worker | null> =>
    address === null ? null : whenReady(address, signal, sleep);
  const fromBlob = async (): Promise<Worker | null> => {
    const { workerSource } = await import('./source.generated.js');
    const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
    try {
      return await start(trustedAddress(url));
    } finally {
      URL.revokeObjectURL(url);
    }
  };
  const steps: (() => Promise<Worker | null>)[] = [];
  if (workerUrl !== null && String(workerUrl) !== '') steps.push(() => start(workerUrl));
  const beside = besideScript();
  if (beside !== null) steps.push(() => start(trustedAddress(beside)));
  steps.push(fromBlob);
  for (const step of steps) {
    signal.throwIfAborted();
    try {
      const worker = await step();
      if (worker !== null) return worker;
    } catch {
      // The next step is tried.
    }
  }
  signal.throwIfAborted();
  return null;
};
