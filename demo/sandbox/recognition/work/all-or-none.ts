import { setMaxListeners } from 'node:events';

/** Runs all works at once. If one fails, aborts the others, and rejects with its error once all have ended. */
export const allOrNone = async <Result>(
  signal: AbortSignal,
  works: readonly ((signal: AbortSignal) => Promise<Result>)[],
): Promise<readonly Result[]> => {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  // Each work listens to it. Node warns from the eleventh on.
  setMaxListeners(0, either);
  const ended = await Promise.allSettled(
    works.map((work) =>
      work(either).catch((error: unknown) => {
        stop.abort(error);
        throw error;
      }),
    ),
  );
  signal.throwIfAborted();
  // The reason is the first failure.
  stop.signal.throwIfAborted();
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
};
