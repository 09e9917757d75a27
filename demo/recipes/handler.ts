import { mkdirSync } from 'node:fs';
import sqlite from 'node-sqlite3-wasm';
import { createTransport } from 'nodemailer';
import { createStorage, type Driver } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import { createPartnerHandler, createTaskWatcher, type HandlerEvent } from '../../src/server.js';
import { createSession } from '../session.js';
import { emailWhenReady } from './email.js';
import { rowsIn } from './sqlite.js';

const { SERVICE_URL, CLIENT_ID, CLIENT_SECRET, API_KEY, DATA_FOLDER = '.data' } = process.env;
const { ALLOWED_FILE_HOSTS, MAIL_URL } = process.env;
const service = { serviceUrl: SERVICE_URL, clientId: CLIENT_ID, apiKey: API_KEY };

mkdirSync(DATA_FOLDER, { recursive: true });
export const database = new sqlite.Database(`${DATA_FOLDER}/transcripts.db`);
const rows = rowsIn(database);
// Without MAIL_URL, such as smtps://user:password@mail.example.com, emails are only built.
export const mail = MAIL_URL ? createTransport(MAIL_URL) : createTransport({ jsonTransport: true });
// Your own table stands here.
const sendEmail = emailWhenReady(mail, (userId) => Promise.resolve(`${userId}@example.com`));

const onEvent = (event: HandlerEvent): void => {
  if (event.kind === 'configuration') console.error(event);
  else if (event.outcome !== 'ok') console.warn(event);
};

export const watcher = createTaskWatcher({
  ...service,
  // A folder is enough: only one process may watch it. For several processes, use BullMQ.
  storage: createStorage({ driver: fsDriver({ base: `${DATA_FOLDER}/tasks` }) as Driver }),
  onSubmitted: rows.onSubmitted,
  // The row first: if the email fails, both are called again, and the row stays the same.
  onFinished: async (task, context) => {
    rows.onFinished(task);
    await sendEmail(task, context);
  },
  onEvent,
});
watcher.start();

export const handler = createPartnerHandler({
  ...service,
  clientSecret: CLIENT_SECRET,
  // The host of the storage, from which the service may fetch recordings. Unset: every public host.
  allowedFileHosts: ALLOWED_FILE_HOSTS?.split(','),
  // Your own session stands here: `{ userId }` of who is signed in, or null.
  authorize: createSession(CLIENT_SECRET ?? '').authorize,
  watcher,
  listTranscriptions: true,
  onEvent,
});
