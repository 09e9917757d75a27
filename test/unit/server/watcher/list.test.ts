import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ROUTES, submit } from '../harness.js';
import { startWatched, type Watched } from './watched-handler.js';

describe('GET /transcriptions', () => {
  const list = async ({ harness }: Watched, query = '', user = 'user-ada') =>
    harness.ask(`GET /transcriptions${query}`, { user });

  const filled = async (t: TestContext): Promise<Watched> => {
    const watched = await startWatched(t, {}, { listTranscriptions: true });
    watched.harness.service.on(ROUTES.submit, (_, count) => ({
      json: { transcription_id: `task-${count}`, status: 'PENDING', data: {} },
    }));
    return watched;
  };

  interface Page {
    readonly transcriptions: readonly Record<string, string | null>[];
    readonly next: string | null;
  }

  it('is off by default', async (t) => {
    const watched = await startWatched(t);
    const answer = await list(watched);
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'POST');
  });

  it('lists the tasks of the user, newest first, in pages, under the ids that pages have', async (t) => {
    const watched = await filled(t);
    const { harness, clock, watcher } = watched;
    watcher.start();
    t.after(() => watcher.stop());
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      ids.unshift(await submit(harness));
      await clock.advance(1);
    }
    await submit(harness, { user: 'user-eve' });
    harness.service.on(ROUTES.query, () => ({
      json: { transcription_id: 'task-1', status: 'FAILURE', data: {} },
    }));
    await clock.advance(60_000);
    const first = (await list(watched, '?limit=2')).json as Page;
    assert.equal(first.transcriptions.length, 2);
    const second = (await list(watched, `?limit=3&after=${first.next}`)).json as Page;
    assert.equal(second.next, null);
    const all = [...first.transcriptions, ...second.transcriptions];
    assert.deepEqual(
      all.map((task) => task['transcriptionId']),
      ids,
    );
    const last = all.at(-1);
    assert.deepEqual([last?.['status'], all[0]?.['status']], ['FAILURE', 'PENDING']);
    assert.ok(!Number.isNaN(Date.parse(last?.['endedAt'] ?? '')));
    assert.equal(all[0]?.['endedAt'], null);
    const others = (await list(watched, '', 'user-eve')).json as Page;
    assert.equal(others.transcriptions.length, 1);
    assert.ok(!JSON.stringify(all).includes('task-'), 'no id of the service');
    const none = (await list(watched, '', 'user-none')).json as Page;
    assert.deepEqual(none, { transcriptions: [], next: null });
  });

  it('keeps the rules of the other routes', async (t) => {
    const watched = await filled(t);
    const { harness } = watched;
    assert.equal((await harness.ask('GET /transcriptions', { user: null })).status, 401);
    const foreign = { headers: { Origin: 'https://evil.example' } };
    assert.equal((await harness.ask('GET /transcriptions', foreign)).status, 403);
    const put = await harness.ask('PUT /transcriptions', { json: {} });
    assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, HEAD, POST']);
    for (const query of [
      ...['?limit=0', '?limit=101', '?limit=x', '?limit=1&limit=2', '?limit=', '?all=1'],
      ...['?after=', '?after=..%2F..', `?after=${'a'.repeat(300)}`],
    ]) {
      assert.equal((await list(watched, query)).code, 'bad-request', query);
    }
    const answer = await list(watched);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  it('counts against limits.queries', async (t) => {
    const watched = await startWatched(
      t,
      {},
      { listTranscriptions: true, limits: { queries: { requests: 2, seconds: 60 } } },
    );
    await list(watched);
    await list(watched);
    assert.equal((await list(watched)).status, 429);
  });

  it('reports a storage that fails', async (t) => {
    const down = () => Promise.reject(new Error('ECONNREFUSED'));
    const storage = { getItem: down, setItem: down, removeItem: down, getKeys: down };
    const watched = await startWatched(t, { storage }, { listTranscriptions: true });
    assert.equal((await list(watched)).code, 'misconfigured');
  });
});
