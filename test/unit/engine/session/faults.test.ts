import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { SessionState } from '../../../../src/engine.js';
import {
  CHUNK_SIZE,
  createScriptedSession,
  passTime,
  PATHS,
  RESULT,
  task,
  uploadedAs,
  wavFile,
} from '../../../support/scripted-session.js';
import { jsonResponse, SILENCE, silence, type World } from '../../../support/simulated-world.js';
import { ANSWER_TIMEOUT_MS } from '../../../../src/engine/calls/call.js';
import { FILE_ANSWER_MS, STORED_MS } from '../../../../src/engine/upload/part.js';

const failure = (state: SessionState): string =>
  state.name === 'failed' ? state.error.code : `not failed but ${state.name}`;

/** An upload plan of one part for any of the files here. */
const onePart = () =>
  jsonResponse(200, {
    FileId: 'file-1',
    UploadId: 'u',
    ChunkSize: 1_000,
    Parts: [{ PartNumber: 1, PresignedUrl: 'https://storage.test/1' }],
  });

/** How often the recording has been hashed. */
const countHashes = (world: World): (() => number) => {
  let hashed = 0;
  const { hash } = world;
  Object.assign(world, {
    hash: (...parameters: Parameters<typeof hash>) => {
      hashed++;
      return hash(...parameters);
    },
  });
  return () => hashed;
};

