import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  Stalled,
  withWatchdog,
  type WatchdogOptions,
} from '../../../../src/engine/calls/watchdog.js';
import { createSimulatedClock, silence } from '../../../support/simulated-world.js';

const { signal } = new AbortController();

/** A clock whose n-th wait takes this much longer, as if the machine slept. */
const sleepyClock = (nth: number, sleptMs: number): WatchdogOptions['clock'] => {
  const clock = createSimulatedClock();
  let waits = 0;
  return {
    now: clock.now,
    sleep: (ms, it) => clock.sleep(++waits === nth ? ms + sleptMs : ms, it),
  };
};

/** How long silent work may continue, in ms. */
const givenUpAfter = async (
  options: Omit<WatchdogOptions, 'signal'>,
  work: Parameters<typeof withWatchdog<never>>[1] = silence,
): Promise<number> => {
  const start = options.clock.now();
  await assert.rejects(withWatchdog({ ...options, signal }, work), Stalled);
  return options.clock.now() - start;
};

describe('watchdog', () => {
  const SLEEP = 8 * 3_600_000;
  const HIDDEN = { visibility: { isVisible: () => false } };
  for (const [what, sleptMs, afterSleep, quietMs, more, abortedAfter] of [
    ['a machine that stays awake', 0, 'abort', 30_000, {}, 30_000],
    ['a machine that stays awake, whose sleep would not count', 0, 'wait', 1_000, {}, 1_000],
    ['a machine that wakes', SLEEP, 'abort', 3_600_000, {}, SLEEP + 10_000],
    ['a machine that wakes, whose sleep does not count', SLEEP, 'wait', 30_000, {}, SLEEP + 30_000],
    ['a hidden page whose timer is late', 58_000, 'abort', 100_000, HIDDEN, 100_000],
    ['a hidden page on a machine that wakes', SLEEP, 'abort', 30_000, HIDDEN, SLEEP + 10_000],
  ] as const) {
    it(`${what}: silent work is aborted after ${abortedAfter / 1_000} s`, async () => {
      const clock = sleepyClock(2, sleptMs);
      const ms = await givenUpAfter({ clock, quietMs, afterSleep, ...more });
      assert.equal(ms, abortedAfter);
    });
  }

  for (const [change, wasVisible] of [
    ['hidden', true],
    ['shown', false],
  ] as const) {
    it(`a timer that is late while the page is ${change} is not taken for sleep`, async () => {
      const clock = sleepyClock(2, 58_000);
      const start = clock.now();
      // The page changes during the second wait.
      const isVisible = () => clock.now() - start < 20_000 === wasVisible;
      const options = { clock, quietMs: 100_000, afterSleep: 'abort' } as const;
      assert.equal(await givenUpAfter({ ...options, visibility: { isVisible } }), 100_000);
    });
  }

  it('does not abort work that calls alive', async () => {
    const clock = createSimulatedClock();
    const start = clock.now();
    const result = await withWatchdog(
      { clock, quietMs: 10_000, afterSleep: 'abort', signal },
      async (inner, alive) => {
        for (let times = 0; times < 10; times++) {
          await clock.sleep(9_000, inner);
          alive();
        }
        return 'done';
      },
    );
    assert.deepEqual([result, clock.now() - start], ['done', 90_000]);
  });

  it('alive can allow a longer silence', async () => {
    const clock = createSimulatedClock();
    const ms = await givenUpAfter(
      { clock, quietMs: 10_000, afterSleep: 'abort' },
      (inner, alive) => {
        alive(60_000);
        return silence(inner);
      },
    );
    assert.equal(ms, 60_000);
  });

  it('a late timer does not count as sleep if alive was called meanwhile', async () => {
    const clock = sleepyClock(1, 55_000);
    const start = clock.now();
    const result = await withWatchdog(
      { clock, quietMs: 30_000, afterSleep: 'abort', signal },
      async (inner, alive) => {
        for (let times = 0; times < 60; times++) {
          await clock.sleep(1_000, inner);
          alive();
        }
        return 'done';
      },
    );
    assert.equal(result, 'done');
    assert.ok(clock.now() - start >= 60_000);
  });

  it('treats work as asleep if its last sign came at the time when the timer was due', async () => {
    const clock = sleepyClock(1, 55_000);
    const ms = await givenUpAfter(
      { clock, quietMs: 3_600_000, afterSleep: 'abort' },
      async (inner, alive) => {
        await clock.sleep(5_000, inner);
        alive();
        return silence(inner);
      },
    );
    assert.equal(ms, 60_000);
  });

  it('a late timer of a hidden page does not abort work that still sends', async () => {
    // The second wait is that of the work.
    const late = sleepyClock(3, 58_000);
    const options = { clock: late, quietMs: 300_000, afterSleep: 'abort', signal } as const;
    const quiet = (inner: AbortSignal) => late.sleep(200_000, inner).then(() => 'stored');
    await assert.rejects(withWatchdog(options, quiet), Stalled, 'a visible page has slept');
    const clock = sleepyClock(3, 58_000);
    const stored = await withWatchdog({ ...options, clock, ...HIDDEN }, (inner) =>
      clock.sleep(200_000, inner).then(() => 'stored'),
    );
    assert.equal(stored, 'stored');
  });

  it('rejects with the reason of the outer signal', async () => {
    const stop = new AbortController();
    const watched = withWatchdog(
      { clock: createSimulatedClock(), quietMs: 1e9, afterSleep: 'wait', signal: stop.signal },
      silence,
    );
    stop.abort(new Error('enough'));
    await assert.rejects(watched, /enough/);
  });
});
