/** What a session waits for, and what it does not: everything on a clock that only moves when all wait. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createCheckedBackend,
  type PartResponse,
  type PartTransport,
} from '../../../src/engine/index.js';
import {
  codeOf,
  CHUNK_SIZE,
  createScriptedSession,
  PATHS,
  RESULT,
  task,
  uploadedAs,
} from '../../support/scripted-session.js';
import { createWorld, jsonResponse, SILENCE, type Silence } from '../../support/simulated-world.js';

const reset = (): TypeError => new TypeError('connection reset');
const stored = { status: 200, etag: '"x-1"', retryAfter: null };
const MINUTE = 60_000;

describe('a network that is gone though the browser does not know', () => {
  it('is waited for, for a quarter of an hour, once a part was stored', async () => {
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

  it('is waited for at the completion too: all the parts are there', async () => {
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

  it('is given up after some tries where nothing ever arrived: the page may be set up wrongly', async () => {
    const { until, selectFile, world } = createScriptedSession({}, { part: reset });
    selectFile();
    assert.equal(codeOf(await until('ready', 'failed')), 'network');
    assert.deepEqual(
      world.sentParts,
      Array.from({ length: 8 }, () => 1),
    );
  });

  it('counts the tries anew whenever more bytes have arrived', async () => {
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

describe('a host that is busy', () => {
  it('is left alone by all parts until the time it named', async () => {
    let busyAt = 0;
    const tooEarly: number[] = [];
    const scripted = createScriptedSession(
      {},
      {
        size: 60 * CHUNK_SIZE,
        part: (n, tries) => {
          const now = scripted.world.clock.now();
          if (n === 20 && tries === 1) {
            busyAt = now;
            return { status: 429, etag: null, retryAfter: '10' };
          }
          if (busyAt > 0 && now > busyAt && now < busyAt + 10_000) tooEarly.push(n);
          return stored;
        },
      },
    );
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.ok(busyAt > 0);
    assert.deepEqual(tooEarly, []);
  });

  /** The most parts at a time, once the three that were under way have failed like this, each of them once. */
  const atATime = async (failure: PartResponse | Error | Silence): Promise<number> => {
    const struck = new Set<number>();
    const isStruck = (n: number): boolean => n >= 30 && n < 33;
    const underWay = new Set<number>();
    let most = 0;
    const scripted = createScriptedSession(
      {},
      {
        size: 60 * CHUNK_SIZE,
        part: (n) => {
          if (!isStruck(n) || struck.has(n)) return stored;
          struck.add(n);
          return failure;
        },
      },
    );
    const { sendPart } = scripted.world;
    Object.assign(scripted.world, {
      sendPart: async (request: Parameters<typeof sendPart>[0]) => {
        const n = Number(request.url.split('/').pop());
        // A part that is tried again has its lane already: the others show how many there are.
        if (!struck.has(n)) underWay.add(n);
        if (struck.size === 3) most = Math.max(most, underWay.size);
        try {
          return await sendPart(request);
        } finally {
          underWay.delete(n);
        }
      },
    });
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.equal(struck.size, 3);
    return most;
  };
  const refusal = (status: number): PartResponse => ({ status, etag: null, retryAfter: '2' });

  for (const [what, failure, most] of [
    ['429', refusal(429), 1],
    ['503', refusal(503), 2],
    ['silence', SILENCE, 2],
    // These say nothing of how much the host can take.
    ['500', refusal(500), 3],
    ['a reset', reset(), 3],
  ] as const) {
    it(`gets ${most} at a time after ${what}`, async () => {
      assert.equal(await atATime(failure), most);
    });
  }
});

describe('a link that carries no more however many parts share it', () => {
  it('gets four parts at a time at most, and one that carries more gets up to six', async () => {
    for (const [isShared, expected] of [
      [true, 4],
      [false, 6],
    ] as const) {
      const { selectFile, until, world } = createScriptedSession({}, { size: 60 * CHUNK_SIZE });
      let underWay = 0;
      let most = 0;
      const sendPart: PartTransport = async ({ body, onProgress, signal }) => {
        underWay++;
        most = Math.max(most, underWay);
        // The last of its bytes comes only with the answer, as on a slow link.
        for (let sent = 0; sent < body.size; sent++) {
          await world.clock.sleep(isShared ? 10 * underWay : 10, signal);
          onProgress(sent + 1);
        }
        underWay--;
        return stored;
      };
      Object.assign(world, { sendPart });
      selectFile();
      assert.equal(codeOf(await until('submitting', 'failed')), 'submitting');
      assert.equal(most, expected, String(isShared));
    }
  });
});

