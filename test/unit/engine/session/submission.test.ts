/** Requests that cost money or call the page's code: submissions, tokens, and the page's functions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createBackendFetchToken,
  createCheckedBackend,
  createHttpBackend,
  createSession,
  createUploadService,
  withTimeout,
  createTokenProvider,
  TranscribeError,
  type Job,
  type SessionState,
} from '../../../../src/engine.js';
import {
  codeOf,
  createScriptedSession,
  PATHS,
  RESULT,
  task,
} from '../../../support/scripted-session.js';
import { createWorld, jsonResponse, SILENCE } from '../../../support/simulated-world.js';

describe('submission', () => {
  it('if paused: waits for its response, then for the user', async () => {
    const { session, until, selectFile, world } = createScriptedSession({
      submit: () => {
        session.dispatch({ type: 'pause' });
        return task('PENDING');
      },
    });
    selectFile();
    const held = await until('paused', 'failed');
    assert.equal(held.name === 'paused' && held.job.transcriptionId, 'task-1');
    session.dispatch({ type: 'resume' });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.equal(world.requests.filter((it) => it === PATHS.submit).length, 1);
  });

  /** The job that is stored when the submission is about to be sent. */
  const interrupted = async (): Promise<Job> => {
    const before = createScriptedSession({ submit: () => SILENCE });
    before.selectFile();
    const asked = await new Promise<SessionState>((resolve) => {
      before.session.subscribe((state, _previous, fact) => {
        if (fact.type === 'submission-asked') resolve(state);
      });
    });
    assert.ok(asked.name === 'submitting');
    before.session.dispatch({ type: 'suspend' });
    return asked.job;
  };

  it('that was interrupted by a reload is repeated with the same key and its age', async () => {
    const job = await interrupted();
    const sent: unknown[] = [];
    const { session, until, world } = createScriptedSession({
      submit: ({ headers }) => {
        sent.push([headers['Idempotency-Key'], Number(headers['Idempotency-Key-Age']) > 0]);
        return task('PENDING');
      },
    });
    await world.clock.sleep(5_000, new AbortController().signal);
    session.dispatch({ type: 'restore', job });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.deepEqual(sent, [[job.submissionKey, true]]);
    assert.ok(!world.requests.includes(PATHS.plan), 'nothing is uploaded again');
  });

  it("of a page's own backend is not repeated after a reload without the user's consent", async () => {
    const job = await interrupted();
    const world = createWorld();
    const keys: string[] = [];
    const backend = createCheckedBackend(
      {
        submit: (_request, { key }) => {
          keys.push(key);
          return Promise.resolve({ transcription_id: 'x', status: 'SUCCESS', data: RESULT });
        },
        query: () => Promise.reject(new Error('not needed')),
      },
      world,
    );
    const session = createSession(world, () => ({
      service: () => Promise.reject(new Error('not needed')),
      ...{ backend: () => backend, limits: {}, manualStart: false },
    }));
    const until = (name: string): Promise<SessionState> =>
      new Promise((resolve) => {
        session.subscribe((state) => {
          if (state.name === name) resolve(state);
        });
      });
    const failed = until('failed');
    session.dispatch({ type: 'restore', job });
    const end = await failed;
    assert.ok(end.name === 'failed' && end.error.message.includes('twice'));
    assert.deepEqual(keys, []);
    const ready = until('ready');
    session.dispatch({ type: 'retry' });
    await ready;
    assert.equal(keys.length, 1);
    assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/);
  });

  for (const [what, kept] of [
    ['cannot be stored', () => Promise.resolve(false)],
    ['is stored too late', () => new Promise<boolean>(() => undefined)],
  ] as const) {
    it(`deletes its record before it is sent, if it ${what}`, async () => {
      const order: string[] = [];
      const { until, selectFile } = createScriptedSession(
        {
          submit: () => {
            order.push('sent');
            return task('PENDING');
          },
        },
        {
          kept,
          discard: () => {
            order.push('deleted');
            return Promise.resolve();
          },
        },
      );
      selectFile();
      await until('transcribing');
      assert.deepEqual(order, ['deleted', 'sent']);
    });
  }

  it('is sent only after its record is stored', async () => {
    const order: string[] = [];
    const { session, until, selectFile } = createScriptedSession(
      {
        submit: () => {
          order.push('asked');
          return task('PENDING');
        },
      },
      {
        kept: async () => {
          order.push('keeping');
          for (let turn = 0; turn < 10; turn++) await Promise.resolve();
          order.push('kept');
          return true;
        },
      },
    );
    session.subscribe((_state, _previous, { type }) => {
      if (type === 'submission-asked') order.push('recorded');
    });
    selectFile();
    await until('transcribing');
    assert.deepEqual(order, ['recorded', 'keeping', 'kept', 'asked']);
  });

  it('is not blocked by a store that never answers', async () => {
    const { until, selectFile } = createScriptedSession(
      {},
      { kept: () => new Promise(() => undefined) },
    );
    selectFile();
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
  });
});

