/** What is posted to `WATCH_URL`, and the folder that keeps it until it has arrived. */
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openFolder } from '../../../demo/backend-command/folder-storage.js';
import { createPostFinished } from '../../../demo/backend-command/post-finished.js';
import { createTaskWatcher, type FinishedTask } from '../../../src/server.js';
import { close, listen } from '../../support/fake-service.js';
import { COOKIE, createBackendWorld, startApplication, type Application } from './world.js';

const SECRET = 's'.repeat(32);
const DATA = { text: 'Hello.', language: 'en', duration: 2, segments: [] };

const folderFor = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'backend-command-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'kept');
};

const posts = ({ asked }: Application) => asked.filter(({ req }) => req.method === 'POST');

/** The time limit of the test runner ends a wait in vain. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

/** Resolves once the application has got `count` posts. */
const untilPosted = (application: Application, count: number): Promise<void> =>
  until(() => posts(application).length >= count);

/** As docs/backend.md tells an application to check it. */
const isSigned = (signature: unknown, body: string): boolean => {
  const [, time = '', mac = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(signature)) ?? [];
  const expected = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex');
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(time));
  return mac === expected && ageSeconds < 300;
};

describe('backend command: posts', () => {
  it('arrive signed and at least once, although the application fails and the process restarts', async (t) => {
    const { application, service, start } = await createBackendWorld(t);
    const changes = {
      WATCH_URL: `${application.url}/done`,
      WATCH_SECRET: SECRET,
      STORAGE: await folderFor(t),
    };
    service.on('GET /open/partner/ai/transcriptions/task-1', () => ({
      json: { transcription_id: 'task-1', status: 'SUCCESS', data: DATA },
    }));
    application.postStatus = 503;
    const first = await start(changes);
    const submitted = await fetch(`${first.url}/transcriptions`, {
      method: 'POST',
      headers: { Cookie: COOKIE, 'Content-Type': 'application/json' },
      body: JSON.stringify({ file_url: 'https://files.example.com/a.mp3' }),
    });
    const { transcription_id: sealedId } = (await submitted.json()) as { transcription_id: string };
    await untilPosted(application, 1);
    await first.close();
    const { length } = posts(application);
    application.postStatus = 204;
    const second = await start(changes);
    await untilPosted(application, length + 1);
    await second.close();
    const last = posts(application).at(-1);
    assert.ok(last);
    assert.ok(isSigned(last.req.headers['audio-transcribe-signature'], last.body));
    assert.ok(!isSigned(last.req.headers['audio-transcribe-signature'], `${last.body} `));
    const { attempt, ...said } = JSON.parse(last.body) as Record<string, unknown>;
    assert.ok(Number(attempt) > 1);
    assert.deepEqual(said, {
      event: 'audio-transcribe.transcription.finished',
      ...{ userId: 'user-ada', transcriptionId: sealedId, status: 'SUCCESS', data: DATA },
    });
    const count = posts(application).length;
    const third = await start(changes);
    await third.close();
    assert.equal(posts(application).length, count, 'a post that has arrived is not repeated');
  });

  it('that failed for a day are tried again at the next start', async (t) => {
    const { application, environment, start } = await createBackendWorld(t);
    const folder = await folderFor(t);
    const storage = await openFolder(folder);
    let daysLater = 0;
    let hasGivenUp = false;
    const watcher = createTaskWatcher({
      storage,
      serviceUrl: environment['SERVICE_URL'],
      clientId: environment['CLIENT_ID'],
      apiKey: environment['API_KEY'],
      clock: {
        now: Date.now,
        elapsed: () => performance.now() + daysLater * 86_400_000,
        setTimer: (run, ms) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
      },
      onFinished: () => {
        daysLater++;
        throw new Error('WATCH_URL answered 503');
      },
      onEvent: (event) =>
        void (hasGivenUp ||= event.kind === 'hook' && event.outcome === 'gave-up'),
    });
    watcher.start();
    const task = { userId: 'user-ada', transcriptionId: 'task-1', sealedId: 'sealed-1' };
    await watcher.submitted(
      { ...task, request: null },
      { transcription_id: 'task-1', status: 'SUCCESS', raw: DATA },
    );
    await until(() => hasGivenUp);
    await watcher.stop();
    await storage.close();

    await start({ WATCH_URL: `${application.url}/done`, WATCH_SECRET: SECRET, STORAGE: folder });
    await untilPosted(application, 1);
    const posted = JSON.parse(posts(application)[0]?.body ?? '') as { transcriptionId: string };
    assert.equal(posted.transcriptionId, 'sealed-1');
  });
});

