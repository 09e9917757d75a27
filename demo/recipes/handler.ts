import sqlite from 'node-sqlite3-wasm';
import { createStorage, type Driver } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import { createPartnerHandler, createTaskWatcher } from '../../src/server.js';
import { createSession } from '../session.js';
import { rowsIn } from './sqlite.js';

const { SERVICE_URL, CLIENT_ID, CLIENT_SECRET, API_KEY, DATA_FOLDER = '.data' } = process.env;
const service = { serviceUrl: SERVICE_URL, clientId: CLIENT_ID, apiKey: API_KEY };

export const database = new sqlite.Database(`${DATA_FOLDER}/transcripts.db`);

export const watcher = createTaskWatcher({
  ...service,
  // A folder is enough for one process. For several, use createRedisStorage.
  storage: createStorage({ driver: fsDriver({ base: `${DATA_FOLDER}/tasks` }) as Driver }),
  ...rowsIn(database),
  onEvent: (event) => {
    if (event.kind === 'configuration') console.error(event.message, event.cause);
    if (event.kind === 'hook' && event.outcome !== 'ok') console.error(event);
  },
});
watcher.start();

export const handler = createPartnerHandler({
  ...service,
  clientSecret: CLIENT_SECRET,
  // Your own session stands here: `{ userId }` of who is signed in, or null.
  authorize: createSession(CLIENT_SECRET ?? '').authorize,
  watcher,
  listTranscriptions: true,
});
