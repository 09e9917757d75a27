/** Changes of files that come together, as when a branch is checked out or an editor saves all its files. */
import { setTimeout } from 'node:timers/promises';

/** Changes with less time between them, in ms, belong together. */
const QUIET_MS = 50;

/**
 * Call the returned function at each change. It calls `work` once for changes that come together, and never before the
 * last call has ended. All of them get its result.
 */
export const afterChanges = <Result>(work: () => Promise<Result>): (() => Promise<Result>) => {
  let changes = 0;
  let result: Promise<Result> | undefined;
  const quiet = async (): Promise<void> => {
    for (let seen = 0; seen !== changes;) {
      seen = changes;
      await setTimeout(QUIET_MS);
    }
    changes = 0;
  };
  return () => {
    if (changes++ === 0 || result === undefined) {
      const before = Promise.allSettled([result]);
      result = before.then(quiet).then(work);
    }
    return result;
  };
};
