/** The recipes of docs/watcher.md on real servers: a task is submitted, its page is closed, and the hook is called. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sqlite from 'node-sqlite3-wasm';
import { createTransport } from 'nodemailer';
import { emailWhenReady } from '../../../demo/recipes/email.js';
import { rowsIn } from '../../../demo/recipes/sqlite.js';
import { createSession } from '../../../demo/session.js';
import { openSealedId } from '../../../src/server.js';
import { toNodeHandler } from '../../../src/server/node.js';
import { close, listen, startFakeService } from '../../support/fake-service.js';
import { post } from '../../support/sandbox-client.js';
import { DATA } from '../../unit/server/watcher/world.js';

const service = await startFakeService();
let submissions = 0;
service.on('POST /open/partner/ai/transcriptions/', () => {
  const id = `task-${(submissions += 1)}`;
  service.on(`GET /open/partner/ai/transcriptions/${id}`, () => ({
    json: { transcription_id: id, status: 'SUCCESS', data: DATA },
  }));
  return { json: { transcription_id: id, status: 'PENDING', data: {} } };
});

const folder = await mkdtemp(path.join(tmpdir(), 'recipes-'));
const environment = {
  SERVICE_URL: service.url,
  CLIENT_ID: 'client-1',
  CLIENT_SECRET: 'secret-1',
  API_KEY: 'api-key-1',
  // The recipe creates it.
  DATA_FOLDER: path.join(folder, 'new'),
  ALLOWED_FILE_HOSTS: 'files.example.com',
};
// The recipes read it on import, like a partner's server.
Object.assign(process.env, environment);
const cookie = { Cookie: createSession(environment.CLIENT_SECRET).newCookie() };
after(async () => {
  for (const name of Object.keys(environment)) delete process.env[name];
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** The time limit of the test runner ends a wait in vain. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(20);
};

/** Submits a recording; returns the service's id. */
const submit = async (
  url: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const body = { file_url: 'https://files.example.com/a.mp3' };
  const headers = { ...cookie, ...more };
  const { status, json } = await post(`${url}/api/transcribe/transcriptions`, headers, body);
  assert.equal(status, 200);
  const keys = { clientSecret: environment.CLIENT_SECRET };
  const opened = await openSealedId(String(json['transcription_id']), keys);
  return opened?.transcriptionId ?? '';
};

const statusOf = (database: InstanceType<typeof sqlite.Database>, id: string): unknown =>
  database.get('SELECT status FROM transcripts WHERE transcription_id = ?', id)?.['status'];

const shared = async () => {
  const { database, handler } = await import('../../../demo/recipes/handler.js');
  return { database, handler, stored: (id: string) => statusOf(database, id) };
};

describe('recipes: the transcript arrives though no page is open', { concurrency: true }, () => {
  const works: (() => Promise<unknown>)[] = [];
  after(() => Promise.all(works.map((work) => work())));

  it('next: the route submits, and the watcher that starts with the server calls the hook', async () => {
    const { register } = await import('../../../demo/recipes/next-instrumentation.js');
    const { backend, saved } = await import('../../../demo/recipes/next-backend.js');
    const { POST } = await import('../../../demo/recipes/next-route.js');
    await register();
    const server = createServer(toNodeHandler(POST));
    works.push(async () => {
      await close(server);
      await backend().watcher.stop();
    });
    const id = await submit(await listen(server));
    await until(() => saved.get(id) === 'SUCCESS');
  });

  it('the shared backend: writes the row and sends the email in one onFinished', async () => {
    const { mail, watcher } = await import('../../../demo/recipes/handler.js');
    const sent: string[] = [];
    mail.use('stream', (message, next) => {
      sent.push(message.data.text as string);
      next();
    });
    const { handler, stored } = await shared();
    const server = createServer(toNodeHandler(handler));
    works.push(async () => {
      await close(server);
      await watcher.stop();
    });
    const id = await submit(await listen(server));
    await until(() => stored(id) === 'SUCCESS' && sent.length > 0);
    assert.match(sent[0] ?? '', /app\.example\.com\/transcripts/);
  });

  it('worker: a cron trigger calls the hook once, also after a repeated key', async (t) => {
    const entries = new Map<string, string>();
    const mails: unknown[] = [];
    const bindings = {
      ...environment,
      TASKS: {
        get: (key: string) => Promise.resolve(entries.get(key) ?? null),
        put: async (key: string, value: string, options?: { expirationTtl: number }) => {
          assert.ok((options?.expirationTtl ?? 60) >= 60, 'KV refuses this lifetime');
          entries.set(key, value);
        },
        delete: async (key: string) => void entries.delete(key),
        list: ({ prefix, cursor }: { prefix: string; cursor?: string }) => {
          // Pages of one key, so that the cursor is needed.
          const names = [...entries.keys()].filter((key) => key.startsWith(prefix)).sort();
          const at = Number(cursor ?? 0);
          return Promise.resolve({
            keys: names.slice(at, at + 1).map((name) => ({ name })),
            list_complete: at + 1 >= names.length,
            cursor: String(at + 1),
          });
        },
      },
      MAIL: { send: async (message: unknown) => void mails.push(message) },
    };
    const { default: worker } = await import('../../../demo/recipes/worker.js');
    const server = createServer(toNodeHandler((request) => worker.fetch(request, bindings)));
    t.after(() => close(server));
    const url = await listen(server);
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const id = await submit(url, key);
    assert.equal(await submit(url, key), id, 'a repeated key is paid twice');
    while (mails.length === 0) {
      await sleep(20);
      await worker.scheduled({}, bindings);
    }
    await worker.scheduled({}, bindings);
    assert.equal(mails.length, 1);
    assert.deepEqual(
      [...entries.keys()].filter((name) => name.startsWith('task:')),
      [],
    );
  });
});

