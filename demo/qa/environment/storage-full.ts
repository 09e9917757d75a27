/**
 * Fills the storage of this tab: every write to IndexedDB, to `localStorage` and `sessionStorage`, and to the private
 * file system fails with QuotaExceededError, as on a full disk. Filling the real disk would affect other pages.
 */
import { patch } from './patch.js';

const refuse = (): never => {
  throw new DOMException('The QA console simulates a full disk.', 'QuotaExceededError');
};

let undo: readonly (() => void)[] = [];

/** `isFull`: whether writes fail from now on. */
export const setStorageFull = (isFull: boolean): void => {
  if (isFull === undo.length > 0) return;
  for (const putBack of undo) putBack();
  undo = isFull
    ? [
        patch(IDBObjectStore.prototype, { put: refuse, add: refuse }),
        patch(Storage.prototype, { setItem: refuse }),
        patch(FileSystemFileHandle.prototype, {
          createWritable: () => Promise.resolve().then(refuse),
        }),
      ]
    : [];
};
