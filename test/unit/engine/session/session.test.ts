import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  CHUNK_SIZE,
  createScriptedSession,
  passTime,
  PATHS,
  RESULT,
  wavFile,
} from '../../../support/scripted-session.js';

describe('session', () => {
  it('takes a file through every state once, and sends each request once', async () => {
    const { until, names, selectFile, world, bodies } = createScriptedSession();
    const file = wavFile(5 * CHUNK_SIZE - 30);
    const content = new Uint8Array(await file.arrayBuffer());
    selectFile(file);
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
        file_md5: createHash('md5').update(content).digest('hex'),
      },
    ]);
    assert.deepEqual(bodies('submit'), [{ file_url: 'https://storage.test/file-1' }]);
  });

  it('stops polling once the task has ended', async () => {
    const { until, selectFile, world } = createScriptedSession();
    selectFile();
    const end = await until('ready');
    assert.deepEqual(end.name === 'ready' && end.data.segments, RESULT.segments);
    const asked = world.requests.length;
    await passTime(world);
    assert.equal(world.requests.length, asked);
  });

  it('sentBytes never goes down, even if a part is sent again', async () => {
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

  it('manualStart: waits for the command start', async () => {
    const { session, until, selectFile, world } = createScriptedSession({}, { manualStart: true });
    const waiting = new Promise<void>((resolve) => {
      session.subscribe((state) => {
        if (state.name === 'preparing' && state.step === 'waiting-for-start') resolve();
      });
    });
    selectFile();
    await waiting;
    await passTime(world);
    const state = session.getState();
    assert.equal(state.name === 'preparing' && state.step, 'waiting-for-start');
    assert.deepEqual(world.requests, []);
    session.dispatch({ type: 'start' });
    assert.equal((await until('ready', 'failed')).name, 'ready');
  });

  it('transcribes a file-url without an upload, and shows an existing task', async () => {
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
