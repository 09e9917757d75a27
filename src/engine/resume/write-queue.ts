/** Writes one after the other, in the order in which they were asked for; what fails does not stop the next. */
export interface WriteQueue {
  add(write: () => Promise<void>): void;
  /** Resolves once everything so far is written, or has failed. */
  settled(): Promise<void>;
  /** False while the last write has failed. */
  isKeeping(): boolean;
}

/** `onFailure` is told the first failure only. */
export const createWriteQueue = (onFailure: (cause: unknown) => void): WriteQueue => {
  let last: Promise<void> = Promise.resolve();
  let keeping = true;
  let told = false;
  return {
    add(write) {
      last = last.then(write).then(
        () => {
          keeping = true;
        },
        (cause: unknown) => {
          keeping = false;
          if (!told) onFailure(cause);
          told = true;
        },
      );
    },
    async settled() {
      for (let waited: Promise<void> | null = null; waited !== last;) {
        waited = last;
        await waited;
      }
    },
    isKeeping: () => keeping,
  };
};
