/** When the allowance of each key is whole again, in milliseconds since the epoch, as this process knows it. */
export interface BucketStates {
  /** Null where it is whole, as far as is known here. */
  get(key: string): number | null;
  /** Forgets as well what is whole by `now`, and the longest unused of too many. */
  set(key: string, fullAt: number, now: number): void;
}

/** Some 10 MB. */
const MOST_KEYS = 100_000;

export const createFullTimes = (mostKeys = MOST_KEYS): BucketStates => {
  const times = new Map<string, number>();
  return {
    get: (key) => times.get(key) ?? null,
    set(key, fullAt, now) {
      // The longest unused key comes first.
      times.delete(key);
      times.set(key, fullAt);
      for (const [oldest, time] of times) {
        if (time > now && times.size <= mostKeys) return;
        times.delete(oldest);
      }
    },
  };
};
