import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../../src/browser/browser-ports.js';
import { isRetryable } from '../../../../src/engine/calls/answers.js';
import {
  DEFAULT_RETRY,
  ENDLESS_RETRY,
  givesUp,
  PATIENT_RETRY,
  retryDelay,
} from '../../../../src/engine/calls/retry.js';
import { addressExpiry } from '../../../../src/protocol/routes.js';
import { parseRetryAfter, pollInterval } from '../../../../src/protocol/timing.js';

describe('retry timing', () => {
  it('retries the statuses after which the same request can succeed', () => {
    for (const status of [408, 421, 425, 429, 500, 502, 503, 504, 507]) {
      assert.equal(isRetryable(status), true, String(status));
    }
    for (const status of [200, 400, 401, 403, 404, 409, 413, 501]) {
      assert.equal(isRetryable(status), false, String(status));
    }
  });

  it('reads Retry-After in seconds and as a date, caps it at 15 minutes, and ignores the rest', () => {
    const nowMs = Date.parse('2026-01-01T00:00:00Z');
    const at = { nowMs, skewMs: 0 };
    assert.equal(parseRetryAfter('7', at), 7_000);
    assert.equal(parseRetryAfter('Thu, 01 Jan 2026 00:01:30 GMT', at), 90_000);
    assert.equal(parseRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', at), 0);
    for (const endless of ['86400', '9'.repeat(400), 'Fri, 01 Jan 2100 00:00:00 GMT']) {
      assert.equal(parseRetryAfter(endless, at), 900_000, endless);
      assert.equal(parseRetryAfter(endless, at, 3_600_000), 3_600_000, endless);
    }
    for (const value of [null, '', 'soon', '-3', '1.5']) {
      assert.equal(parseRetryAfter(value, at), null, String(value));
    }
  });

  it('a date in Retry-After is not compared with a clock that is hours wrong', () => {
    const hours = 3_600_000;
    const until = 'Thu, 01 Jan 2026 00:00:02 GMT';
    const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
    for (const wrongMs of [-3 * hours, 0, 3 * hours]) {
      const nowMs = Date.parse(date) + wrongMs;
      assert.equal(parseRetryAfter(until, { nowMs, date }), 2_000, 'by the Date of the answer');
      assert.equal(parseRetryAfter(until, { nowMs, skewMs: -wrongMs }), 2_000, 'by the handler');
      assert.ok((parseRetryAfter(until, { nowMs }) ?? Infinity) <= 60_000, 'neither is known');
      assert.equal(parseRetryAfter(until, { nowMs: 0, date, skewMs: 9 * hours }), 2_000);
    }
  });

  it('retryDelay: waits a random time up to a ceiling that doubles until its cap', () => {
    assert.equal(retryDelay(1, 0, null), 0);
    for (const [policy, first, third, last] of [
      [DEFAULT_RETRY, 800, 3_200, 30_000],
      [PATIENT_RETRY, 250, 1_000, 30_000],
      [ENDLESS_RETRY, 800, 3_200, 60_000],
    ] as const) {
      const delays = [1, 3, 50].map((attempt) => retryDelay(attempt, 1, null, policy));
      assert.deepEqual(delays, [first, third, last]);
    }
    assert.equal(retryDelay(1, 1, null), 800, 'the default');
  });

  it('givesUp: after eight attempts; with patience after 15 minutes; never for an endless call', () => {
    const minutes = (count: number): number => count * 60_000;
    assert.deepEqual(
      [7, 8].map((tries) => givesUp(DEFAULT_RETRY, tries, 0)),
      [false, true],
    );
    for (const [tries, triedForMs, expected] of [
      [7, minutes(60), false],
      [8, minutes(15) - 1, false],
      [8, minutes(15), true],
    ] as const)
      assert.equal(givesUp(PATIENT_RETRY, tries, triedForMs), expected);
    assert.equal(givesUp(ENDLESS_RETRY, 1e6, minutes(1e6)), false);
  });
});

describe('pollInterval (section 8)', () => {
  it('short audio: stays between 2 and 5 seconds', () => {
    for (let query = 0; query < 200; query++) {
      for (const random of [0, 0.5, 0.999]) {
        const interval = pollInterval(query, 180, random);
        assert.ok(interval >= 2_000 && interval <= 5_000, `${query}: ${interval}`);
      }
    }
  });

  it('audio of 30 minutes or more: starts at 10 to 30 seconds and backs off to a minute', () => {
    for (const seconds of [1_800, 7_200]) {
      const first = pollInterval(0, seconds, 0.999);
      assert.ok(first >= 10_000 && first <= 30_000, String(first));
      assert.ok(pollInterval(3, seconds, 0.5) > pollInterval(0, seconds, 0.5) * 1.5);
      assert.equal(pollInterval(500, seconds, 0.5), 60_000);
    }
  });

  it('audio in between: interpolates between these', () => {
    const interval = pollInterval(0, 15 * 60, 0);
    assert.ok(interval > 2_000 && interval < 10_000, String(interval));
  });

  it('audio of unknown length: starts at 2 seconds and backs off', () => {
    assert.equal(pollInterval(0, null, 0), 2_000);
    assert.ok(pollInterval(20, null, 0) > 30_000);
  });
});

describe('addressExpiry', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const at = now / 1000;

  it('reads a lifetime from the address, and a time once the time of servers is known', () => {
    const lifetimes = [
      ['https://s.test/a?X-Amz-Date=20200101T000000Z&X-Amz-Expires=900&x=1', 900],
      ['https://s.test/a?X-Goog-Expires=60#f', 60],
    ] as const;
    const times = [
      `https://s.test/a?Expires=${at + 300}&Signature=x`,
      `https://s.test/a?expires=${at + 300}`,
    ];
    for (const wrongMs of [-3 * 3_600_000, 0, 3 * 3_600_000]) {
      const received = now + wrongMs;
      for (const [address, seconds] of lifetimes) {
        assert.equal(addressExpiry(address, received), received + seconds * 1000, address);
      }
      for (const address of times) {
        assert.equal(addressExpiry(address, received), null, 'the time of another clock');
        assert.equal(addressExpiry(address, received, -wrongMs), received + 300_000, address);
      }
    }
  });

  it('is null if the address contains no plausible time', () => {
    for (const address of [
      'https://s.test/a',
      'nonsense',
      'https://s.test/a?expires=soon',
      `https://s.test/a?expires=${at - 10}`,
      `https://s.test/a?expires=${at + 9 * 86_400}`,
      'https://s.test/a?x-amz-expires=-5',
      'https://s.test/expires=9',
    ]) {
      assert.equal(addressExpiry(address, now, 0), null, address);
    }
  });
});

describe('systemClock of a browser', () => {
  it('sleep: waits longer than the longest timer', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const longest = 2 ** 31 - 1;
    let ended = false;
    const wait = systemClock.sleep(longest + 1_000, new AbortController().signal).then(() => {
      ended = true;
    });
    t.mock.timers.tick(longest);
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(!ended);
    t.mock.timers.tick(1_000);
    await wait;
  });

  it("now: stands still while the device's clock is set back", (t) => {
    const start = systemClock.now() + 1_000;
    let device = start;
    const ticks = performance.now();
    t.mock.method(performance, 'now', () => ticks);
    t.mock.method(Date, 'now', () => device);
    assert.equal(systemClock.now(), start);
    device -= 3_600_000;
    assert.equal(systemClock.now(), start);
    device += 500;
    assert.equal(systemClock.now(), start + 500);
  });
});
