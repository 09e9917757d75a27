import type { EditStore } from '../../src/engine.js';

export interface MemoryRecords extends EditStore {
  /** By scope and id, as JSON. */
  readonly records: Map<string, unknown>;
}

/** A store of corrections, lists or peaks in memory, which keeps copies as a browser does. */
export const createMemoryRecords = (): MemoryRecords => {
  const records = new Map<string, unknown>();
  const key = (scope: string, id: string): string => JSON.stringify([scope, id]);
  const list = () =>
    [...records.keys()].map((one) => {
      const [scope = '', id = ''] = JSON.parse(one) as string[];
      return { scope, id, savedAtMs: 1_700_000_000_000 };
    });
  return {
    records,
    load: (scope, id) => Promise.resolve(structuredClone(records.get(key(scope, id)))),
    save: (scope, id, record) =>
      Promise.resolve(void records.set(key(scope, id), structuredClone(record))),
    remove: (scope, id) => Promise.resolve(void records.delete(key(scope, id))),
    list: () => Promise.resolve(list()),
    removeWhere: (unwanted) => {
      for (const record of list())
        if (unwanted(record)) records.delete(key(record.scope, record.id));
      return Promise.resolve();
    },
    move: (from, to) => {
      for (const { scope, id } of list()) {
        const record = records.get(key(scope, id));
        if (!from.includes(scope) || records.has(key(to, id))) continue;
        records.set(key(to, id), record);
        records.delete(key(scope, id));
      }
      return Promise.resolve();
    },
  };
};
