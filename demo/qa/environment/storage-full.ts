/**
 * Fills the storage of this tab: every write to IndexedDB, to `localStorage` and `sessionStorage`, and to the private
 * file system fails with QuotaExceededError, as on a full disk. Filling the real disk would affect other pages.
 */
interface Original {
  readonly put: IDBObjectStore['put'];
  readonly add: IDBObjectStore['add'];
  readonly setItem: Storage['setItem'];
  readonly createWritable: FileSystemFileHandle['createWritable'];
}

let original: Original | null = null;

const refuse = (): never => {
  throw new DOMException('The QA console simulates a full disk.', 'QuotaExceededError');
};

/** `isFull`: whether writes fail from now on. */
export const setStorageFull = (isFull: boolean): void => {
  const store = IDBObjectStore.prototype;
  const file = FileSystemFileHandle.prototype;
  if (isFull && original === null) {
    original = {
      put: store.put,
      add: store.add,
      setItem: Storage.prototype.setItem,
      createWritable: file.createWritable,
    };
    store.put = refuse;
    store.add = refuse;
    Storage.prototype.setItem = refuse;
    file.createWritable = () => Promise.resolve().then(refuse);
  } else if (!isFull && original !== null) {
    store.put = original.put;
    store.add = original.add;
    Storage.prototype.setItem = original.setItem;
    file.createWritable = original.createWritable;
    original = null;
  }
};
