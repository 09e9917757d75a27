import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { createAllowances } from '../../../src/server/user-limits.js';
import type { RateLimit, RateVerdict } from '../../../src/server.js';
import { seededRuns } from '../../support/seeded-runs.js';

const START = Date.UTC(2026, 0, 1);
const ONE: RateLimit = { requests: 1, seconds: 60 };
const THREE: RateLimit = { requests: 3, seconds: 60 };

const setUp = (mostKeys?: number) => {
  let now = START;
  const allowances = createAllowances({ now: () => now }, mostKeys);
  return { allowances, now: () => now, advance: (ms: number) => (now += ms) };
};

const allowedOf = (verdicts: readonly RateVerdict[]): number =>
  verdicts.filter(({ allowed }) => allowed).length;

/** A rate store whose answers the test resolves one at a time. */
const openStore = () => {
  const waiting: ((verdict: RateVerdict) => void)[] = [];
  return {
    waiting,
    ask: () => new Promise<RateVerdict>((resolve) => waiting.push(resolve)),
  };
};
const YES: RateVerdict = { allowed: true };
const NO: RateVerdict = { allowed: false, retryAfterMs: 7 };

describe('rate limits without a shared store', () => {
  it('counts each key separately', async () => {
    const { allowances, advance } = setUp();
    const take = async (key: string) => (await allowances.take(key, ONE, null)).allowed;
    assert.deepEqual(
      [await take('ada'), await take('ada'), await take('bob')],
      [true, false, true],
    );
    advance(60_000);
    assert.equal(await take('ada'), true);
  });

  it('drops only the least recently used key when there are too many', async () => {
    const { allowances } = setUp(3);
    for (const key of ['ada', 'bob', 'cem', 'dia']) await allowances.take(key, ONE, null);
    const allowed: string[] = [];
    for (const key of ['dia', 'cem', 'bob', 'ada']) {
      if ((await allowances.take(key, ONE, null)).allowed) allowed.push(key);
    }
    assert.deepEqual(allowed, ['ada']);
  });

  it('does not block a user when the clock is set back', async () => {
    const { allowances, advance } = setUp();
    const take = () => allowances.take('ada', THREE, null);
    for (let count = 0; count < 3; count++) await take();
    advance(-86_400_000);
    assert.deepEqual((await take()).allowed, false);
    advance(20_000);
    assert.deepEqual([(await take()).allowed, (await take()).allowed], [true, false]);
  });
});

describe('rate limits with a shared store', () => {
  it('sends the store at most as many concurrent requests as the limit, and refuses the rest at once', async () => {
    const { allowances } = setUp();
    const { waiting, ask } = openStore();
    const taken = Array.from({ length: 10 }, () => allowances.take('ada', THREE, ask));
    const refused = await Promise.all(taken.slice(3));
    assert.equal(waiting.length, 3);
    assert.deepEqual(
      new Set(refused.map((it) => it.allowed || it.retryAfterMs)),
      new Set([20_000]),
    );
    void allowances.take('bob', THREE, ask);
    assert.equal(waiting.length, 4);
    waiting.forEach((answer) => answer(YES));
    assert.equal(allowedOf(await Promise.all(taken)), 3);
    assert.equal((await allowances.take('ada', THREE, ask)).allowed, false);
  });

  it('does not count a request that the store refuses', async () => {
    const { allowances } = setUp();
    for (let count = 0; count < 5; count++) {
      assert.deepEqual(await allowances.take('ada', THREE, () => Promise.resolve(NO)), NO);
    }
    const take = () => allowances.take('ada', THREE, () => Promise.resolve(YES));
    assert.equal(allowedOf([await take(), await take(), await take(), await take()]), 3);
  });

  it('counts a request from when the store answers, not from when it was asked', async () => {
    const { allowances, advance } = setUp();
    const { waiting, ask } = openStore();
    const first = allowances.take('ada', ONE, ask);
    advance(59_000);
    waiting[0]?.(YES);
    assert.equal((await first).allowed, true);
    advance(59_999);
    assert.equal((await allowances.take('ada', ONE, ask)).allowed, false);
    assert.equal(waiting.length, 1);
  });

  it('does not count a request if the store throws', async () => {
    const { allowances } = setUp();
    const broken = () => Promise.reject(new Error('broken'));
    await assert.rejects(allowances.take('ada', ONE, broken));
    assert.equal((await allowances.take('ada', ONE, () => Promise.resolve(YES))).allowed, true);
  });

  it('never exceeds the limit, whatever the store answers, when, and in which order', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.constant('ask' as const) },
      { weight: 3, arbitrary: fc.record({ answer: fc.boolean(), which: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.record({ pass: fc.integer({ min: 0, max: 40_000 }) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const { allowances, advance, now } = setUp();
        const { waiting, ask } = openStore();
        const allowedAt: number[] = [];
        const taken: Promise<void>[] = [];
        for (const each of steps) {
          if (each === 'ask') {
            taken.push(
              allowances
                .take('ada', THREE, ask)
                .then((verdict) => void (verdict.allowed && allowedAt.push(now()))),
            );
          } else if ('pass' in each) advance(each.pass);
          else {
            const [answer] = waiting.splice(each.which % Math.max(1, waiting.length), 1);
            answer?.(each.answer ? YES : NO);
          }
          assert.ok(waiting.length <= 3);
          await new Promise((resolve) => setImmediate(resolve));
        }
        waiting.forEach((answer) => answer(YES));
        await Promise.all(taken);
        allowedAt.forEach((first, index) => {
          const inMinute = allowedAt.slice(index).filter((time) => time < first + 20_000).length;
          assert.ok(inMinute <= 4);
        });
        const grown = Math.floor((now() - START) / 20_000);
        assert.ok(allowedAt.length <= 3 + grown);
      }),
      { numRuns: seededRuns(80, 600) },
    );
  });
});
