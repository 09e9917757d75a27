import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import type { RateLimit, RateVerdict } from '../../../src/server.js';
import { createAllowances, takeRequest } from '../../../src/server/user-limits.js';
import { seededRuns } from '../../support/seeded-runs.js';

const START = Date.UTC(2026, 0, 1);
const THREE_IN_TEN: RateLimit = { requests: 3, seconds: 10 };

/** Sends a request at each of `times` and returns the times at which one was allowed. */
const ask = (limit: RateLimit, times: readonly number[]): number[] => {
  let fullAt: number | null = null;
  return times.filter((now) => {
    const verdict = takeRequest(limit, fullAt, now);
    if (verdict.allowed) fullAt = verdict.fullAt;
    return verdict.allowed;
  });
};

const limits = fc.record({
  requests: fc.integer({ min: 1, max: 50 }),
  seconds: fc.integer({ min: 1, max: 4000 }),
});
const gaps = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 200 });

describe('rate limit', () => {
  it('refills evenly, and says when the next request is allowed', () => {
    const fullAt = START + 10_002;
    const refused = takeRequest(THREE_IN_TEN, fullAt, START);
    assert.deepEqual(refused, { allowed: false, retryAfterMs: 3_334, fullAt });
    assert.equal(takeRequest(THREE_IN_TEN, fullAt, START + 3_333).allowed, false);
    assert.deepEqual(takeRequest(THREE_IN_TEN, fullAt, START + 3_334), {
      allowed: true,
      fullAt: START + 13_336,
    });
  });

  it('allows the limit plus the refill for any sequence of requests, never more and never less', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, steps) => {
        let now = START;
        const times = steps.map((step) => (now += step));
        const allowed = ask(limit, times);
        const interval = Math.ceil((limit.seconds * 1000) / limit.requests);
        allowed.forEach((first, index) => {
          const inWindow = allowed.slice(index).filter((time) => time < first + interval).length;
          assert.ok(inWindow <= limit.requests + 1);
        });
        const grown = Math.floor((now - times[0]!) / interval);
        assert.ok(allowed.length <= limit.requests + grown);
        assert.ok(allowed.length >= Math.min(times.length, limit.requests));
      }),
    );
  });

  it('clamps a stored time that is impossibly far ahead or behind', () => {
    const later = takeRequest(THREE_IN_TEN, START + 1e12, START);
    assert.deepEqual(later, { allowed: false, retryAfterMs: 3_334, fullAt: START + 10_002 });
    const earlier = takeRequest(THREE_IN_TEN, START - 1e12, START);
    assert.deepEqual(earlier, { allowed: true, fullAt: START + 3_334 });
  });

  it('counts pending requests as taken, but does not store them', () => {
    assert.deepEqual(takeRequest(THREE_IN_TEN, null, START, 2), {
      allowed: true,
      fullAt: START + 3_334,
    });
    assert.deepEqual(takeRequest(THREE_IN_TEN, START + 3_334, START, 2), {
      allowed: false,
      retryAfterMs: 3_334,
      fullAt: START + 3_334,
    });
  });
});

const ONE: RateLimit = { requests: 1, seconds: 60 };
const THREE: RateLimit = { requests: 3, seconds: 60 };

const setUp = (mostKeys?: number) => {
  let now = START;
  const allowances = createAllowances({ now: () => now }, mostKeys);
  return { allowances, now: () => now, advance: (ms: number) => (now += ms) };
};

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