describe('backend command: hostile receivers of posts', () => {
  const TASK: FinishedTask = {
    ...{ userId: 'user-ada', transcriptionId: 'task-1', sealedId: 'sealed-1' },
    status: 'SUCCESS',
    data: DATA,
  };

  /** Posts once to a receiver that answers like this. */
  const postTo = async (
    t: TestContext,
    answer: (res: ServerResponse) => void,
    signal = new AbortController().signal,
  ): Promise<void> => {
    const server = createServer((_, res) => answer(res));
    t.after(() => close(server));
    const url = await listen(server);
    return createPostFinished({ url, secret: SECRET })(TASK, { signal, attempt: 1 });
  };

  const writeForEver = (res: ServerResponse): void => {
    if (res.destroyed) return;
    if (res.write(' '.repeat(65_536))) setImmediate(writeForEver, res);
    else res.once('drain', () => writeForEver(res));
  };

  it('get the transcript at no other address, whatever the redirect', async (t) => {
    const other = await startApplication(t);
    for (const status of [301, 302, 303, 307, 308]) {
      const Location = `${other.url}/done`;
      await assert.rejects(
        postTo(t, (res) => res.writeHead(status, { Location }).end()),
        new RegExp(`WATCH_URL answered ${status}`),
      );
    }
    assert.equal(other.asked.length, 0);
  });

  it('are not listened to for ever: only their status counts', async (t) => {
    for (const status of [200, 500]) {
      let closed: Promise<unknown> = Promise.resolve();
      const post = postTo(t, (res) => {
        closed = once(res, 'close');
        writeForEver(res.writeHead(status));
      });
      await (status === 200 ? post : assert.rejects(post, /answered 500/));
      await closed;
    }
  });

  it('that never answer are given up at the time limit of the watcher', async (t) => {
    const limit = new AbortController();
    const post = postTo(t, () => limit.abort(), limit.signal);
    await assert.rejects(post, { name: 'AbortError' });
  });
});

describe('backend command: folder', () => {
  it('is readable only by its user, and drops what a dead process was writing', async (t) => {
    const folder = await folderFor(t);
    const storage = await openFolder(folder);
    await storage.setItem('a:b', 'value');
    await writeFile(path.join(folder, `${randomUUID()}.new`), '{');
    await storage.close();
    const again = await openFolder(folder);
    const files = await readdir(folder);
    const [name = '', ...others] = files.filter((file) => !file.startsWith('p-'));
    assert.deepEqual(others, []);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.equal((await stat(path.join(folder, name))).mode & 0o777, 0o600);
    assert.equal(await again.getItem('a:b'), 'value');
    assert.deepEqual(await again.getKeys('a:'), ['a:b']);
    await again.removeItem('a:b');
    assert.equal(await again.getItem('a:b'), null);
  });

  it('that has other files is left alone: it may be the project, or /tmp', async (t) => {
    const folder = await folderFor(t);
    await mkdir(folder);
    await chmod(folder, 0o755);
    for (const name of ['package.json', 'notes.new', '.env', 'p-now.txt']) {
      const file = path.join(folder, name);
      await writeFile(file, '{}');
      await assert.rejects(openFolder(folder), /^Error: STORAGE: the folder has other files/);
      assert.deepEqual(await readdir(folder), [name]);
      await rm(file);
    }
    assert.equal((await stat(folder)).mode & 0o777, 0o755);
    await mkdir(path.join(folder, 'lost+found'));
    await (await openFolder(folder)).close();
  });

  it('gives a key to one of many who want it at the same moment, and again after its time', async (t) => {
    let now = 0;
    const storage = await openFolder(await folderFor(t), () => now);
    const take = (value: string): Promise<boolean> =>
      storage.setIfAbsent('key', value, { ttl: 10 });
    const taken = await Promise.all(Array.from({ length: 50 }, (_, index) => take(`${index}`)));
    assert.equal(taken.filter(Boolean).length, 1);
    assert.equal(await storage.getItem('key'), String(taken.indexOf(true)));
    now = 10_000;
    assert.equal(await storage.getItem('key'), null);
    const again = await Promise.all(Array.from({ length: 50 }, (_, index) => take(`${index}`)));
    assert.equal(again.filter(Boolean).length, 1);
    assert.equal(await storage.getItem('key'), String(again.indexOf(true)));
  });

  it('loses the files whose time is over at the start and every hour', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    let now = 0;
    const folder = await folderFor(t);
    const storage = await openFolder(folder, () => now);
    await storage.setItem('kept:for ever', '1');
    await storage.setItem('kept:for two hours', '2', { ttl: 7200 });
    await storage.setIfAbsent('kept:for a minute', '3', { ttl: 60 });
    const files = async (): Promise<readonly string[]> =>
      (await readdir(folder)).filter((name) => name.endsWith('.json'));
    now = 3_600_000;
    t.mock.timers.tick(now);
    while ((await files()).length > 2);
    assert.equal(await storage.getItem('kept:for two hours'), '2');
    await storage.close();
    now = 7_200_000;
    const again = await openFolder(folder, () => now);
    while ((await files()).length > 1);
    assert.equal(await again.getItem('kept:for ever'), '1');
    await again.close();
  });
});
