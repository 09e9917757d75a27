import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Emit } from '../../../src/server/handler-events.js';
import type { RateStore } from '../../../src/server.js';
import { readLimits } from '../../../src/server/handler-settings.js';
import { HttpError } from '../../../src/server/http-messages.js';
import { createUserLimits } from '../../../src/server/user-limits.js';

const START = Date.UTC(2026, 0, 1);
/** Timeout for a store that never answers. */
const SHORT_MS = 20;
/** Timeout for a store that answers, long enough for a busy machine. */
const LONG_MS = 60_000;
const SIXTY = { requests: 60, seconds: 3600 };

type Outcome = 'allowed' | { readonly retryAfter: number };

const instance = (rateStore: RateStore | null, storeTimeoutMs = LONG_MS) => {
  const events: Parameters<Emit>[0][] = [];
  let now = START;
  const { count } = createUserLimits({
    serviceUrl: 'https://service.example',
    clientId: 'client',
    limits: { ...readLimits({ submissions: SIXTY }), storeTimeoutMs },
    rateStore,
    clock: { now: () => now },
    emit: (event) => void events.push(event),
  });
  const ask = async (user = 'user-ada'): Promise<Outcome> => {
    try {
      await count('submissions', user);
      return 'allowed';
    } catch (error) {
      assert.ok(error instanceof HttpError && error.code === 'too-many-requests');
      return { retryAfter: Number(error.headers['Retry-After']) };
    }
  };
  return {
    events,
    ask,
    advance: (ms: number) => (now += ms),
    /** Sends this many requests in parallel and returns how many were allowed. */
    askAtOnce: async (times: number): Promise<number> => {
      const outcomes = await Promise.all(Array.from({ length: times }, () => ask()));
      return outcomes.filter((outcome) => outcome === 'allowed').length;
    },
  };
};

const delayed = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms));
const never = new Promise<never>(() => undefined);

const taking = (take: () => unknown): RateStore => ({ take: take as RateStore['take'] });

/** Stores that a partner could pass; `alarms` is how often an instance reports a failure. */
const STORES: Readonly<
  Record<string, { store: () => RateStore | null; alarms: 0 | 1; waitMs?: number }>
> = {
  'no store': { store: () => null, alarms: 0 },
  'a store that always allows': {
    store: () => taking(() => delayed(1, { allowed: true })),
    alarms: 0,
  },
  'a store that rejects': {
    store: () => taking(() => Promise.reject(new Error('down'))),
    alarms: 1,
  },
  'a store that throws': {
    store: () =>
      taking(() => {
        throw new Error('down');
      }),
    alarms: 1,
  },
  'a store that hangs': { store: () => taking(() => never), alarms: 1, waitMs: SHORT_MS },
  'a store that answers every other time': {
    store: () => {
      let times = 0;
      return taking(() =>
        ++times % 2 === 0 ? Promise.reject(new Error('down')) : { allowed: true },
      );
    },
    alarms: 1,
  },
  ...Object.fromEntries(
    [
      undefined,
      null,
      'yes',
      {},
      { allowed: 1 },
      { allowed: false },
      { allowed: false, retryAfterMs: -1 },
    ].map((rubbish) => [
      `a store that answers ${JSON.stringify(rubbish)}`,
      { store: () => taking(() => Promise.resolve(rubbish)), alarms: 1 as const },
    ]),
  ),
};

for (const [what, { store, alarms, waitMs }] of Object.entries(STORES)) {
  it(`an instance with ${what} allows exactly its limit of 300 parallel requests`, async () => {
    const { ask, askAtOnce, advance, events } = instance(store(), waitMs);
    assert.equal(await askAtOnce(300), 60);
    assert.equal(events.length, alarms);
    assert.equal(await askAtOnce(300), 0);
    advance(59_999);
    assert.deepEqual(await ask(), { retryAfter: 1 });
    advance(1);
    assert.equal(await askAtOnce(300), 1);
  });
}

describe('a shared rate store', () => {
  it('does not allow the limit a second time after it recovers from a failure', async () => {
    let isDown = true;
    const store = taking(() =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve({ allowed: true }),
    );
    const { askAtOnce, events } = instance(store);
    assert.equal(await askAtOnce(40), 40);
    isDown = false;
    assert.equal(await askAtOnce(300), 20);
    isDown = true;
    assert.equal(await askAtOnce(300), 0);
    assert.equal(events.length, 1);
  });

  it('is asked for at most the limit of a user in parallel; other requests are refused at once', async () => {
    let asked = 0;
    const store = taking(() => {
      asked++;
      return never;
    });
    const { ask } = instance(store, SHORT_MS);
    let waiting = 0;
    const outcomes = Array.from({ length: 1_000 }, async () => {
      waiting++;
      const outcome = await ask();
      waiting--;
      return outcome;
    });
    const refused = await Promise.all(outcomes.slice(60));
    assert.equal(waiting, 60);
    const ofBob = ask('user-bob');
    assert.deepEqual(
      new Set(refused.map((it) => it !== 'allowed' && it.retryAfter)),
      new Set([60]),
    );
    assert.deepEqual(new Set(await Promise.all(outcomes.slice(0, 60))), new Set(['allowed']));
    assert.equal(await ofBob, 'allowed');
    assert.equal(asked, 61);
  });

  it('may refuse a request that the instance would allow, which the instance then does not count', async () => {
    let isStrict = true;
    const { ask, askAtOnce, events } = instance(
      taking(() =>
        Promise.resolve(isStrict ? { allowed: false, retryAfterMs: 1_500 } : { allowed: true }),
      ),
    );
    assert.deepEqual(await ask(), { retryAfter: 2 });
    assert.equal(await askAtOnce(300), 0);
    isStrict = false;
    assert.equal(await askAtOnce(300), 60);
    assert.equal(events.length, 0);
  });

  it('cannot set a Retry-After longer than the period of the limit', async () => {
    for (const retryAfterMs of [Number.MAX_VALUE, Infinity]) {
      const { ask } = instance(taking(() => Promise.resolve({ allowed: false, retryAfterMs })));
      assert.deepEqual(await ask(), { retryAfter: 3600 });
    }
  });

  it('is reported once a minute while it fails', async () => {
    const cause = new Error('down');
    const { askAtOnce, events, advance } = instance(taking(() => Promise.reject(cause)));
    await askAtOnce(20);
    advance(59_999);
    await askAtOnce(20);
    const message = 'rateStore failed; each instance counts by itself until it works again.';
    assert.deepEqual(events, [{ kind: 'configuration', message, option: 'rateStore', cause }]);
    advance(1);
    await askAtOnce(20);
    assert.equal(events.length, 2);
    // Setting the clock back does not suppress the reports for a day.
    advance(60_000 - 86_400_000);
    await askAtOnce(1);
    advance(60_000);
    await askAtOnce(1);
    assert.equal(events.length, 3);
  });

  it('receives a hashed key, the limit and the time', async () => {
    const seen: unknown[] = [];
    const { ask } = instance({
      take: (key, limit, now) => {
        seen.push([key.replace(/[0-9a-f]{64}$/, 'hash'), limit, now]);
        return Promise.resolve({ allowed: false, retryAfterMs: 1 });
      },
    });
    assert.deepEqual(await ask(), { retryAfter: 1 });
    assert.deepEqual(seen, [['audio-transcribe:submissions:hash', SIXTY, START]]);
  });
});
