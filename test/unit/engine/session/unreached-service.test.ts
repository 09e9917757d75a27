/** A service that has never answered: the error names its host within 5 s, unless the network may be down. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reach } from '../../../../src/engine/ports.js';
import { createScriptedSession, type Answers } from '../../../support/scripted-session.js';
import { jsonResponse, SILENCE } from '../../../support/simulated-world.js';

const unanswered = (): never => {
  throw new TypeError('Failed to fetch');
};

const run = async (answers: Answers, reached: Awaited<ReturnType<Reach>>) => {
  const { until, world, selectFile } = createScriptedSession(answers);
  const asked: string[] = [];
  const reach: Reach = (url) => {
    asked.push(url);
    return Promise.resolve(reached);
  };
  Object.assign(world, { reach });
  const startedAt = world.clock.now();
  const end = until('ready', 'failed');
  selectFile();
  const state = await end;
  return { state, asked, tookMs: world.clock.now() - startedAt };
};

describe('a service that has never answered', () => {
  for (const [reached, message, looks, seconds] of [
    ['silent', /service\.\S+ does not answer\. Check “service-url”/, 1, 5],
    ['answers', /service\.\S+ answers, but does not allow requests from this page \(CORS\)/, 2, 10],
  ] as const) {
    it(`is named within ${seconds} s if its host is found to be: ${reached}`, async () => {
      const { state, asked, tookMs } = await run({ plan: unanswered }, reached);
      assert.ok(state.name === 'failed');
      assert.match(state.error.message, message);
      assert.equal(state.error.code, 'configuration');
      assert.equal(state.error.recoverable, true);
      assert.equal(asked.length, looks);
      assert.ok(tookMs < seconds * 1_000, `${tookMs} ms`);
    });
  }

  it('is tried again if three connections were reset, and its host answers others', async () => {
    const { state, asked } = await run(
      { plan: (_request, count) => (count <= 3 ? unanswered() : jsonResponse(402, {})) },
      'answers',
    );
    assert.ok(state.name === 'failed');
    assert.equal(state.error.failure?.reason, 'payment-required');
    assert.equal(asked.length, 1);
  });

  it('is tried for longer if the network may be down', async () => {
    const { state, tookMs } = await run({ plan: unanswered }, 'unknown');
    assert.ok(state.name === 'failed');
    assert.equal(state.error.code, 'network');
    assert.ok(tookMs > 5_000, `${tookMs} ms`);
  });

  it('is not looked for once it has answered', async () => {
    const { state, asked } = await run(
      { plan: (_request, count) => (count === 1 ? jsonResponse(503, {}) : unanswered()) },
      'silent',
    );
    assert.ok(state.name === 'failed');
    assert.equal(state.error.code, 'network');
    assert.deepEqual(asked, []);
  });

  it('that accepts the request and sends nothing back is named after 5 s', async () => {
    const { state, asked, tookMs } = await run({ plan: () => SILENCE }, 'silent');
    assert.ok(state.name === 'failed');
    assert.match(state.error.message, /service\.test does not answer\. Check “service-url”/);
    assert.deepEqual([state.error.code, state.error.recoverable], ['configuration', true]);
    assert.equal(asked.length, 1);
    assert.ok(tookMs < 6_000, `${tookMs} ms`);
  });

  for (const reached of ['answers', 'unknown'] as const) {
    it(`is waited for if it is only slow, and its host is found to be: ${reached}`, async () => {
      const { state, tookMs } = await run(
        { plan: (_request, count) => (count === 1 ? SILENCE : jsonResponse(422, undefined)) },
        reached,
      );
      assert.ok(state.name === 'failed');
      assert.equal(state.error.code, 'backend-rejected');
      assert.ok(tookMs >= 120_000, `${tookMs} ms`);
    });
  }

  it('is waited for without a limit of 5 s if everything was sent', async () => {
    const { state, asked } = await run(
      { complete: (_request, count) => (count === 1 ? SILENCE : jsonResponse(402, undefined)) },
      'silent',
    );
    assert.ok(state.name === 'failed');
    assert.equal(state.error.code, 'backend-rejected');
    assert.deepEqual(asked, []);
  });
});
