/**
 * Runs work under a controller of its own, which the outer signal aborts too, with its reason. Throws that reason
 * where it has aborted already.
 */
export const withLinkedAbort = async <T>(
  outer: AbortSignal,
  work: (controller: AbortController) => Promise<T>,
): Promise<T> => {
  outer.throwIfAborted();
  const inner = new AbortController();
  const forward = (): void => inner.abort(outer.reason);
  outer.addEventListener('abort', forward, { once: true });
  try {
    return await work(inner);
  } finally {
    outer.removeEventListener('abort', forward);
  }
};

/** Settles as the promise does, or rejects with the signal's reason before it. */
export const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  withLinkedAbort(signal, async (inner) => {
    const aborted = new Promise<void>((resolve) => {
      inner.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([promise, aborted]);
    inner.signal.throwIfAborted();
    return promise;
  });

/** Resolves with the first of what `begin` starts; the signal it is given ends the others then. */
export const firstOf = (
  signal: AbortSignal,
  begin: (waiting: AbortSignal) => readonly Promise<void>[],
): Promise<void> =>
  withLinkedAbort(signal, async (waiting) => {
    try {
      await Promise.race(begin(waiting.signal));
    } finally {
      waiting.abort(new Error('waited enough'));
    }
  });