describe('token', () => {
  it('is requested again after a resume, although an earlier request was given up', async () => {
    const { session, until, selectFile } = createScriptedSession({
      userToken: (_request, count) =>
        count === 1
          ? SILENCE
          : jsonResponse(200, { access_token: 't', token_type: 'bearer', expires_in: 900 }),
    });
    const stop = session.subscribe((state) => {
      if (state.name !== 'preparing' || state.step !== 'planning') return;
      stop();
      setImmediate(() => {
        session.dispatch({ type: 'pause' });
        session.dispatch({ type: 'resume' });
      });
    });
    selectFile();
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
  });
});

describe('functions of the page', () => {
  const never = (): Promise<never> => new Promise(() => undefined);

  it('and addresses that are missing are told when a connection is made', () => {
    const world = createWorld();
    const tokens = createTokenProvider(withTimeout(never, world), world);
    const wrong: readonly unknown[] = [null, undefined, '', ' ', NaN, {}];
    for (const given of wrong as never[])
      for (const [what, connect] of [
        ['backend.submit', () => createCheckedBackend(given, world)],
        ['fetchToken', () => withTimeout(given, world)],
        ...(given !== wrong.at(-1)
          ? ([
              ['backendUrl', () => createHttpBackend(given, world)],
              ['backendUrl', () => createBackendFetchToken(given, world)],
              ['serviceUrl', () => createUploadService(given, tokens, world)],
            ] as const)
          : []),
      ] as const)
        assert.throws(
          connect,
          (error) =>
            error instanceof TranscribeError &&
            error.code === 'configuration' &&
            error.message.includes(`“${what}”`),
          `${what}: ${String(given)}`,
        );
  });

  it('time out if they never settle and ignore their signal', async () => {
    const world = createWorld();
    const { signal } = new AbortController();
    const tokens = createTokenProvider(withTimeout(never, world), world);
    await assert.rejects(
      tokens.get(signal),
      (error) => error instanceof TranscribeError && error.code === 'token-unavailable',
    );
    const deaf = createCheckedBackend({ submit: never, query: never }, world);
    await assert.rejects(
      deaf.submit({ file_url: 'https://a.test/a.mp3' }, { signal, key: 'key-1' }),
      (error) => error instanceof TranscribeError && error.message.includes('twice'),
    );
  });

  it('are called again if a query never settles', async () => {
    const world = createWorld();
    let asked = 0;
    const backend = createCheckedBackend(
      {
        submit: never,
        query: () =>
          ++asked < 3
            ? never()
            : Promise.resolve({ transcription_id: 'x', status: 'PENDING', data: {} }),
      },
      world,
    );
    const { status } = await backend.query('x', { signal: new AbortController().signal });
    assert.deepEqual([status, asked], ['PENDING', 3]);
  });

  it('submit again after a failure while the browser was offline, and not after one while it was online', async () => {
    const world = createWorld();
    const keys: string[] = [];
    let onlineAt = 3;
    const backend = createCheckedBackend(
      {
        submit: (_request, { key }) => {
          keys.push(key);
          world.online = keys.length >= onlineAt;
          return Promise.reject(new TypeError('fetch failed'));
        },
        query: never,
      },
      { ...world, connectivity: { ...world.connectivity, whenOnline: never } },
    );
    const submit = () =>
      backend.submit(
        { file_url: 'https://a.test/a.mp3' },
        { signal: new AbortController().signal, key: 'key-1' },
      );
    const isUnknown = (error: unknown) =>
      error instanceof TranscribeError && error.message.includes('twice');
    world.online = false;
    await assert.rejects(submit(), isUnknown);
    assert.deepEqual(keys, ['key-1', 'key-1', 'key-1']);
    onlineAt = Infinity;
    world.online = true;
    await assert.rejects(submit(), isUnknown);
    assert.equal(keys.length, 4);
  });
});
