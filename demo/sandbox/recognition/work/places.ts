/** Decides which job runs next. */

export interface Turn {
  /** The job with the lowest rank runs first; of equal ones, the one that came first. */
  readonly rank: number;
  /** Long jobs never take the last free place, so that a short one does not wait for them. Default: false. */
  readonly long?: boolean;
  /** Of the jobs that name the same thing, one runs at a time. Default: none. */
  readonly only?: string;
}

/** Runs the work once it is its turn. An aborted wait rejects at once with the signal's reason. */
export type Places = <Result>(
  work: () => Promise<Result>,
  turn: Turn,
  signal: AbortSignal,
) => Promise<Result>;

/** `count`: how many jobs run at a time. */
export const createPlaces = (count: number): Places => {
  const running = new Set<Turn>();
  const waiting: { readonly turn: Turn; readonly begin: () => void }[] = [];

  const mayRun = ({ long = false, only }: Turn): boolean => {
    const others = [...running];
    if (others.length >= count) return false;
    if (only !== undefined && others.some((other) => other.only === only)) return false;
    return !long || others.filter((other) => other.long).length < Math.max(1, count - 1);
  };

  const startNext = (): void => {
    for (;;) {
      const index = waiting.findIndex(({ turn }) => mayRun(turn));
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (next === undefined) return;
      running.add(next.turn);
      next.begin();
    }
  };

  const wait = (turn: Turn, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason as Error);
      };
      const entry = {
        turn,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      const after = waiting.findIndex((other) => other.turn.rank > turn.rank);
      waiting.splice(after < 0 ? waiting.length : after, 0, entry);
      startNext();
    });

  return async (work, asked, signal) => {
    signal.throwIfAborted();
    // A copy, because the set holds each turn once.
    const turn = { ...asked };
    await wait(turn, signal);
    try {
      return await work();
    } finally {
      running.delete(turn);
      startNext();
    }
  };
};
