/** Keeps the visits in IndexedDB, so that they survive a reload and a service worker that the browser has stopped. */
import { openDB, type DBSchema } from 'idb';
import type { Visit } from './visit.js';

interface Schema extends DBSchema {
  visits: { key: string; value: Visit };
}

/** In ms: one day. The element keeps unfinished uploads as long. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export interface Records {
  /** Null if there is none. */
  read(id: string): Promise<Visit | null>;
  write(visit: Visit): Promise<void>;
  delete(id: string): Promise<void>;
  /** Deletes the visits that have not changed for a day. */
  deleteOld(now: number): Promise<void>;
}

export const openRecords = (): Records => {
  const database = openDB<Schema>('audio-transcribe-simulation', 1, {
    upgrade: (opened) => void opened.createObjectStore('visits', { keyPath: 'id' }),
  });
  return {
    read: async (id) => (await (await database).get('visits', id)) ?? null,
    write: async (visit) => void (await (await database).put('visits', visit)),
    delete: async (id) => (await database).delete('visits', id),
    async deleteOld(now) {
      const opened = await database;
      for (const { id, changedAt } of await opened.getAll('visits'))
        if (changedAt + KEPT_MS < now) await opened.delete('visits', id);
    },
  };
};
