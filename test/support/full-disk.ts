/** A full disk. Runs in a page, so this file imports nothing. */

/**
 * From now on, the disk of this page is full, or no longer. The browser takes a record, and refuses it when it writes
 * it: the request fails, and with it the transaction.
 */
export const setDiskFull = (isFull: boolean, page = globalThis): void => {
  const { prototype } = page.IDBObjectStore as unknown as {
    prototype: IDBObjectStore & { realPut?: IDBObjectStore['put'] };
  };
  const put = (prototype.realPut ??= prototype.put);
  prototype.put = isFull
    ? function (this: IDBObjectStore, ...record) {
        const request = put.apply(this, record);
        const error = new page.DOMException('The disk is full.', 'QuotaExceededError');
        Object.defineProperty(this.transaction, 'error', { value: error });
        this.transaction.abort();
        return request;
      }
    : put;
};

/** Does this work while the disk is full. Resolves with how each ended. */
export const onFullDisk = async (...works: readonly (() => Promise<unknown>)[]) => {
  setDiskFull(true);
  const ends = await Promise.allSettled(works.map((work) => work()));
  setDiskFull(false);
  // The browser reports a promise that nobody handles in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
  return ends.map(({ status }) => status);
};
