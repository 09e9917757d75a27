/** When a task is queried (4.8, section 8), with a clock that advances only when everything waits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordingBytes, recordingFile } from '../../../support/recording.js';
import {
  codeOf,
  createScriptedSession,
  PATHS,
  RESULT,
  task,
} from '../../../support/scripted-session.js';

/** A WAV file of this many seconds, at two bytes a second. */
const lasting = (seconds: number): File => {
  const bytes = recordingBytes(44 + 2 * seconds);
  // One sample of two bytes a second.
  new DataView(bytes.buffer).setUint32(24, 1, true);
  return recordingFile(bytes);
};

/** A session that records the time of each query, in ms since the start. */
const create = (queries: number, seconds = 60) => {
  const at: number[] = [];
  const scripted = createScriptedSession(
    {
      query: (_request, count) => {
        at.push(scripted.world.clock.now());
        return count < queries ? task('PROGRESS') : task('SUCCESS', RESULT);
      },
    },
    { size: 44 + 2 * seconds },
  );
  return { ...scripted, at };
};

const waitsBetween = (times: readonly number[]): readonly number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0));

const assertBetween = (waits: readonly number[], low: number, high: number): void => {
  for (const wait of waits) assert.ok(wait >= low && wait <= high, String(waits));
};

const SHOWN = { kind: 'task', transcriptionId: 'task-1' } as const;

describe('query times', () => {
  it('a new task of short audio: the first query after 2 to 5 s, and 2 to 5 s between all others', async () => {
    const { selectFile, until, session, world, at } = create(12);
    let submittedAt = 0;
    session.subscribe((_state, _previous, { type }) => {
      if (type === 'submitted') submittedAt = world.clock.now();
    });
    selectFile(lasting(60));
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.equal(at.length, 12);
    assertBetween(waitsBetween([submittedAt, ...at]), 2_000, 5_000);
  });

  it('a new task of long audio: the first query after 10 to 30 s, and longer between the others', async () => {
    const { selectFile, until, session, world, at } = create(6, 3_600);
    let submittedAt = 0;
    session.subscribe((_state, _previous, { type }) => {
      if (type === 'submitted') submittedAt = world.clock.now();
    });
    selectFile(lasting(3_600));
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    const waits = waitsBetween([submittedAt, ...at]);
    assertBetween(waits.slice(0, 1), 10_000, 30_000);
    for (const [index, wait] of waits.slice(1).entries()) {
      assert.ok(wait >= (waits[index] ?? 0), String(waits));
    }
  });

  it('an existing task: the first query at once, and at least 2 s between all others', async () => {
    const { session, until, world, at } = create(8);
    const start = world.clock.now();
    session.dispatch({ type: 'select', source: SHOWN, options: {} });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.equal(at.length, 8);
    assert.equal(at[0], start);
    assertBetween(waitsBetween(at), 2_000, 60_000);
  });

  it('a task that is resumed: one query at once, and at least 2 s between all others', async () => {
    const { session, selectFile, until, world, at } = create(8);
    const stop = session.subscribe((_state, _previous, { type }) => {
      if (type !== 'polled') return;
      stop();
      session.dispatch({ type: 'pause' });
    });
    selectFile(lasting(60));
    await until('paused');
    assert.equal(at.length, 1);
    const resumedAt = world.clock.now();
    session.dispatch({ type: 'resume' });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.equal(at.length, 8);
    assert.equal(at[1], resumedAt);
    assertBetween(waitsBetween(at.slice(1)), 2_000, 5_000);
    assert.equal(world.requests.filter((it) => it === PATHS.submit).length, 1);
  });

  it('while offline: sends no query and reports offline, then continues', async () => {
    const scripted = createScriptedSession({
      query: (_request, count) => {
        queries.push(scripted.world.online);
        if (count === 2) scripted.world.online = false;
        return count < 4 ? task('PROGRESS') : task('SUCCESS', RESULT);
      },
    });
    const queries: boolean[] = [];
    const troubles: (string | null)[] = [];
    scripted.session.subscribe((_state, _previous, fact) => {
      if (fact.type === 'trouble') troubles.push(fact.trouble);
    });
    scripted.session.dispatch({ type: 'select', source: SHOWN, options: {} });
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.deepEqual(queries, [true, true, true, true]);
    assert.deepEqual(troubles, ['offline', null]);
  });

  it("offline from the start: a page's own backend that needs no network is asked at once", async () => {
    const scripted = createScriptedSession({ query: () => task('SUCCESS', RESULT) });
    scripted.world.online = false;
    const startedAtMs = scripted.world.clock.now();
    scripted.session.dispatch({ type: 'select', source: SHOWN, options: {} });
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.equal(scripted.world.clock.now(), startedAtMs);
  });
});
