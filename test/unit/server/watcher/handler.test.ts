/** The handler with a task watcher. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStorage } from 'unstorage';
import {
  createTaskWatcher,
  isTranscribeError,
  openSealedId,
  type SubmissionStore,
  type WatcherStorage,
} from '../../../../src/server.js';
import {
  API_KEY,
  CLIENT_ID,
  CLIENT_SECRET,
  FILE_URL,
  requestOf,
  ROUTES,
  startHarness,
  submit,
  type Harness,
} from '../harness.js';
import { startWatched } from './watched-handler.js';
import { DATA } from './world.js';

const succeed = ({ service }: Harness): void =>
  service.on(ROUTES.query, () => ({
    json: { transcription_id: 'task-1', status: 'SUCCESS', data: DATA },
  }));

describe('handler with a watcher', () => {
  it('tells the page that a result that is nested too deeply is invalid', async (t) => {
    const { harness, clock } = await startWatched(t);
    const sealedId = await submit(harness);
    await clock.advance(2_001);
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    harness.service.on(ROUTES.query, () => ({
      text: `{"transcription_id":"task-1","status":"SUCCESS","data":${deep}}`,
    }));
    const answer = await harness.ask(`GET /transcriptions/${sealedId}`);
    assert.equal(answer.code, 'service-result-invalid');
  });

  it('does not record a submission that failed', async (t) => {
    const { harness, watcher } = await startWatched(t);
    harness.service.on(ROUTES.submit, () => ({ status: 500 }));
    const answer = await harness.ask('POST /transcriptions', { json: { file_url: FILE_URL } });
    assert.equal(answer.code, 'submission-unknown');
    assert.deepEqual((await watcher.list('user-ada', { limit: 1, after: null })).tasks, []);
  });

  it('calls the hooks though no page asks, with the id that the page has', async (t) => {
    const { harness, clock, finished, submitted, watcher } = await startWatched(t);
    const sealedId = await submit(harness);
    succeed(harness);
    watcher.start();
    await clock.advance(60_000);
    await watcher.stop();
    const name = { userId: 'user-ada', transcriptionId: 'task-1', sealedId };
    assert.deepEqual(submitted, [{ ...name, request: { file_url: FILE_URL } }]);
    assert.deepEqual(finished, [{ ...name, status: 'SUCCESS', data: DATA }]);
  });

  it('answers a finished task from the watcher, but only its own user', async (t) => {
    const { harness, clock, watcher } = await startWatched(t);
    const sealedId = await submit(harness);
    succeed(harness);
    watcher.start();
    await clock.advance(60_000);
    await watcher.stop();
    const before = harness.service.received.length;
    const answer = await harness.ask(`GET /transcriptions/${sealedId}`);
    assert.deepEqual(answer.json, { transcription_id: sealedId, status: 'SUCCESS', data: DATA });
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const other = await harness.ask(`GET /transcriptions/${sealedId}`, { user: 'user-eve' });
    assert.equal(other.status, 404);
    assert.equal(harness.service.received.length, before, 'the service was not asked');
  });

  it('many tabs cost one query in two seconds, and replace the queries of the watcher', async (t) => {
    const { harness, clock, watcher } = await startWatched(t);
    watcher.start();
    const sealedId = await submit(harness);
    const queries = () => harness.service.at(ROUTES.query).length;
    const ask = () => harness.ask(`GET /transcriptions/${sealedId}`);
    assert.equal((await ask()).status, 200);
    assert.equal(queries(), 0, 'the answer to the submission is fresh');
    await clock.advance(1_900);
    const before = queries();
    await clock.advance(200);
    await Promise.all([ask(), ask(), ask(), ask(), ask()]);
    await ask();
    assert.ok(queries() - before <= 1, `${queries() - before} queries`);
    await watcher.stop();
  });

  it('hands what a page found out to the hooks at once', async (t) => {
    const { harness, clock, finished, watcher } = await startWatched(t);
    watcher.start();
    const sealedId = await submit(harness);
    await clock.advance(2_001);
    succeed(harness);
    const answer = await harness.ask(`GET /transcriptions/${sealedId}`);
    assert.equal((answer.json as { status: string }).status, 'SUCCESS');
    await clock.advance(1_000);
    assert.equal(finished.length, 1);
    assert.ok(harness.service.at(ROUTES.query).length <= 2);
    await watcher.stop();
  });

  it('passes on failures of the service as before', async (t) => {
    for (const [status, code] of [
      [404, 'not-found'],
      [429, 'too-many-requests'],
      [500, 'service-unavailable'],
    ] as const) {
      const { harness, clock, watcher } = await startWatched(t);
      watcher.start();
      const sealedId = await submit(harness);
      await clock.advance(1_500);
      harness.service.on(ROUTES.query, () => ({ status, headers: { 'Retry-After': '7' } }));
      await clock.advance(600);
      const answer = await harness.ask(`GET /transcriptions/${sealedId}`);
      assert.equal(answer.code, code);
      if (status === 429) assert.equal(answer.headers.get('retry-after'), '7');
      await watcher.stop();
    }
  });

  it('watches a running task that an instance lost before it could store it', async (t) => {
    const { harness, clock, finished, submitted, watcher } = await startWatched(t);
    const lost = await submit({ ...harness, ask: (await startHarness(t)).ask });
    assert.equal((await harness.ask(`GET /transcriptions/${lost}`)).status, 200);
    succeed(harness);
    watcher.start();
    await clock.advance(60_000);
    await watcher.stop();
    assert.equal(finished.length, 1);
    assert.equal(submitted.length, 0);
  });

  it('is told of a task at a repeat if the process died before it could tell, and only once', async (t) => {
    const values = createStorage();
    const submissionStore: SubmissionStore = {
      getItem: (key) => values.getItem(key),
      setItem: (key, value) => values.setItem(key, value),
      removeItem: (key) => values.removeItem(key),
    };
    const headers = { 'Idempotency-Key': '0123456789abcdef0123456789abcdef' };
    const { harness, clock, finished, submitted, watcher } = await startWatched(
      t,
      {},
      { submissionStore },
    );
    // Its process dies here.
    const dying = harness.another({
      submissionStore,
      watcher: {
        submitted: () => Promise.reject(new Error('dead')),
        query: () => Promise.reject(new Error('dead')),
      },
    });
    const request = { json: { file_url: FILE_URL }, headers };
    await dying(requestOf('POST /transcriptions', request));
    let told = 0;
    const counting = harness.another({
      submissionStore,
      watcher: {
        query: (task, ask) => watcher.query(task, ask),
        submitted: (task, response) => {
          told += 1;
          return watcher.submitted(task, response);
        },
      },
    });
    watcher.start();
    for (let repeat = 0; repeat < 3; repeat++) {
      const answer = await counting(requestOf('POST /transcriptions', request));
      assert.equal(answer.status, 200);
    }
    assert.equal(told, 1);
    assert.equal(harness.service.at(ROUTES.submit).length, 1);
    succeed(harness);
    await clock.advance(60_000);
    await watcher.stop();
    assert.deepEqual(
      submitted.map(({ transcriptionId, request: { file_url: address } }) => [
        transcriptionId,
        address,
      ]),
      [['task-1', FILE_URL]],
    );
    assert.deepEqual(
      finished.map(({ status }) => status),
      ['SUCCESS'],
    );
  });

  it('records a submission whose page is closed before the service answers', async (t) => {
    const { harness, clock, submitted, watcher } = await startWatched(t);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    harness.service.on(ROUTES.submit, async () => {
      await answered;
      return { json: { transcription_id: 'task-1', status: 'PENDING', data: {} } };
    });
    const tab = new AbortController();
    const received = harness.service.next(ROUTES.submit);
    const asked = harness.ask('POST /transcriptions', {
      json: { file_url: FILE_URL },
      signal: tab.signal,
    });
    await received;
    tab.abort();
    answer();
    await asked;
    watcher.start();
    await clock.advance(1_000);
    await watcher.stop();
    assert.equal(submitted.length, 1);
  });

  it('does not watch a finished task that it has forgotten', async (t) => {
    const { harness, clock, finished, watcher } = await startWatched(t);
    const lost = await submit({ ...harness, ask: (await startHarness(t)).ask });
    succeed(harness);
    assert.equal((await harness.ask(`GET /transcriptions/${lost}`)).status, 200);
    watcher.start();
    await clock.advance(60_000);
    await watcher.stop();
    assert.equal(finished.length, 0);
  });

  it('answers submissions and queries while the storage fails', async (t) => {
    const down = () => Promise.reject(new Error('ECONNREFUSED'));
    const storage = { getItem: down, setItem: down, removeItem: down, getKeys: down };
    const { harness } = await startWatched(t, { storage });
    const sealedId = await submit(harness);
    succeed(harness);
    assert.equal((await harness.ask(`GET /transcriptions/${sealedId}`)).status, 200);
  });

  it('answers submissions if a recorder throws, and reports it', async (t) => {
    const harness = await startHarness(t, {
      watcher: {
        submitted: () => Promise.reject(new Error('queue down')),
        query: async (_, ask) => ({ status: (await ask()).status, data: null }),
      },
    });
    await submit(harness);
    assert.ok(
      harness.events.some(
        (event) => event.kind === 'configuration' && /submitted failed/.test(event.message),
      ),
    );
  });
});

it('a task that the watcher could not store is told again at a repeat of the page', async (t) => {
  const storage = createStorage();
  let isDown = true;
  const failing: WatcherStorage = {
    getItem: (key) => storage.getItem(key),
    setItem: (key, value) =>
      isDown && key.includes(':active:')
        ? Promise.reject(new Error('no space left'))
        : storage.setItem(key, value),
    removeItem: (key) => storage.removeItem(key),
    getKeys: (base) => storage.getKeys(base),
  };
  const submissionStore = createStorage();
  const keyed = {
    json: { file_url: FILE_URL },
    headers: { 'Idempotency-Key': '0123456789abcdef' },
  };
  const first = await startWatched(t, { storage: failing }, { submissionStore });
  assert.equal((await first.harness.ask('POST /transcriptions', keyed)).status, 200);
  // The process dies before the watcher could store the task.
  await first.watcher.stop();
  isDown = false;
  const watcher = createTaskWatcher({
    serviceUrl: first.harness.service.url,
    clientId: CLIENT_ID,
    apiKey: API_KEY,
    storage: failing,
    onFinished: () => undefined,
  });
  const handler = first.harness.another({ watcher, submissionStore });
  assert.equal((await handler(requestOf('POST /transcriptions', keyed))).status, 200);
  const { tasks } = await watcher.list('user-ada', { limit: 1, after: null });
  assert.deepEqual(
    tasks.map(({ transcriptionId }) => transcriptionId),
    ['task-1'],
  );
  assert.equal(first.harness.service.at(ROUTES.submit).length, 1);
});

describe('openSealedId', () => {
  it('opens the id of a page, and tells whether it belongs to the user', async (t) => {
    const sealedId = await submit(await startHarness(t));
    const open = (id: string, userId?: string) =>
      openSealedId(id, { clientSecret: CLIENT_SECRET, userId });
    assert.deepEqual(await open(sealedId, 'user-ada'), {
      transcriptionId: 'task-1',
      isVerified: true,
    });
    for (const [id, user] of [
      [sealedId, 'user-eve'],
      [sealedId, undefined],
      [sealedId.slice(0, -1) + (sealedId.endsWith('A') ? 'B' : 'A'), 'user-ada'],
    ] as const) {
      assert.deepEqual(await open(id, user), { transcriptionId: 'task-1', isVerified: false });
    }
    for (const id of ['', 'task-1', '..', '%.%', `${'_'.repeat(5)}.a`]) {
      assert.equal(await open(id, 'user-ada'), null, id);
    }
  });

  it('refuses to run without a key', async () => {
    await assert.rejects(openSealedId('a.b', {}), isTranscribeError);
  });
});
