/** A limit on parallel work. */

/** Runs each work when one of `limit()` slots is free, in the order of the calls. */
export const createSlots = (limit: () => number) => {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const fill = (): void => {
    while (waiting.length > 0 && busy < limit()) {
      busy += 1;
      waiting.shift()?.();
    }
  };
  return async (work: () => Promise<unknown>): Promise<void> => {
    await new Promise<void>((begin) => {
      waiting.push(begin);
      fill();
    });
    try {
      await work();
    } finally {
      busy -= 1;
      fill();
    }
  };
};
