import { type DBSchema, type IDBPDatabase, openDB, type OpenDBCallbacks } from 'idb';

/**
 * Opens an IndexedDB database on the first call and reuses the connection. It is closed if another version of the page
 * needs the database, and reopened on the next call, also after a failure.
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
