import { parseWorkerReply } from './messages.js';

/**
 * Where the hashing worker can be started from. A page that enforces Trusted Types takes no plain string for it: the
 * policy of this module approves the package's own two addresses and nothing else.
 */

/** A string, a URL, or a `TrustedScriptURL` that a policy of the page has made. */
export type WorkerAddress = string | { toString(): string; toJSON(): string };

/** The Trusted Types API, as far as it is used here. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): WorkerAddress };
}

/** A page that sends a `trusted-types` directive must list this name. */
const POLICY_NAME = 'audio-transcribe';

/**
 * Address of the worker file beside this script; null where this page cannot start a worker from it. Bundlers look
 * for this very expression: they copy the file and fill in its new address. `import.meta.url` alone would become a
 * path of the machine that built the page.
 */
export const besideScript = (): string | null => {
  try {
    const { href, origin } = new URL('./audio-transcribe.worker.js', import.meta.url);
    return origin === location.origin ? href : null;
  } catch {
    // A bundle that is no module has no address of its own.
    return null;
  }
};

const approve = (address: string): string => {
  if (address === besideScript() || address.startsWith('blob:')) return address;
  throw new TypeError('This is not an address of the hashing worker of audio-transcribe.');
};

let policy: ReturnType<PolicyFactory['createPolicy']> | null | undefined;

/** One of the package's own addresses, as this page takes it; null where its CSP refuses the policy. */
export const trustedAddress = (address: string): WorkerAddress | null => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyFactory };
  if (trustedTypes === undefined) return address;
  if (policy === undefined) {
    try {
      policy = trustedTypes.createPolicy(POLICY_NAME, { createScriptURL: approve });
    } catch {
      // Asked for once only, as the browser reports every refusal to the console.
      policy = null;
    }
  }
  return policy === null ? null : policy.createScriptURL(address);
};

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
