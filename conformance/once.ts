/** Runs a step when it is first asked for, and gives everybody its one outcome. */
export const once = <T>(step: () => Promise<T>): (() => Promise<T>) => {
  let outcome: Promise<T> | undefined;
  return () => (outcome ??= step());
};
