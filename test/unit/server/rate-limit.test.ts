import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import type { RateLimit } from '../../../src/server.js';
import { takeRequest } from '../../../src/server/user-limits.js';

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
  it('allows exactly the limit at the same moment', () => {
    assert.equal(ask(THREE_IN_TEN, [START, START, START, START, START]).length, 3);
  });

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

  it('does not count a refused request', () => {
    const insisting = Array.from({ length: 34 }, (_, index) => START + index * 100);
    assert.deepEqual(ask(THREE_IN_TEN, [START, START, START, ...insisting, START + 3_334]), [
      ...[START, START, START],
      START + 3_334,
    ]);
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
    assert.equal(takeRequest(THREE_IN_TEN, START - 1e12, START).allowed, true);
  });

  it('works with times that are not whole milliseconds', () => {
    const times = Array.from({ length: 5 }, () => START + 0.7);
    assert.equal(ask(THREE_IN_TEN, times).length, 3);
  });
});

describe('rate limit with pending requests', () => {
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
