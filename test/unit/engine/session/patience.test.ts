/** How long a session waits, with a clock that advances only when everything waits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCheckedBackend, type PartTransport } from '../../../../src/engine.js';
import {
  codeOf,
  CHUNK_SIZE,
  createScriptedSession,
  PATHS,
  RESULT,
  task,
  uploadedAs,
} from '../../../support/scripted-session.js';
import { createWorld, jsonResponse } from '../../../support/simulated-world.js';

const reset = (): TypeError => new TypeError('connection reset');
const stored = { status: 200, etag: '"x-1"', retryAfter: null };
const MINUTE = 60_000;

describe('browser that is offline while a token is requested', () => {
  for (const isOnlineFirst of [false, true]) {
    it(`says so, ${isOnlineFirst ? 'if it goes offline then' : 'if it was offline before'}`, async () => {
      const { selectFile, session, until, world } = createScriptedSession({
        userToken: (_request, count) => {
          if (count === 1) world.online = false;
          return world.online
            ? jsonResponse(200, { access_token: 'token', token_type: 'bearer', expires_in: 86_400 })
            : new TypeError('no network');
        },
      });
      const troubles: (string | null)[] = [];
      session.subscribe((_state, _previous, event) => {
        if (event.type === 'trouble') troubles.push(event.trouble);
      });
      world.online = isOnlineFirst;
      selectFile();
      assert.equal((await until('uploading', 'failed')).name, 'uploading');
      assert.deepEqual(troubles, ['offline', 'retrying', null]);
      assert.equal(world.requests.filter((it) => it === PATHS.plan).length, 1);
    });
  }
});

describe('network that is down without an offline event', () => {
  it('is retried for 15 minutes once a part was stored', async () => {
    let startedAt = 0;
    const scripted = createScriptedSession(
      {},
      {
        part: (n) => {
          const now = scripted.world.clock.now();
          if (n === 1) return stored;
          startedAt ||= now;
          return now - startedAt < 12 * MINUTE ? reset() : stored;
        },
      },
    );
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.ok(
      scripted.states.some((it) => it.name === 'uploading' && it.trouble === 'retrying'),
      'and says so',
    );
    const last = scripted.states.findLast(({ name }) => name === 'uploading');
    assert.equal(last?.name === 'uploading' && last.trouble, null);
  });

  it('is retried for 15 minutes at the completion too', async () => {
    let startedAt = 0;
    const scripted = createScriptedSession({
      complete: ({ body = '' }) => {
        const now = scripted.world.clock.now();
        startedAt ||= now;
        if (now - startedAt < 10 * MINUTE) return reset();
        return uploadedAs((JSON.parse(body) as { file_md5: string }).file_md5);
      },
    });
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.equal(scripted.bodies('plan').length, 1);
  });

  it('fails after eight attempts if no part was ever stored', async () => {
    const { until, selectFile, world } = createScriptedSession({}, { part: reset });
    selectFile();
    assert.equal(codeOf(await until('ready', 'failed')), 'network');
    assert.deepEqual(
      world.sentParts,
      Array.from({ length: 8 }, () => 1),
    );
  });

  it('resets the count of attempts whenever more bytes were sent', async () => {
    const scripted = createScriptedSession(
      {},
      { part: (_n, tries) => (tries < 20 ? reset() : stored) },
    );
    const { sendPart } = scripted.world;
    let advanced = 0;
    Object.assign(scripted.world, {
      sendPart: (request: Parameters<typeof sendPart>[0]) =>
        sendPart({ ...request, onProgress: () => request.onProgress(Math.min(++advanced, 90)) }),
    });
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
  });
});

describe('storage host that is slow to respond', () => {
  it('gets more time with each attempt', async () => {
    const { selectFile, until, world } = createScriptedSession({}, { size: CHUNK_SIZE });
    const sendPart: PartTransport = async ({ body, onProgress, signal }) => {
      world.sentParts.push(1);
      onProgress(body.size);
      await world.clock.sleep(150_000, signal);
      return { status: 200, etag: '"etag"', retryAfter: null };
    };
    Object.assign(world, { sendPart });
    selectFile();
    assert.equal((await until('submitting', 'failed')).name, 'submitting');
    assert.equal(world.sentParts.length, 3);
  });
});

describe('part whose upload progress is unknown', () => {
  const triesFor = async (ms: number) => {
    const { selectFile, until, world } = createScriptedSession({}, { size: CHUNK_SIZE });
    const sendPart: PartTransport = async ({ onProgress, signal }) => {
      world.sentParts.push(1);
      onProgress(null);
      await world.clock.sleep(ms, signal);
      return { status: 200, etag: '"etag"', retryAfter: null };
    };
    Object.assign(world, { sendPart });
    selectFile();
    assert.equal((await until('submitting', 'failed')).name, 'submitting');
    return world.sentParts.length;
  };

  it('has five minutes, and five more on each further attempt', async () => {
    assert.equal(await triesFor(299_000), 1);
    assert.equal(await triesFor(599_000), 2);
  });
});

describe('polling a task', () => {
  it('continues through a custom backend too', async () => {
    let queries = 0;
    const backend = createCheckedBackend(
      {
        submit: () => Promise.reject(new Error('nothing is submitted here')),
        query: () =>
          ++queries < 30 ? Promise.reject(new Error('busy')) : task('SUCCESS', RESULT).json(),
      },
      createWorld(),
    );
    const { signal } = new AbortController();
    assert.equal((await backend.query('task-1', { signal })).status, 'SUCCESS');
  });

  it('continues however long its queries fail', async () => {
    const { until, selectFile, world } = createScriptedSession({
      query: (_request, count) => {
        if (count > 40) return task('SUCCESS', RESULT);
        return count % 2 ? reset() : jsonResponse(503, undefined, { 'Retry-After': '5' });
      },
    });
    selectFile();
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.equal(world.requests.filter((it) => it === PATHS.submit).length, 1);
  });

  it('continues however long something else answers, and says so', async () => {
    const { until, selectFile, session } = createScriptedSession({
      query: (_request, count) =>
        count <= 40 ? jsonResponse(200, { hello: 'guest' }) : task('SUCCESS', RESULT),
    });
    const troubles = new Set<unknown>();
    session.subscribe((_state, _previous, event) => {
      if (event.type === 'trouble') troubles.add(event.trouble);
    });
    selectFile();
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.deepEqual([...troubles], ['retrying', 'intercepted', null]);
  });

  it('slows down while the page is hidden, and queries at once when it is shown', async () => {
    const asked: number[] = [];
    const scripted = createScriptedSession({
      query: (_request, count) => {
        asked.push(scripted.world.clock.now());
        if (count === 1) scripted.world.visible = false;
        return count < 5 ? task('PROGRESS') : task('SUCCESS', RESULT);
      },
    });
    scripted.session.subscribe((_state, _previous, { type }) => {
      if (type === 'polled' && asked.length === 3) queueMicrotask(() => scripted.world.show());
    });
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    const [hidden = 0, , shown = 0, visible = 0] = waits;
    assert.ok(hidden >= 6_000, String(waits));
    assert.ok(shown < 2_000, String(waits));
    assert.ok(visible >= 2_000 && visible <= hidden, String(waits));
  });
});
