/** Where the handler takes the time from. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Nothing came in time. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/**
 * Runs `work` with a signal that aborts after `timeoutMs` milliseconds, with TimedOut as its reason, or with
 * `parent`. Rejects then even where `work` does not listen to the signal.
 */
export const withDeadline = async <T>(
  timeoutMs: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  parent?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(new TimedOut()), timeoutMs);
  const follow = (): void => controller.abort(parent?.reason);
  parent?.addEventListener('abort', follow, { once: true });
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  try {
    return await Promise.race([work(signal), aborted]);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener('abort', follow);
  }
};
