import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';

/**
 * Opens an IndexedDB when it is first asked for. One connection, given up when another version of the page needs
 * it, and opened again at the next call, as after a failure.
 */
export const createConnection = <Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): (() => Promise<IDBPDatabase<Schema>>) => {
  let connection: Promise<IDBPDatabase<Schema>> | null = null;
  const forget = (): void => {
    connection = null;
  };
  return () => {
    connection ??= openDB<Schema>(name, version, {
      upgrade,
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    connection.catch(forget);
    return connection;
  };
};
