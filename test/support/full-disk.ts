/** A full disk, as browsers report it. */

/** `request`: a record is refused as it is put. `commit`: it is taken, and its transaction refused later. Null: there is room. */
type FullAt = 'request' | 'commit' | null;

/** From now on, the disk of this page is full, or has room again. Runs in a page, so it needs nothing of this file. */
export const setDiskFull = (fullAt: FullAt, page = globalThis): void => {
  const { prototype } = page.IDBObjectStore as unknown as {
    prototype: IDBObjectStore & { realPut?: IDBObjectStore['put'] };
  };
  const put = (prototype.realPut ??= prototype.put);
  prototype.put =
    fullAt === null
      ? put
      : function (this: IDBObjectStore, ...record) {
          const request = put.apply(this, record);
          const { transaction } = this;
          const refuse = (): void => {
            const error = new page.DOMException('The disk is full.', 'QuotaExceededError');
            Object.defineProperty(transaction, 'error', { value: error });
            transaction.abort();
          };
          if (fullAt === 'request') refuse();
          else request.addEventListener('success', refuse);
          return request;
        };
};

/** Does each work on a full disk of both kinds. Resolves with how each ended. */
export const onFullDisk = async (...works: readonly (() => Promise<unknown>)[]) => {
  const ends: string[] = [];
  for (const fullAt of ['request', 'commit'] as const) {
    setDiskFull(fullAt);
    const settled = await Promise.allSettled(works.map((work) => work()));
    ends.push(...settled.map(({ status }) => status));
  }
  setDiskFull(null);
  // The browser reports a promise that nobody handles in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
  return ends;
};