describe('session with faults', () => {
  it('retries after network failures, a busy storage and a busy service', async () => {
    const { until, selectFile, world } = createScriptedSession(
      {
        plan: (_request, count) =>
          count < 3 ? jsonResponse(503, undefined, { 'Retry-After': '20' }) : onePart(),
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

  it('fetches one new token after a 401, and no third one', async () => {
    const once = createScriptedSession({
      plan: (_request, count) => (count === 1 ? jsonResponse(401, undefined) : onePart()),
    });
    once.selectFile();
    assert.equal((await once.until('ready', 'failed')).name, 'ready');
    assert.equal(once.world.requests.filter((it) => it === PATHS.userToken).length, 2);

    const always = createScriptedSession({ plan: () => jsonResponse(401, undefined) });
    always.selectFile();
    assert.equal(failure(await always.until('ready', 'failed')), 'not-authorized');
    assert.equal(always.world.requests.filter((it) => it === PATHS.plan).length, 2);
  });

  it('requests one new plan after the addresses have expired, and keeps the hash', async () => {
    const expired = (url: string) => url.includes('/1/') && !url.endsWith('/1');
    const { until, selectFile, world, bodies } = createScriptedSession();
    const hashed = countHashes(world);
    const { sendPart } = world;
    Object.assign(world, {
      sendPart: async (request: Parameters<typeof sendPart>[0]) => {
        const response = await sendPart(request);
        return expired(request.url) ? { ...response, status: 403, etag: null } : response;
      },
    });
    selectFile();
    assert.equal((await until('ready', 'failed')).name, 'ready');
    assert.equal(hashed(), 1);
    const [completed] = bodies('complete') as { upload_id: string }[];
    assert.equal(completed?.upload_id, 'upload-2');
  });

  it('asks for a new plan when the completion is answered with 404 for a minute, and keeps the hash', async () => {
    const { until, selectFile, world, bodies } = createScriptedSession({
      complete: ({ body = '' }) => {
        const { upload_id, file_md5 } = JSON.parse(body) as { upload_id: string; file_md5: string };
        return upload_id === 'upload-1' ? jsonResponse(404, undefined) : uploadedAs(file_md5);
      },
    });
    const hashed = countHashes(world);
    const startedAtMs = world.clock.now();
    selectFile();
    assert.equal((await until('ready', 'failed')).name, 'ready');
    assert.equal(hashed(), 1);
    assert.ok(world.clock.now() - startedAtMs >= 60_000);
    assert.deepEqual(
      [...new Set(bodies('complete').map((body) => (body as { upload_id: string }).upload_id))],
      ['upload-1', 'upload-2'],
    );
  });

  it('stops after three plans whose completion is answered with 404', async () => {
    const { until, selectFile, world } = createScriptedSession({
      complete: () => jsonResponse(404, undefined),
    });
    selectFile();
    const end = await until('ready', 'failed');
    assert.equal(failure(end), 'upload-expired');
    assert.ok(end.name === 'failed' && end.error.recoverable);
    assert.equal(world.requests.filter((it) => it === PATHS.plan).length, 3);
  });

  it('etag-unreadable: stops at the first hidden ETag and names the header to add', async () => {
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
    assert.deepEqual(world.sentParts, [1]);
  });

  const ends: readonly (readonly [string, Parameters<typeof createScriptedSession>, string])[] = [
    ['a task that fails', [{ query: () => task('FAILURE') }], 'task-failed'],
    ['a task that is revoked', [{ query: () => task('REVOKED') }], 'task-revoked'],
    [
      'an answer that the backend cannot understand, again and again,',
      [{ query: () => jsonResponse(502, { code: 'service-answer-invalid' }) }],
      'response-invalid',
    ],
    ['an answer that is no JSON', [{ plan: () => jsonResponse(200, undefined) }], 'network'],
    ['a network that stays away', [{ plan: () => new TypeError('refused') }], 'network'],
    [
      'a storage that refuses',
      [{}, { part: () => ({ status: 400, etag: null, retryAfter: null }) }],
      'storage-rejected',
    ],
    [
      'another file at the service',
      [{ complete: () => uploadedAs('f'.repeat(32)) }],
      'integrity-mismatch',
    ],
  ];
  for (const [what, parameters, code] of ends) {
    it(`${what} ends as ${code} and sends no more requests`, async () => {
      const { until, selectFile, world } = createScriptedSession(...parameters);
      selectFile();
      assert.equal(failure(await until('ready', 'failed')), code);
      const asked = world.requests.length;
      await passTime(world);
      assert.equal(world.requests.length, asked);
    });
  }

  it('an empty file, a file that is not a recording, or half of one fails before anything is sent', async () => {
    const sample = (name: string): Promise<Uint8Array> =>
      readFile(new URL(`../../../../demo/samples/${name}`, import.meta.url));
    const interview = new Uint8Array(await sample('interview.m4a'));
    const silentHeader = new Uint8Array(await sample('voicemail.wav')).slice(0, 44);
    for (const [file, code] of [
      [new File([], 'empty.mp3'), 'file-empty'],
      [new File(['%PDF-1.7'], 'song.mp3'), 'unsupported-format'],
      [new File([silentHeader], 'stopped-at-once.wav'), 'unsupported-format'],
      [new File([interview.slice(0, interview.length / 2)], 'half.m4a'), 'unsupported-format'],
    ] as const) {
      const { until, selectFile, world } = createScriptedSession();
      selectFile(file);
      assert.equal(failure(await until('failed')), code);
      assert.deepEqual(world.requests, []);
    }
  });

  it('a submission without an answer is repeated with the same key, until the backend is given up', async () => {
    for (const answer of [new TypeError('connection reset'), SILENCE] as const) {
      const keys = new Set<unknown>();
      const { until, selectFile } = createScriptedSession({
        submit: ({ headers }) => {
          keys.add(headers['Idempotency-Key']);
          return answer;
        },
      });
      selectFile();
      assert.equal(failure(await until('ready', 'failed')), 'network');
      assert.equal(keys.size, 1);
    }
  });

  it('a shown task that has failed is never queried again', async () => {
    const { session, until, world } = createScriptedSession({ query: () => task('FAILURE') });
    const source = { kind: 'task', transcriptionId: 'task-1' } as const;
    session.dispatch({ type: 'select', source, options: {} });
    const end = await until('ready', 'failed');
    assert.equal(end.name === 'failed' && end.error.recoverable, false);
    session.dispatch({ type: 'retry' });
    assert.equal(session.getState().name, 'failed');
    assert.deepEqual(world.requests, [PATHS.query]);
  });

  it('continues polling after an unknown status', async () => {
    const { until, selectFile } = createScriptedSession({
      query: (_request, count) => (count < 4 ? task('REINDEXING') : task('SUCCESS', RESULT)),
    });
    selectFile();
    assert.equal((await until('ready', 'failed')).name, 'ready');
  });

  it('aborts and repeats a request on a stalled connection', async () => {
    const { until, selectFile, world } = createScriptedSession(
      { plan: (_request, count) => (count === 1 ? SILENCE : onePart()) },
      {
        part: (_n, tries) => (tries < 3 ? SILENCE : { status: 200, etag: '"x"', retryAfter: null }),
      },
    );
    const start = world.clock.now();
    selectFile();
    assert.equal((await until('ready', 'failed')).name, 'ready');
    assert.deepEqual(world.sentParts, [1, 1, 1]);
    assert.ok(world.clock.now() - start >= ANSWER_TIMEOUT_MS + FILE_ANSWER_MS + 2 * STORED_MS);
  });

  it('the wait for the next attempt ends when the network comes back', async () => {
    const { until, selectFile, world } = createScriptedSession({
      plan: (_request, count) => {
        if (count > 1) return onePart();
        return jsonResponse(503, undefined);
      },
    });
    const { whenBack } = world.connectivity;
    Object.assign(world.connectivity, {
      whenBack: (signal: AbortSignal) => {
        setImmediate(world.comeBack);
        return whenBack(signal);
      },
    });
    world.clock.sleep = (_ms, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
    selectFile();
    assert.equal((await until('submitting', 'failed')).name, 'submitting');
  });

  it('a browser that always reports offline stops neither the upload, nor a submission, nor the polling', async () => {
    const { selectFile, session, until, world } = createScriptedSession(
      {},
      {
        part: (n, tries) =>
          n === 2 && tries === 1
            ? new TypeError('connection reset')
            : { status: 200, etag: `"etag-${n}"`, retryAfter: null },
      },
    );
    world.online = false;
    Object.assign(world.connectivity, { whenOnline: silence });
    selectFile();
    assert.equal((await until('ready', 'failed')).name, 'ready');
    for (const source of [
      { kind: 'address', fileUrl: 'https://cdn.test/talk.mp3' },
      { kind: 'task', transcriptionId: 'task-1' },
    ] as const) {
      session.dispatch({ type: 'select', source, options: {} });
      assert.equal((await until('ready', 'failed')).name, 'ready', source.kind);
    }
    assert.equal(world.requests.filter((it) => it === PATHS.submit).length, 2);
  });

  it('attempts while offline are not counted', async () => {
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
