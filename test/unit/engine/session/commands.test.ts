import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  CHUNK_SIZE,
  createScriptedSession,
  passTime,
  PATHS,
  RESULT,
  task,
  wavFile,
} from '../../../support/scripted-session.js';
import { seededRandom } from '../../../support/seeded-random.js';

describe('session commands', () => {
  it('pause and resume: keeps the plan and does not send stored parts again', async () => {
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

  for (const [type, expected] of [
    ['cancel', 'idle'],
    ['pause', 'paused'],
  ] as const) {
    for (const during of ['selected', 'started'] as const) {
      it(`${type} by a listener that hears of “${during}”: nothing starts`, async () => {
        const { session, selectFile, until, world, names } = createScriptedSession(
          {},
          { manualStart: true },
        );
        session.subscribe((_state, _previous, event) => {
          if (event.type === during) session.dispatch({ type });
        });
        selectFile();
        if (during === 'started') {
          await until('preparing');
          await passTime(world);
          session.dispatch({ type: 'start' });
        }
        await passTime(world);
        assert.equal(names().at(-1), expected);
        assert.deepEqual(world.requests, []);
      });
    }
  }

  it('retry after a failed task: submits again and does not query the old task', async () => {
    let failed = true;
    const keys = new Set<unknown>();
    const { session, until, selectFile, world } = createScriptedSession({
      submit: ({ headers }) => {
        keys.add(headers['Idempotency-Key']);
        return task('PENDING');
      },
      query: () => (failed ? task('FAILURE') : task('SUCCESS', RESULT)),
    });
    Object.assign(world, { random: seededRandom(1).next });
    selectFile();
    await until('failed');
    failed = false;
    session.dispatch({ type: 'retry' });
    assert.equal((await until('ready', 'failed')).name, 'ready');
    // It is another decision of the user. With the same key, the handler would answer with the old task.
    assert.equal(keys.size, 2);
    assert.equal(world.requests.filter((it) => it === PATHS.submit).length, 2);
    assert.equal(world.requests.filter((it) => it === PATHS.plan).length, 1);
  });

  it('cancel: sends no more requests and ignores late responses', async () => {
    const { session, selectFile, until, world } = createScriptedSession();
    selectFile();
    await until('uploading');
    session.dispatch({ type: 'cancel' });
    assert.equal(session.getState().name, 'idle');
    const asked = [world.requests.length, world.sentParts.length];
    await passTime(world);
    assert.deepEqual([world.requests.length, world.sentParts.length], asked);
    assert.equal(session.getState().name, 'idle');
  });

  it('select during an upload: drops the first file', async () => {
    const { selectFile, until, names } = createScriptedSession();
    selectFile();
    await until('uploading');
    selectFile(wavFile(120));
    const end = await until('ready', 'failed');
    assert.equal(end.name === 'ready' && end.job.file?.size, 120);
    assert.equal(names().filter((name) => name === 'ready').length, 1);
  });

  it('start: starts only what waits for it', async () => {
    const { session, selectFile, until, world } = createScriptedSession();
    session.dispatch({ type: 'start' });
    assert.equal(session.getState().name, 'idle');
    selectFile();
    await until('uploading');
    session.dispatch({ type: 'start' });
    assert.equal((await until('ready', 'failed')).name, 'ready');
    session.dispatch({ type: 'start' });
    assert.equal(session.getState().name, 'ready');
    assert.equal(world.requests.filter((it) => it === PATHS.plan).length, 1);
    assert.equal(world.requests.filter((it) => it === PATHS.submit).length, 1);
  });

  it('suspend and wake: sends no requests in between', async () => {
    const { session, selectFile, until, world } = createScriptedSession();
    selectFile();
    await until('transcribing');
    session.dispatch({ type: 'suspend' });
    const asked = world.requests.length;
    await passTime(world);
    assert.equal(world.requests.length, asked);
    assert.equal(session.getState().name, 'transcribing');
    session.dispatch({ type: 'wake' });
    assert.equal((await until('ready', 'failed')).name, 'ready');
  });
});
