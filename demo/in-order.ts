/** Returns what runs the changes of each name, such as that of a file, one after another. */
export const createOrder = () => {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run<T>(name: string, change: () => Promise<T>): Promise<T> {
      const done = (last.get(name) ?? Promise.resolve()).then(change, change);
      last.set(name, done);
      try {
        return await done;
      } finally {
        if (last.get(name) === done) last.delete(name);
      }
    },
    /** Resolves once all changes have ended, also if one has failed. */
    async settled(): Promise<void> {
      await Promise.allSettled(last.values());
    },
  };
};
