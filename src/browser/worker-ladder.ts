import { isWorkerReply } from '../worker/messages.js';

/** Longest wait for a worker to say that it runs, in ms. */
const PATIENCE_MS = 5_000;

/** A worker that has said it runs. */
const whenReady = (make: () => Worker): Promise<Worker> =>
  new Promise((resolve, reject) => {
    const worker = make();
    const refuse = (reason: string): void => {
      clearTimeout(timer);
      worker.terminate();
      reject(new Error(reason));
    };
    const timer = setTimeout(() => refuse('the worker stays silent'), PATIENCE_MS);
    worker.onerror = (event) => {
      event.preventDefault();
      refuse('the worker does not load');
    };
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!isWorkerReply(data) || data.type !== 'ready') return;
      clearTimeout(timer);
      worker.onmessage = worker.onerror = null;
      resolve(worker);
    };
  });

const fromBlob = async (): Promise<Worker> => {
  const { workerSource } = await import('../worker/source.generated.js');
  const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
  try {
    return await whenReady(() => new Worker(url, { type: 'module' }));
  } finally {
    URL.revokeObjectURL(url);
  }
};

const besideScript = (): Promise<Worker> =>
  whenReady(() => new Worker(new URL('../worker.js', import.meta.url), { type: 'module' }));

/** Another origin's script cannot be a worker: trying would only put an error into the console. */
const isSameOrigin = (url: string): boolean =>
  new URL(url, location.href).origin === location.origin;

/** Starts the hashing worker on the first step that holds; null where the page allows none. */
export const startWorker = async (workerUrl: string | null): Promise<Worker | null> => {
  const steps: (() => Promise<Worker>)[] = [];
  if (workerUrl !== null && workerUrl !== '') {
    steps.push(() => whenReady(() => new Worker(workerUrl, { type: 'module' })));
  }
  if (isSameOrigin(import.meta.url)) steps.push(besideScript);
  steps.push(fromBlob);
  for (const step of steps) {
    try {
      return await step();
    } catch {
      // The next step takes over.
    }
  }
  return null;
};
