import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionState } from '../../../src/engine/index.js';
import {
  CHUNK_SIZE,
  createScriptedSession,
  PATHS,
  RESULT,
  task,
  wavFile,
} from '../../support/scripted-session.js';
import { jsonResponse } from '../../support/simulated-world.js';

const failure = (state: SessionState): string =>
  state.name === 'failed' ? state.error.code : `not failed but ${state.name}`;

describe('a recording on its way', () => {
  it('goes through every state once, in order, and asks for each thing once', async () => {
    const { until, names, selectFile, world, bodies } = createScriptedSession();
    selectFile();
    const end = await until('ready', 'failed');
    assert.equal(end.name, 'ready');
    assert.deepEqual(names(), ['preparing', 'uploading', 'submitting', 'transcribing', 'ready']);
    assert.deepEqual(world.sentParts.toSorted(), [1, 2, 3, 4, 5]);
    const once = [PATHS.userToken, PATHS.plan, PATHS.complete, PATHS.submit];
    for (const path of once) assert.equal(world.requests.filter((it) => it === path).length, 1);
    assert.deepEqual(bodies('complete'), [
      {
        file_id: 'file-1',
        upload_id: 'upload-1',
        part_list: [1, 2, 3, 4, 5].map((n) => ({ PartNumber: n, ETag: `"etag-${n}"` })),
        filetype: 'wav',
        file_md5: '0123456789abcdef0123456789abcdef',
      },
    ]);
    assert.deepEqual(bodies('submit'), [{ file_url: 'https://storage.test/file-1' }]);
  });

  it('stops asking once the task has ended', async () => {
    const { until, selectFile, world } = createScriptedSession();
    selectFile();
    const end = await until('ready');
    assert.deepEqual(end.name === 'ready' && end.data.segments, RESULT.segments);
    const asked = world.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(world.requests.length, asked);
  });

  it('never shows fewer bytes than before, even when a part is sent again', async () => {
    const { until, selectFile, states } = createScriptedSession(
      {},
      {
        part: (n, tries) => ({
          status: n === 2 && tries < 3 ? 503 : 200,
          etag: `"${n}"`,
          retryAfter: null,
        }),
      },
    );
    selectFile();
    await until('ready');
    const sent = states.flatMap((state) =>
      state.name === 'uploading' ? [state.progress.sentBytes] : [],
    );
    assert.ok(sent.every((bytes, index) => bytes >= (sent[index - 1] ?? 0)));
    assert.equal(sent.at(-1), 5 * CHUNK_SIZE - 30);
  });

  it('waits for start where that is asked for', async () => {
    const { session, until, selectFile, world } = createScriptedSession({}, { manualStart: true });
    selectFile();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const state = session.getState();
    assert.equal(state.name === 'preparing' && state.step, 'waiting-for-start');
    assert.deepEqual(world.requests, []);
    session.dispatch({ type: 'start' });
    assert.equal((await until('ready', 'failed')).name, 'ready');
  });

  it('transcribes an address with no upload, and shows a task that exists', async () => {
    const address = createScriptedSession();
    address.session.dispatch({
      type: 'select',
      source: { kind: 'address', fileUrl: 'https://cdn.test/talk.mp3' },
      options: { diarization: true },
    });
    await address.until('ready');
    assert.deepEqual(address.names(), ['submitting', 'transcribing', 'ready']);
    assert.deepEqual(address.bodies('submit'), [
      { file_url: 'https://cdn.test/talk.mp3', params: { diarization: { enabled: true } } },
    ]);
    const existing = createScriptedSession();
    existing.session.dispatch({
      type: 'select',
      source: { kind: 'task', transcriptionId: 'task-1' },
      options: {},
    });
    await existing.until('ready');
    assert.deepEqual(new Set(existing.world.requests), new Set([PATHS.query]));
  });
});