const FINISHED = {
  userId: 'user-ada',
  transcriptionId: 'task-1',
  sealedId: 'c2VhbGVk.bWFj',
  status: 'SUCCESS',
  data: DATA,
} as const;
const CONTEXT = { signal: new AbortController().signal, attempt: 1 };

describe('recipes: hooks and the list', () => {
  it('GET /transcriptions lists what was submitted', async (t) => {
    const { database, handler } = await shared();
    const server = createServer(toNodeHandler(handler));
    t.after(() => close(server));
    const answer = await fetch(`${await listen(server)}/api/transcribe/transcriptions`, {
      headers: cookie,
    });
    const { transcriptions } = (await answer.json()) as {
      transcriptions: readonly { readonly status: string }[];
    };
    assert.equal(transcriptions.length, 1);
    assert.ok(transcriptions.every(({ status }) => status === 'SUCCESS'));
    database.close();
  });

  it('email: sends one readable email with the link of the page', async () => {
    const sent: string[] = [];
    const transport = createTransport({ streamTransport: true, buffer: true });
    const addressOf = (userId: string) => Promise.resolve(`${userId}@example.com`);
    transport.use('stream', (mail, next) => {
      mail.message.build((error, message) => {
        sent.push(String(message));
        next(error);
      });
    });
    const hook = emailWhenReady(transport, addressOf);
    await hook(FINISHED, CONTEXT);
    await hook(FINISHED, CONTEXT);
    await hook({ ...FINISHED, status: 'FAILURE', data: null }, CONTEXT);
    const header = (text: string, name: string) =>
      new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]?.trim();
    const [first = '', again = '', failed = ''] = sent;
    assert.equal(header(first, 'To'), 'user-ada@example.com');
    assert.equal(header(first, 'Subject'), 'Your transcript is ready');
    assert.match(first, /https:\/\/app\.example\.com\/transcripts\/c2VhbGVk\.bWFj/);
    assert.equal(header(first, 'Message-ID'), header(again, 'Message-ID'));
    assert.match(header(failed, 'Subject') ?? '', /could not be transcribed/);
    for (const text of sent) assert.ok(!text.includes('task-1') && !text.includes('Hello.'));
  });

  it('SQLite: keeps one row, whatever the order and number of calls', () => {
    const database = new sqlite.Database();
    const { onSubmitted, onFinished } = rowsIn(database);
    const submitted = {
      ...{ userId: 'user-ada', transcriptionId: 'task-1', sealedId: 'sealed' },
      request: {
        file_url: 'https://files.example.com/a.mp3',
        params: { transcribe: { language: 'de' } },
      },
    };
    onSubmitted(submitted);
    onFinished(FINISHED);
    onFinished(FINISHED);
    onSubmitted(submitted);
    const [row, ...more] = database.all('SELECT * FROM transcripts');
    assert.equal(more.length, 0);
    assert.deepEqual([row?.['status'], row?.['language']], ['SUCCESS', 'de']);
    assert.deepEqual(JSON.parse(row?.['data'] as string), DATA);
    database.close();
  });
});
