import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/browser/clock.js';
import { trackBytes } from '../../../src/engine/byte-tracking.js';
import { pollInterval } from '../../../src/engine/poll-interval.js';
import {
  DEFAULT_RETRY,
  ENDLESS_RETRY,
  givesUp,
  isRetryable,
  parseRetryAfter,
  PATIENT_RETRY,
  retryDelay,
} from '../../../src/engine/retry.js';
import type { Fact } from '../../../src/engine/state.js';
import { addressExpiry } from '../../../src/protocol/index.js';
import { bytesPerSecond, observeSpeed, startSpeed } from '../../../src/engine/speed.js';

describe('when to try again', () => {
  it('repeats what can succeed, and nothing else', () => {
    for (const status of [408, 425, 429, 500, 502, 503, 504, 507]) {
      assert.equal(isRetryable(status), true, String(status));
    }
    for (const status of [200, 400, 401, 403, 404, 409, 413, 501]) {
      assert.equal(isRetryable(status), false, String(status));
    }
  });

  it('reads Retry-After in seconds and as a date, and nothing else', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    assert.equal(parseRetryAfter('7', now), 7_000);
    assert.equal(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now), 60_000);
    assert.equal(parseRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now), 0);
    for (const endless of ['86400', '9'.repeat(400), 'Fri, 01 Jan 2100 00:00:00 GMT']) {
      assert.equal(parseRetryAfter(endless, now), 900_000, endless);
    }
    for (const value of [null, '', 'soon', '-3', '1.5']) {
      assert.equal(parseRetryAfter(value, now), null, String(value));
    }
  });

  it('waits a random time under a ceiling that doubles up to its cap', () => {
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

  it('gives up after eight tries, but where something already worked not within 15 minutes', () => {
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

  it('never comes back before the server asked for it', () => {
    assert.equal(retryDelay(1, 0.1, 120_000), 120_000);
  });
});

describe('how often to ask for a task (section 8)', () => {
  it('asks for short audio every 2 to 5 seconds, however often it has asked', () => {
    for (let query = 0; query < 200; query++) {
      for (const random of [0, 0.5, 0.999]) {
        const interval = pollInterval(query, 180, random);
        assert.ok(interval >= 2_000 && interval <= 5_000, `${query}: ${interval}`);
      }
    }
  });

  it('starts at 10 to 30 seconds for half an hour or more, and backs off', () => {
    for (const seconds of [1_800, 7_200]) {
      const first = pollInterval(0, seconds, 0.999);
      assert.ok(first >= 10_000 && first <= 30_000, String(first));
      assert.ok(pollInterval(3, seconds, 0.5) > pollInterval(0, seconds, 0.5) * 1.5);
      assert.equal(pollInterval(500, seconds, 0.5), 60_000);
    }
  });

  it('starts between them for audio between them', () => {
    const interval = pollInterval(0, 15 * 60, 0);
    assert.ok(interval > 2_000 && interval < 10_000, String(interval));
  });

  it('starts short and backs off where the length is unknown', () => {
    assert.equal(pollInterval(0, null, 0), 2_000);
    assert.ok(pollInterval(20, null, 0) > 30_000);
  });
});

describe('speed', () => {
  it('says nothing before it has seen enough', () => {
    const speed = observeSpeed(startSpeed(0, 0), 100, 1_000_000);
    assert.equal(bytesPerSecond(speed), null);
  });

  it('looks at the bytes no more often than every 50 ms', () => {
    const speed = startSpeed(0, 0);
    assert.equal(observeSpeed(speed, 49, 1_000), speed);
    assert.equal(observeSpeed(speed, 50, 1_000).rate, 20);
  });

  it('follows a steady rate, and forgets an old one by halves', () => {
    let speed = startSpeed(0, 0);
    for (let ms = 100; ms <= 5_000; ms += 100) speed = observeSpeed(speed, ms, ms * 1_000);
    assert.ok(Math.abs((bytesPerSecond(speed) ?? 0) - 1_000_000) < 1_000);
    const before = bytesPerSecond(speed) ?? 0;
    for (let ms = 5_100; ms <= 8_000; ms += 100) speed = observeSpeed(speed, ms, 5_000_000);
    const after = bytesPerSecond(speed) ?? 0;
    assert.ok(after > before * 0.4 && after < before * 0.6, String(after / before));
  });

  it('takes bytes that were taken back as none', () => {
    const speed = observeSpeed(startSpeed(0, 1_000), 1_000, 0);
    assert.equal(bytesPerSecond(speed), 0);
  });
});

describe('when a presigned address ends', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const at = now / 1000;

  it('is read where the address says it, as a lifetime or as a time', () => {
    for (const [address, seconds] of [
      ['https://s.test/a?X-Amz-Date=20200101T000000Z&X-Amz-Expires=900&x=1', 900],
      ['https://s.test/a?X-Goog-Expires=60#f', 60],
      [`https://s.test/a?Expires=${at + 300}&Signature=x`, 300],
      [`https://s.test/a?expires=${at + 300}`, 300],
    ] as const) {
      assert.equal(addressExpiry(address, now), now + seconds * 1000, address);
    }
  });

  it('is not guessed where it says nothing that can be believed', () => {
    for (const address of [
      'https://s.test/a',
      'nonsense',
      'https://s.test/a?expires=soon',
      `https://s.test/a?expires=${at - 10}`,
      `https://s.test/a?expires=${at + 9 * 86_400}`,
      'https://s.test/a?x-amz-expires=-5',
      'https://s.test/expires=9',
    ]) {
      assert.equal(addressExpiry(address, now), null, address);
    }
  });
});

describe('bytes on their way', () => {
  const parts = [1, 2].map((number) => ({
    number,
    start: (number - 1) * 1_000_000,
    end: number * 1_000_000,
    url: '',
  }));
  const track = (deadlineMs: number | null) => {
    let nowMs = 0;
    const told: Extract<Fact, { type: 'sending' }>[] = [];
    const tracking = trackBytes({
      parts,
      stored: new Set(),
      size: 2_000_000,
      deadlineMs,
      clock: { now: () => nowMs, sleep: () => Promise.reject(new Error('nothing waits')) },
      report: (fact) => {
        if (fact.type === 'sending') told.push(fact);
      },
    });
    const send = (ms: number, sentBytes: number): void => {
      nowMs = ms;
      tracking.observe(parts[0] ?? assert.fail(), sentBytes);
    };
    return { tracking, told, send };
  };

  it('are told ten times a second at most, and at the end of each part', () => {
    const { told, send } = track(null);
    for (let ms = 1; ms <= 1_000; ms++) send(ms, ms * 900);
    assert.ok(told.length >= 9 && told.length <= 11, String(told.length));
    send(1_001, 1_000_000);
    assert.equal(told.at(-1)?.sentBytes, 1_000_000);
  });

  it('are late where, at this speed, the addresses end first', () => {
    for (const [deadlineMs, late] of [
      [null, false],
      [10_000, true],
      [30_000, false],
    ] as const) {
      const { told, send } = track(deadlineMs);
      // 100 bytes per ms: two million take 20 s.
      for (let ms = 100; ms <= 1_000; ms += 100) send(ms, ms * 100);
      assert.equal(told.at(-1)?.late, late, String(deadlineMs));
    }
  });

  it('are fewer again when a part is sent anew', () => {
    const { tracking, send } = track(null);
    send(100, 500_000);
    send(200, 0);
    assert.equal(tracking.total(), 0);
  });
});

describe('the clock of a browser', () => {
  it('cuts a wait that is longer than a timer can be', async (t) => {
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

  it('stands still where the device’s clock is set back, and goes on from there', (t) => {
    const start = systemClock.now() + 1_000;
    let device = start;
    t.mock.method(Date, 'now', () => device);
    assert.equal(systemClock.now(), start);
    device -= 3_600_000;
    assert.equal(systemClock.now(), start);
    device += 500;
    assert.equal(systemClock.now(), start + 500);
  });
});
