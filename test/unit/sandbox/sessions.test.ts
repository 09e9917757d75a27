/** The parts of sessions that need no server. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseConditions } from '../../../demo/sandbox/sessions/conditions.js';
import {
  createLink,
  sessionName,
  createSessions,
  IDLE_MS,
  MOST_SESSIONS,
} from '../../../demo/sandbox/sessions/sessions.js';
import type { Fault } from '../../../demo/sandbox/index.js';

const fault = (status: number): Fault => ({ name: 'status', at: 'query', status, times: 'always' });
const struckStatus = (struck: Fault | undefined): number | undefined =>
  struck?.name === 'status' ? struck.status : undefined;

test("sessions: a session's fault affects only its requests, and comes before everyone's", () => {
  const sessions = createSessions({ now: () => 0 });
  sessions.of('a').faults.add(fault(500));
  const next = (session: string | null) =>
    struckStatus(sessions.nextFault(session, 'query', undefined));
  assert.deepEqual([next('a'), next('b'), next(null)], [500, undefined, undefined]);
  sessions.everyone.faults.add(fault(503));
  assert.deepEqual([next('a'), next('b'), next(null)], [500, 503, 503]);
  const [everyones] = sessions.everyone.faults.list();
  // It waited for the request that the session's fault affected.
  assert.deepEqual([everyones?.seen, everyones?.struck], [3, 2]);
  const ids = [...sessions.of('a').faults.list(), ...sessions.everyone.faults.list()];
  assert.deepEqual(
    ids.map(({ id }) => id),
    [1, 2],
  );
});

test('sessions: an idle session ends, and a used one stays', () => {
  let now = 0;
  const sessions = createSessions({ now: () => now });
  sessions.of('idle').faults.add(fault(500));
  sessions.of('used').faults.add(fault(500));
  now = IDLE_MS - 1;
  assert.equal(struckStatus(sessions.nextFault('used', 'query', undefined)), 500);
  now = IDLE_MS;
  assert.deepEqual(sessions.of('idle').faults.list(), []);
  assert.equal(sessions.of('used').faults.list().length, 1);
});

test('sessions: there is a maximum, and the longest idle one ends first', () => {
  const sessions = createSessions({ now: () => 0 });
  sessions.of('first').faults.add(fault(500));
  sessions.of('second').faults.add(fault(500));
  for (let index = 0; index < MOST_SESSIONS - 2; index++) sessions.of(`more-${index}`);
  assert.equal(sessions.of('first').faults.list().length, 1);
  sessions.of('one too many');
  assert.equal(sessions.of('first').faults.list().length, 1);
  assert.deepEqual(sessions.of('second').faults.list(), []);
});

test("sessions: a name does not contain the user's id", () => {
  assert.match(sessionName('somebody@example.org'), /^[\w-]{16}$/);
  assert.notEqual(sessionName('user-0001'), sessionName('user-0002'));
});

test('conditions: are read strictly', () => {
  const good = { chunkSize: 65_536, bytesPerSecond: null, latencyMs: 0 };
  assert.deepEqual(parseConditions(good), good);
  const { latencyMs: _, ...incomplete } = good;
  for (const [wrong, message] of [
    [[], 'the body must be an object'],
    [incomplete, 'latencyMs is missing'],
    [{ ...good, speed: 1 }, 'speed is not a field of this request'],
    [{ ...good, chunkSize: 0 }, 'chunkSize must be null or a whole number from 1 to 5368709120'],
    [
      { ...good, bytesPerSecond: 999 },
      'bytesPerSecond must be null or a whole number from 1000 to 1000000000',
    ],
    [{ ...good, latencyMs: '20' }, 'latencyMs must be null or a whole number from 0 to 60000'],
    [{ ...good, latencyMs: 0.5 }, 'latencyMs must be null or a whole number from 0 to 60000'],
  ] as const)
    assert.throws(() => parseConditions(wrong), { name: 'ContractError', message });
});

/** A link with a clock that advances only while a body waits for it. */
const timedLink = (rate: () => number | null) => {
  const start = 1_000;
  let now = start;
  const signal = new AbortController().signal;
  const link = createLink(rate, {
    now: () => now,
    wait: (ms) => {
      now += ms;
      return Promise.resolve();
    },
  });
  const send = async (bytes: number): Promise<number> => {
    const source = (async function* () {
      yield await Promise.resolve(new Uint8Array(bytes).fill(7));
    })();
    let received = 0;
    for await (const piece of link(source, signal)) received += piece.length;
    assert.equal(received, bytes);
    return now - start;
  };
  return { send };
};

test('link: bodies share the bandwidth', async () => {
  const { send } = timedLink(() => 100_000);
  await Promise.all([send(150_000), send(50_000)]);
  // After an idle time, 50 ms are free.
  assert.equal(Math.round(await send(0)), 1_950);
});

test('link: without a limit nothing waits, and a change applies to a body on its way', async () => {
  assert.equal(await timedLink(() => null).send(10_000_000), 0);
  let pieces = 0;
  const { send } = timedLink(() => (++pieces <= 10 ? 10_000 : null));
  assert.equal(Math.round(await send(1_000_000)), 450);
});
