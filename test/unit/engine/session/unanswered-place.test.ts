/** A place that gives no answer: the error says whether it can be reached, for backend, service and storage host alike. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reach } from '../../../../src/engine/ports.js';
import { createScriptedSession, task, type Answers } from '../../../support/scripted-session.js';
import { SILENCE, type World, type WorldScript } from '../../../support/simulated-world.js';

interface Case {
  readonly answers?: Answers;
  readonly script?: Pick<WorldScript, 'part'>;
  readonly reached: Awaited<ReturnType<Reach>>;
  readonly onReach?: (world: World) => void;
}

const run = async ({ answers = {}, script = {}, reached, onReach }: Case) => {
  const { until, world, selectFile } = createScriptedSession(answers, script);
  const asked: string[] = [];
  const reach: Reach = (url) => {
    asked.push(url);
    onReach?.(world);
    return Promise.resolve(reached);
  };
  Object.assign(world, { reach });
  const startedAt = world.clock.now();
  const end = until('ready', 'failed', 'transcribing');
  selectFile();
  const state = await end;
  return { state, asked, tookMs: world.clock.now() - startedAt };
};

const unread = (): Error => new TypeError('Failed to fetch');

const PLACES = [
  ['storage host', 'storage.test', { script: { part: unread } }],
  ['backend, at the token', 'partner.test', { answers: { userToken: unread } }],
  ['backend, at the submission', 'partner.test', { answers: { submit: unread } }],
] as const;

describe('a place that gives no answer', () => {
  for (const [title, host, script] of PLACES) {
    it(`${title}: refuses this page if its host answers, told within 60 s`, async () => {
      const { state, asked, tookMs } = await run({ ...script, reached: 'answers' });
      assert.ok(state.name === 'failed');
      const { failure, code, recoverable, cause } = state.error;
      assert.deepEqual([failure?.reason, code, recoverable], ['place-refuses', 'network', true]);
      assert.deepEqual(failure?.values, { host });
      assert.match(String(cause), /it must send Access-Control-Allow-Origin/);
      assert.ok(tookMs <= 60_000, `${tookMs} ms`);
      assert.deepEqual([...new Set(asked)], [`https://${host}/`], 'only the host');
    });

    it(`${title}: cannot be reached if only the page's own host answers`, async () => {
      const { state } = await run({ ...script, reached: 'silent' });
      assert.ok(state.name === 'failed');
      assert.equal(state.error.failure?.reason, 'place-unreachable');
      assert.equal(state.error.code, 'network');
    });

    it(`${title}: the device may be offline if nothing can be reached`, async () => {
      const { state } = await run({ ...script, reached: 'unknown' });
      assert.ok(state.name === 'failed');
      assert.equal(state.error.failure?.reason, 'network');
    });
  }

  it('is tried again if it only resets connections for a while', async () => {
    const { state } = await run({
      script: {
        part: (_number, count) =>
          count < 4 ? unread() : { status: 200, etag: '"stored"', retryAfter: null },
      },
      answers: { submit: () => task('PENDING') },
      reached: 'answers',
    });
    assert.equal(state.name, 'transcribing');
  });

  it('is not looked for before the second failure', async () => {
    const { asked } = await run({
      script: {
        part: (_number, count) =>
          count < 2 ? unread() : { status: 200, etag: '"stored"', retryAfter: null },
      },
      reached: 'answers',
    });
    assert.deepEqual(asked, []);
  });

  it('nothing is concluded once the device is said to be offline', async () => {
    let looks = 0;
    const { state } = await run({
      script: {
        part: () => (looks === 0 ? unread() : { status: 200, etag: '"stored"', retryAfter: null }),
      },
      reached: 'answers',
      onReach: (world) => {
        looks++;
        world.online = false;
      },
    });
    assert.equal(state.name, 'transcribing');
  });

  it('a part that stalls shows a bad line, not a refusal', async () => {
    const { state } = await run({ script: { part: () => SILENCE }, reached: 'answers' });
    assert.ok(state.name === 'failed');
    assert.equal(state.error.failure?.reason, 'network');
  });
});
