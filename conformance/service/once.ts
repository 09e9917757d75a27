/** Runs a step on the first call, and returns the same outcome to all callers. */
export const once = <T>(step: () => Promise<T>): (() => Promise<T>) => {
  let outcome: Promise<T> | undefined;
  return () => (outcome ??= step());
};
