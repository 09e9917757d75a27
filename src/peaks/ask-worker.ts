/** A request to a worker that reports while it works. */

export interface AskOptions<End> {
  readonly signal: AbortSignal;
  /** Resolves after this many ms; rejects with the signal's reason. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Longest wait for the next message, in ms. */
  readonly silenceMs: number;
  /** Called with each message. Returns how the work ended; undefined if it continues. */
  readonly onMessage: (message: unknown) => End | undefined;
}

/**
 * Sends a request, and resolves with its end: `failed` if the worker has an error, `silent` if it sends nothing for
 * `silenceMs`. Rejects with the signal's reason. The caller terminates the worker.
 */
export const askWorker = <End>(
  worker: Worker,
  request: unknown,
  { signal, sleep, silenceMs, onMessage }: AskOptions<End>,
): Promise<End | 'failed' | 'silent'> =>
  new Promise((resolve, reject) => {
    let waiting = new AbortController();
    const settle = (end: End | 'failed' | 'silent'): void => {
      waiting.abort();
      signal.removeEventListener('abort', abort);
      resolve(end);
    };
    const abort = (): void => {
      waiting.abort();
      reject(signal.reason as Error);
    };
    const waitForMessage = (): void => {
      waiting.abort();
      waiting = new AbortController();
      sleep(silenceMs, waiting.signal).then(
        () => settle('silent'),
        () => undefined,
      );
    };
    signal.addEventListener('abort', abort, { once: true });
    worker.onerror = (event) => {
      event.preventDefault();
      settle('failed');
    };
    worker.onmessageerror = () => settle('failed');
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      // A message sent before `terminate()` can still arrive.
      if (waiting.signal.aborted) return;
      waitForMessage();
      const end = onMessage(data);
      if (end !== undefined) settle(end);
    };
    waitForMessage();
    worker.postMessage(request);
  });