describe('a recording on a bad day', () => {
  it('survives a network that fails, a busy storage and a busy service', async () => {
    const { until, selectFile, world } = createScriptedSession(
      {
        plan: (_request, count) =>
          count < 3
            ? jsonResponse(503, undefined, { 'Retry-After': '20' })
            : jsonResponse(200, {
                FileId: 'file-1',
                UploadId: 'u',
                ChunkSize: 1_000,
                Parts: [{ PartNumber: 1, PresignedUrl: 'https://storage.test/1' }],
              }),
        query: (_request, count) =>
          count < 4 ? new TypeError('connection reset') : task('SUCCESS', RESULT),
      },
      {
        part: (_n, tries) =>
          tries < 3
            ? new TypeError('connection reset')
            : { status: 200, etag: '"x"', retryAfter: null },
      },
    );
    const start = world.clock.now();
    selectFile();
    assert.equal((await until('ready', 'failed')).name, 'ready');
    assert.deepEqual(world.sentParts, [1, 1, 1]);
    assert.ok(world.clock.now() - start >= 40_000, 'Retry-After was obeyed');
  });

  it('asks for one new token after a 401, and for no third one', async () => {
    const once = createScriptedSession({
      plan: (_request, count) =>
        count === 1
          ? jsonResponse(401, undefined)
          : jsonResponse(200, {
              FileId: 'file-1',
              UploadId: 'u',
              ChunkSize: 1_000,
              Parts: [{ PartNumber: 1, PresignedUrl: 'https://storage.test/1' }],
            }),
    });
    once.selectFile();
    assert.equal((await once.until('ready', 'failed')).name, 'ready');
    assert.equal(once.world.requests.filter((it) => it === PATHS.userToken).length, 2);

    const always = createScriptedSession({ plan: () => jsonResponse(401, undefined) });
    always.selectFile();
    assert.equal(failure(await always.until('ready', 'failed')), 'not-authorized');
    assert.equal(always.world.requests.filter((it) => it === PATHS.plan).length, 2);
  });

  it('asks for a new plan, once, when the addresses have expired, and keeps the hash', async () => {
    const expired = (url: string) => !url.includes('/2/');
    let hashed = 0;
    const { until, selectFile, world, bodies } = createScriptedSession();
    const { sendPart, hash } = world;
    Object.assign(world, {
      sendPart: async (request: Parameters<typeof sendPart>[0]) => {
        const response = await sendPart(request);
        return expired(request.url) ? { ...response, status: 403, etag: null } : response;
      },
      hash: (...parameters: Parameters<typeof hash>) => {
        hashed++;
        return hash(...parameters);
      },
    });
    selectFile();
    assert.equal((await until('ready', 'failed')).name, 'ready');
    assert.equal(hashed, 1);
    const [completed] = bodies('complete') as { upload_id: string }[];
    assert.equal(completed?.upload_id, 'upload-2');
  });

  it('stops at the first ETag that the page may not read, with the line to add', async () => {
    const { until, selectFile, world } = createScriptedSession(
      {},
      { size: 50 * CHUNK_SIZE, part: () => ({ status: 200, etag: null, retryAfter: null }) },
    );
    selectFile();
    const end = await until('ready', 'failed');
    assert.equal(failure(end), 'etag-unreadable');
    assert.ok(
      end.name === 'failed' && end.error.message.includes('Access-Control-Expose-Headers: ETag'),
    );
    assert.ok(world.sentParts.length <= 8, String(world.sentParts.length));
  });

  const ends: readonly (readonly [string, Parameters<typeof createScriptedSession>, string])[] = [
    ['a task that fails', [{ query: () => task('FAILURE') }], 'task-failed'],
    ['a task that is revoked', [{ query: () => task('REVOKED') }], 'task-revoked'],
    [
      'an answer that is no task',
      [{ query: () => jsonResponse(200, { hello: 1 }) }],
      'response-invalid',
    ],
    [
      'an answer that is no JSON',
      [{ plan: () => jsonResponse(200, undefined) }],
      'response-invalid',
    ],
    [
      'a backend that refuses',
      [{ submit: () => jsonResponse(400, undefined) }],
      'backend-rejected',
    ],
    [
      'no session at the backend',
      [{ submit: () => jsonResponse(401, undefined) }],
      'not-authorized',
    ],
    ['no token', [{ userToken: () => jsonResponse(401, undefined) }], 'not-authorized'],
    ['a network that stays away', [{ plan: () => new TypeError('refused') }], 'network'],
    [
      'a storage that refuses',
      [{}, { part: () => ({ status: 400, etag: null, retryAfter: null }) }],
      'storage-rejected',
    ],
    ['another file at the service', [{}, { md5: 'f'.repeat(32) }], 'integrity-mismatch'],
  ];
  for (const [what, parameters, code] of ends) {
    it(`${what} ends as ${code}, with nothing else under way`, async () => {
      const { until, selectFile, world } = createScriptedSession(...parameters);
      selectFile();
      assert.equal(failure(await until('ready', 'failed')), code);
      const asked = world.requests.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(world.requests.length, asked);
    });
  }

  it('an empty file and one that is no recording are told before anything is sent', async () => {
    for (const [file, code] of [
      [new File([], 'empty.mp3'), 'file-empty'],
      [new File(['%PDF-1.7'], 'song.mp3'), 'unsupported-format'],
    ] as const) {
      const { until, selectFile, world } = createScriptedSession();
      selectFile(file);
      assert.equal(failure(await until('failed')), code);
      assert.deepEqual(world.requests, []);
    }
  });

  it('a lost answer to a submission is not sent twice by itself', async () => {
    const { until, selectFile, world } = createScriptedSession({
      submit: () => new TypeError('connection reset'),
    });
    selectFile();
    assert.equal(failure(await until('ready', 'failed')), 'network');
    assert.equal(world.requests.filter((it) => it === PATHS.submit).length, 1);
  });

  it('polls a status that nobody knows on', async () => {
    const { until, selectFile } = createScriptedSession({
      query: (_request, count) => (count < 4 ? task('REINDEXING') : task('SUCCESS', RESULT)),
    });
    selectFile();
    assert.equal((await until('ready', 'failed')).name, 'ready');
  });

  it('being offline costs no try', async () => {
    const scripted = createScriptedSession(
      {},
      {
        part: (_n, tries) => {
          if (tries > 12) return { status: 200, etag: '"x"', retryAfter: null };
          scripted.world.online = false;
          return new TypeError('no network');
        },
      },
    );
    scripted.selectFile(wavFile(80));
    assert.equal((await scripted.until('ready', 'failed')).name, 'ready');
    assert.equal(scripted.world.sentParts.length, 13);
  });
});

