/** What ends with its page, and a disk that is full, hangs, or loses its last writes. */
import type { createMemoryStore } from '../../support/memory-store.js';
import type { MemoryRecords } from '../../support/memory-records.js';

const never = new Promise<never>(() => undefined);

type Method = (...args: readonly unknown[]) => unknown;

const wrapped = <T extends object>(
  target: T,
  around: (name: string, call: () => unknown) => unknown,
): T =>
  new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]): unknown =>
        around(String(name), () => (member as Method).apply(object, args as unknown[]));
    },
  });

/** The same object, whose asynchronous methods never settle once `isDead` returns true. */
export const mortal = <T extends object>(target: T, isDead: () => boolean): T =>
  wrapped(target, (_name, call) => {
    if (isDead()) return never;
    const result = call();
    if (!(result instanceof Promise)) return result;
    return result.then(
      (value: unknown) => (isDead() ? never : value),
      (error: unknown) => (isDead() ? never : Promise.reject(error as Error)),
    );
  });

/** How many of the last writes a power cut can undo. */
const MOST_LOST = 6;

interface DiskOptions {
  readonly memory: ReturnType<typeof createMemoryStore>;
  readonly lists: MemoryRecords;
}

export const createDisk = ({ memory, lists }: DiskOptions) => {
  /** What undoes each of the last writes, the newest last. */
  const undos: (() => void)[] = [];
  let is: 'works' | 'is full' | 'hangs' = 'works';

  const remember = (): void => {
    const undoMemory = memory.snapshot();
    const records = new Map(lists.records);
    undos.push(() => {
      undoMemory();
      lists.records.clear();
      for (const [key, record] of records) lists.records.set(key, record);
    });
    if (undos.length > MOST_LOST) undos.shift();
  };

  /** The same store on this disk. */
  const onDisk = <T extends object>(store: T): T =>
    wrapped(store, (name, call) => {
      if (is === 'hangs') return never;
      const isWrite = name.startsWith('save') || name.startsWith('remove');
      if (is === 'is full' && name.startsWith('save')) {
        return Promise.reject(new Error('QuotaExceededError'));
      }
      if (isWrite) remember();
      return call();
    });

  return {
    onDisk,
    works: (): boolean => is === 'works',
    set: (state: typeof is): void => void (is = state),
    /** The computer loses power before the last writes are on the disk. */
    lose(writes: number): void {
      is = 'works';
      const undo = undos.at(-writes);
      if (writes > 0) undo?.();
      undos.length = 0;
    },
  };
};