describe('trouble', () => {
  it('is over once a part that failed gets further than before, and not earlier', async () => {
    const scripted = createScriptedSession({}, { size: CHUNK_SIZE });
    const { world, session, selectFile, until } = scripted;
    const seen: [sent: number, trouble: string | null][] = [];
    let tries = 0;
    const sendPart: PartTransport = async ({ onProgress, signal }) => {
      const furthest = ++tries === 1 ? 50 : 100;
      for (let sent = 10; sent <= furthest; sent += 10) {
        await world.clock.sleep(200, signal);
        onProgress(sent);
        const state = session.getState();
        if (tries === 2 && state.name === 'uploading') seen.push([sent, state.trouble]);
      }
      if (tries === 1) throw reset();
      return stored;
    };
    Object.assign(world, { sendPart });
    selectFile();
    assert.equal(codeOf(await until('submitting', 'failed')), 'submitting');
    assert.deepEqual(
      seen,
      [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((sent) => [
        sent,
        sent > 50 ? null : 'retrying',
      ]),
    );
  });
});

describe('the record of a try', () => {
  it('says when it began, how long it took, how far it came and how it ended', async () => {
    const { world, session, selectFile, until } = createScriptedSession({}, { size: CHUNK_SIZE });
    const start = world.clock.now();
    const told: unknown[] = [];
    session.subscribe((_state, _previous, fact) => {
      if (fact.type === 'part-tried') told.push(fact.attempt);
    });
    let tries = 0;
    const sendPart: PartTransport = async ({ onProgress, signal }) => {
      tries++;
      await world.clock.sleep(1_000, signal);
      // Some browsers count what is on the wire beside the body.
      onProgress(tries === 1 ? 40 : 1_000);
      if (tries === 1) throw reset();
      if (tries === 3) await world.clock.sleep(1e9, signal);
      return { ...stored, status: tries === 2 ? 503 : 200 };
    };
    Object.assign(world, { sendPart });
    selectFile();
    assert.equal(codeOf(await until('submitting', 'failed')), 'submitting');
    const at = (ms: number) => ({ part: 1, startedAtMs: start + ms });
    assert.deepEqual(told, [
      { ...at(0), attempt: 1, tookMs: 1_000, sentBytes: 40, outcome: 'no-answer', status: null },
      { ...at(1_400), attempt: 2, tookMs: 1_000, sentBytes: 100, outcome: 'refused', status: 503 },
      {
        ...at(2_800),
        attempt: 3,
        tookMs: 181_000,
        sentBytes: 100,
        outcome: 'stalled',
        status: null,
      },
      { ...at(184_600), attempt: 4, tookMs: 1_000, sentBytes: 100, outcome: 'stored', status: 200 },
    ]);
  });
});

describe('a storage host that is slow to answer', () => {
  it('is given longer with each try, so that a part arrives in the end', async () => {
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

describe('a part whose bytes cannot be counted on the way', () => {
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

  it('has five minutes, and as much longer with each further try', async () => {
    assert.equal(await triesFor(299_000), 1);
    assert.equal(await triesFor(599_000), 2);
  });
});

describe('a task that is asked for', () => {
  it('is not given up by a page’s own backend either', async () => {
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

  it('is not given up, however long its queries fail', async () => {
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

  it('is asked for again where a portal answers in its place, but not for ever', async () => {
    for (const [portals, end] of [
      [4, 'ready'],
      [Infinity, 'response-invalid'],
    ] as const) {
      const { until, selectFile, world } = createScriptedSession({
        query: (_request, count) =>
          count <= portals ? jsonResponse(200, { hello: 'guest' }) : task('SUCCESS', RESULT),
      });
      selectFile();
      assert.equal(codeOf(await until('ready', 'failed')), end);
      assert.equal(world.requests.filter((it) => it === PATHS.query).length, 5);
    }
  });

  it('is asked for more rarely while nobody looks, and at once when somebody does', async () => {
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
