import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBackendFetchToken } from '../../../../src/engine/calls/backend.js';
import { createTokenProvider, type TokenReason } from '../../../../src/engine/calls/user-tokens.js';
import { TranscribeError } from '../../../../src/protocol/errors.js';
import { createWorld, jsonResponse } from '../../../support/simulated-world.js';

const { signal } = new AbortController();

const setUp = (expiresIn = 3_600) => {
  const asked: TokenReason[] = [];
  let now = 0;
  const provider = createTokenProvider(
    ({ reason }) => {
      asked.push(reason);
      return Promise.resolve({
        access_token: `token-${asked.length}`,
        token_type: 'bearer',
        expires_in: expiresIn,
      });
    },
    { ...createWorld(), clock: { now: () => now, sleep: () => Promise.resolve() } },
  );
  return { asked, provider, pass: (seconds: number) => (now += seconds * 1_000) };
};

describe('user token in the page', () => {
  it('is fetched once for all callers', async () => {
    const { asked, provider } = setUp();
    const tokens = await Promise.all(Array.from({ length: 5 }, () => provider.get(signal)));
    assert.deepEqual(new Set(tokens), new Set(['token-1']));
    assert.deepEqual(asked, ['first-use']);
  });

  it('is not fetched for a caller that has given up', async () => {
    const { asked, provider } = setUp();
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    await assert.rejects(provider.get(AbortSignal.abort(new Error('gone'))), /gone/);
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    assert.deepEqual([asked, unhandled], [[], []]);
  });

  for (const [seconds, renewedAt] of [
    [3_600, 3_540],
    [60, 30],
  ] as const) {
    it(`is renewed after ${renewedAt} of its ${seconds} s`, async () => {
      const { asked, provider, pass } = setUp(seconds);
      await provider.get(signal);
      pass(renewedAt - 1);
      assert.equal(await provider.get(signal), 'token-1');
      pass(2);
      assert.equal(await provider.get(signal), 'token-2');
      assert.deepEqual(asked, ['first-use', 'expiring']);
    });
  }

  it('is fetched again after it was rejected, and only then', async () => {
    const { asked, provider } = setUp();
    provider.reject(await provider.get(signal));
    assert.equal(await provider.get(signal), 'token-2');
    provider.reject('token-1');
    assert.equal(await provider.get(signal), 'token-2');
    assert.deepEqual(asked, ['first-use', 'rejected']);
  });

  it('is no longer fetched once no caller waits, and fetched again for the next caller', async () => {
    const signals: AbortSignal[] = [];
    const provider = createTokenProvider(({ signal: each }) => {
      signals.push(each);
      return signals.length === 1
        ? new Promise((_, reject) =>
            each.addEventListener('abort', () => reject(each.reason as Error)),
          )
        : Promise.resolve('token-2');
    }, createWorld());
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = [provider.get(first.signal), provider.get(second.signal)];
    const settled = Promise.allSettled(waiting);
    first.abort(new Error('the first left'));
    await assert.rejects(waiting[0]!, /the first left/);
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [false],
    );
    second.abort(new Error('the second left'));
    await settled;
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true],
    );
    assert.equal(await provider.get(signal), 'token-2');
  });

  it('is fetched once for all callers that arrive after a fetch was aborted', async () => {
    const answers: ((token: string) => void)[] = [];
    const provider = createTokenProvider(
      () => new Promise<string>((resolve) => answers.push(resolve)),
      createWorld(),
    );
    const left = new AbortController();
    const first = provider.get(left.signal);
    left.abort(new Error('the first left'));
    await assert.rejects(first, /the first left/);
    const second = provider.get(signal);
    answers[0]?.('token-1');
    await new Promise(setImmediate);
    const third = provider.get(signal);
    answers[1]?.('token-2');
    assert.deepEqual(await Promise.all([second, third]), ['token-2', 'token-2']);
    assert.equal(answers.length, 2);
  });

  for (const [what, answer] of [
    ['a failure', () => Promise.reject(new Error('offline'))],
    ['no token', () => Promise.resolve({} as never)],
    ['a token that would break a header', () => Promise.resolve('a\r\nb')],
  ] as const) {
    it(`${what} fails as token-unavailable, and the next one may succeed`, async () => {
      let good = false;
      const provider = createTokenProvider(
        () => (good ? Promise.resolve('fine') : answer()),
        createWorld(),
      );
      await assert.rejects(
        provider.get(signal),
        (error) => error instanceof TranscribeError && error.code === 'token-unavailable',
      );
      good = true;
      assert.equal(await provider.get(signal), 'fine');
    });
  }
});

describe('user-token: a backend that answers 429', () => {
  const token = { access_token: 'token-1', token_type: 'bearer', expires_in: 3_600 };
  const problem = { code: 'too-many-requests', status: 429 };

  /** Answers 429 this many times; records when it was called, in seconds. */
  const busyBackend = (times: number, headers: Record<string, string>) => {
    const asked: number[] = [];
    const world = createWorld({
      http: (_, count) => {
        asked.push((world.clock.now() - start) / 1_000);
        return count <= times ? jsonResponse(429, problem, headers) : jsonResponse(200, token);
      },
    });
    const start = world.clock.now();
    const fetchToken = createBackendFetchToken('https://app.example/api/transcribe', world);
    return { asked, provider: createTokenProvider(fetchToken, world) };
  };

  it('is called again after Retry-After, once for all callers', async () => {
    const { asked, provider } = busyBackend(2, { 'Retry-After': '600' });
    const tokens = await Promise.all([1, 2, 3].map(() => provider.get(signal)));
    assert.deepEqual(tokens, ['token-1', 'token-1', 'token-1']);
    assert.deepEqual(asked, [0, 600.4, 1_200.8]);
  });

  it('is called at growing intervals without Retry-After', async () => {
    const { asked, provider } = busyBackend(4, {});
    assert.equal(await provider.get(signal), 'token-1');
    assert.deepEqual(asked, [0, 0.4, 1.2, 2.8, 6]);
  });

  it('is called for a day as Retry-After says, and a few times more', async () => {
    const { asked, provider } = busyBackend(Infinity, { 'Retry-After': '3600' });
    await assert.rejects(
      provider.get(signal),
      (error) => error instanceof TranscribeError && error.code === 'backend-rejected',
    );
    assert.ok(asked.length >= 24 && asked.length < 120, String(asked.length));
  });
});
