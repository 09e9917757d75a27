/** A yes or no that this browser remembers. */

type KeyValues = Pick<Storage, 'getItem' | 'setItem'>;

export type RememberedFlag = ReturnType<typeof createRememberedFlag>;

/**
 * `key` is that in the storage, where the value is `1` or `0`. Without a storage that works, remembers until the page is left.
 * Reading `localStorage` itself may throw.
 */
export const createRememberedFlag = (key: string, storage: (() => KeyValues) | null) => {
  let now: boolean | null = null;
  const attempt = <T>(use: (values: KeyValues) => T): T | null => {
    try {
      return storage && use(storage());
    } catch {
      return null;
    }
  };
  return {
    /** False before it was set for the first time. */
    get: (): boolean => now ?? attempt((values) => values.getItem(key)) === '1',
    set(value: boolean): void {
      now = value;
      attempt((values) => values.setItem(key, value ? '1' : '0'));
    },
  };
};
