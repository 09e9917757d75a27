/** Limits concurrency: callers wait for a free slot in order of arrival. */

export type Places = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/** An aborted wait rejects at once with the signal's reason. */
export const createPlaces = (count: number): Places => {
  let free = count;
  const waiting: (() => void)[] = [];

  const place = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(begin);
    });
  };

  return async (work, signal) => {
    await place(signal);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};
