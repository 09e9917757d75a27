/** Starts the hashing worker from the first URL that works. */
import { parseWorkerReply } from './hash-messages.js';

/** A string, a URL, or a `TrustedScriptURL` that a policy of the page has created. */
export type WorkerAddress = string | { toString(): string; toJSON(): string };

/** The used part of the Trusted Types API. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): WorkerAddress };
}

/** Pages with a `trusted-types` directive must list this name. */
const POLICY_NAME = 'audio-transcribe';

/**
 * Address of the worker file beside this script; null if it has another origin than the page. Bundlers recognise exactly
 * this `new URL(…)` expression: they copy the file and replace its address.
 */
export const besideScript = (): string | null => {
  try {
    const beside = new URL('./audio-transcribe.worker.js', import.meta.url);
    // In Turbopack's bundles, this is not absolute.
    const { href, origin } = new URL(beside.href, location.href);
    return origin === location.origin ? href : null;
  } catch {
    // A bundle that is not a module has no `import.meta.url`.
    return null;
  }
};

/** With Trusted Types, only the two URLs of this package are allowed. */
const approve = (address: string): string => {
  if (address === besideScript() || address.startsWith('blob:')) return address;
  throw new TypeError('This is not the address of the hashing worker of audio-transcribe.');
};

let policy: ReturnType<PolicyFactory['createPolicy']> | null | undefined;

/** Converts a URL of this package to a value that the page accepts; null if its CSP refuses the policy. */
export const trustedAddress = (address: string): WorkerAddress | null => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyFactory };
  if (trustedTypes === undefined) return address;
  if (policy === undefined) {
    try {
      policy = trustedTypes.createPolicy(POLICY_NAME, { createScriptURL: approve });
    } catch {
      // Do not try again, as the browser logs every refusal.
      policy = null;
    }
  }
  return policy === null ? null : policy.createScriptURL(address);
};

/** Longest wait for the `ready` message of a worker, in ms. */
const READY_TIMEOUT_MS = 5_000;

/** Resolves after this many ms; rejects with the signal's reason. */
type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Starts a worker and waits for the `ready` message of this version of the package. */
const whenReady = (address: WorkerAddress, signal: AbortSignal, sleep: Sleep): Promise<Worker> =>
  new Promise((resolve, reject) => {
    // TypeScript's `Worker` type does not accept a TrustedScriptURL.
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
    sleep(READY_TIMEOUT_MS, waiting.signal).then(
      () => refuse('the worker does not answer'),
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

/** By `workerUrl`, the step that worked on this page. Later starts do not repeat the steps that failed before it. */
const workingSteps = new Map<string, number>();

/** Starts the worker from `workerUrl`, the file beside this script, or a Blob. Null if the page allows none of them. */
export const startWorker = async (
  workerUrl: WorkerAddress | null,
  signal: AbortSignal,
  sleep: Sleep,
): Promise<Worker | null> => {
  const start = async (address: WorkerAddress | null): Promise<Worker | null> =>
    address === null ? null : whenReady(address, signal, sleep);
  const fromBlob = async (): Promise<Worker | null> => {
    const { workerSource } = await import('./source.generated.js');
    signal.throwIfAborted();
    const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
    try {
      return await start(trustedAddress(url));
    } finally {
      URL.revokeObjectURL(url);
    }
  };
  const key = String(workerUrl ?? '');
  const beside = besideScript();
  const steps = [
    () => start(key === '' ? null : workerUrl),
    () => start(beside === null ? null : trustedAddress(beside)),
    fromBlob,
  ];
  const worked = workingSteps.get(key) ?? 0;
  for (const [index, step] of steps.map((one, at) => [at, one] as const).slice(worked)) {
    signal.throwIfAborted();
    try {
      const worker = await step();
      if (worker === null) continue;
      workingSteps.set(key, index);
      return worker;
    } catch {
      // Try the next step.
    }
  }
  signal.throwIfAborted();
  return null;
};