describe('what the person can do', () => {
  it('hold and go on: stored parts are not sent again, the plan stays', async () => {
    const { session, until, selectFile, world, bodies } = createScriptedSession(
      {},
      { size: 20 * CHUNK_SIZE },
    );
    const stop = session.subscribe((state) => {
      if (state.name !== 'uploading' || state.job.etags.size < 6) return;
      stop();
      session.dispatch({ type: 'pause' });
    });
    selectFile();
    const paused = await until('paused');
    const stored = paused.name === 'paused' ? [...paused.job.etags.keys()] : [];
    assert.ok(stored.length >= 6);
    const before = world.sentParts.length;
    session.dispatch({ type: 'resume' });
    assert.equal((await until('ready', 'failed')).name, 'ready');
    const after = world.sentParts.slice(before);
    assert.deepEqual(
      after.filter((n) => stored.includes(n)),
      [],
    );
    assert.equal(after.length, 20 - stored.length);
    assert.equal(bodies('plan').length, 1);
  });

  it('try again: the work goes on at what failed', async () => {
    let healthy = false;
    const { session, until, selectFile, world } = createScriptedSession({
      submit: () => (healthy ? task('PENDING') : jsonResponse(500, undefined)),
    });
    selectFile();
    await until('failed');
    const parts = world.sentParts.length;
    healthy = true;
    session.dispatch({ type: 'retry' });
    assert.equal((await until('ready', 'failed')).name, 'ready');
    assert.equal(world.sentParts.length, parts);
    assert.equal(world.requests.filter((it) => it === PATHS.complete).length, 1);
  });

  it('try again after a failed task: it is submitted anew, not asked for again', async () => {
    let failed = true;
    const { session, until, selectFile, world } = createScriptedSession({
      query: () => (failed ? task('FAILURE') : task('SUCCESS', RESULT)),
    });
    selectFile();
    await until('failed');
    failed = false;
    session.dispatch({ type: 'retry' });
    assert.equal((await until('ready', 'failed')).name, 'ready');
    assert.equal(world.requests.filter((it) => it === PATHS.submit).length, 2);
    assert.equal(world.requests.filter((it) => it === PATHS.plan).length, 1);
  });

  it('cancel: nothing more is asked for, and what comes late changes nothing', async () => {
    const { session, selectFile, until, world } = createScriptedSession();
    selectFile();
    await until('uploading');
    session.dispatch({ type: 'cancel' });
    assert.equal(session.getState().name, 'idle');
    const asked = [world.requests.length, world.sentParts.length];
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual([world.requests.length, world.sentParts.length], asked);
    assert.equal(session.getState().name, 'idle');
  });

  it('choose another file meanwhile: the first is dropped', async () => {
    const { selectFile, until, names } = createScriptedSession();
    selectFile();
    await until('uploading');
    selectFile(wavFile(120));
    const end = await until('ready', 'failed');
    assert.equal(end.name === 'ready' && end.job.facts?.size, 120);
    assert.equal(names().filter((name) => name === 'ready').length, 1);
  });

  it('leave and come back: the work waits meanwhile', async () => {
    const { session, selectFile, until, world } = createScriptedSession();
    selectFile();
    await until('transcribing');
    session.dispatch({ type: 'suspend' });
    const asked = world.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(world.requests.length, asked);
    assert.equal(session.getState().name, 'transcribing');
    session.dispatch({ type: 'wake' });
    assert.equal((await until('ready', 'failed')).name, 'ready');
  });
});
