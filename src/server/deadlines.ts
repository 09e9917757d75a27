/** The clock of the handler. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The time limit was reached. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/**
 * Runs `work` with a signal that aborts with `parent`, or with TimedOut after `timeoutMs` milliseconds.
 * Rejects as soon as the signal aborts, even if `work` ignores it. `AbortSignal.timeout` would keep its timer
 * running after the work is done.
 */
export const withDeadline = async <T>(
  timeoutMs: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  parent?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  let giveUp: (reason: unknown) => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => (giveUp = reject));
  const stop = (reason: unknown): void => {
    controller.abort(reason);
    giveUp(reason);
  };
  const timer = setTimeout(() => stop(new TimedOut()), timeoutMs);
  const follow = (): void => stop(parent?.reason);
  parent?.addEventListener('abort', follow, { once: true });
  try {
    return await Promise.race([work(signal), aborted]);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener('abort', follow);
  }
};
