/** What the drawer “Under the hood” makes of exchanges, of the sandbox's log and of an element's diagnostics. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type Exchange,
  countSecrets,
  durationOf,
  isFailure,
  laneOf,
  leaksIn,
  withExchanges,
  shortPath,
} from '../../../demo/hood/model.js';
import {
  exchangesOf,
  simulatedPath,
  exchangeOfTry,
  lostTries,
} from '../../../demo/hood/sources.js';
import { createRecorder } from '../../../demo/hood/recorder.js';
import type { LogEntry } from '../../../demo/sandbox/index.js';

const exchange = (number: number, more: Partial<Exchange> = {}): Exchange => ({
  ...{ number, at: number, ms: 1, from: 'browser', to: 'backend', method: 'POST', path: '/' },
  ...{ status: 200, bytes: 0, headers: [], ...more },
});

const headers = (...pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [name = '', value = ''] = pair.split(': ');
    return { name, value };
  });

test('hood: exchanges are in the order in which they began, and a known number is replaced', () => {
  const first = withExchanges([], [exchange(1, { at: 50 }), exchange(2, { at: 20, ms: null })]);
  const second = withExchanges(first, [exchange(2, { at: 20, ms: 7 }), exchange(3, { at: 30 })]);
  assert.deepEqual(
    second.map(({ number, ms }) => [number, ms]),
    [
      [2, 7],
      [3, 1],
      [1, 1],
    ],
  );
  const many = Array.from({ length: 400 }, (_, index) => exchange(index + 1));
  assert.equal(withExchanges([], many).length, 300);
  assert.equal(withExchanges([], many).at(-1)?.number, 400);
});

test('hood: each secret is counted at the side that sent it, and one of the browser is a leak', () => {
  const list = [
    exchange(1, { headers: headers('cookie: •••') }),
    exchange(2, { to: 'service', headers: headers('authorization: Bearer •••') }),
    exchange(3, { from: 'backend', to: 'service', headers: headers('authorization: Basic •••') }),
    exchange(4, {
      ...{ from: 'backend', to: 'service', path: '/open/partner/users/access-token' },
      headers: headers('authorization: Bearer •••'),
    }),
    exchange(6, { from: 'backend', to: 'service', headers: headers('authorization: Bearer •••') }),
    exchange(5, { from: 'backend', to: 'service', headers: headers('x-client-api-key: •••') }),
  ];
  assert.deepEqual(
    countSecrets(list).map(({ side, name, count }) => `${side}: ${name} ${count}`),
    [
      'browser: Session cookie 1',
      'browser: User token 1',
      'backend: Client id and secret 1',
      'backend: Partner token 1',
      'backend: API key 1',
    ],
  );
  assert.deepEqual(leaksIn(list), []);
  for (const header of ['authorization: Basic •••', 'x-client-id: •••', 'x-client-api-key: •••'])
    assert.equal(leaksIn([exchange(1, { headers: headers(header) })]).length, 1, header);
});

test('hood: storage is part of the service’s column', () => {
  assert.equal(laneOf(exchange(1)), 'browser-backend');
  assert.equal(laneOf(exchange(1, { to: 'storage' })), 'browser-service');
  assert.equal(laneOf(exchange(1, { from: 'backend', to: 'service' })), 'backend-service');
  assert.deepEqual([durationOf(12.4), durationOf(1_240)], ['12 ms', '1.2 s']);
});

test('hood: a request under way is no failure, and one without an answer is', () => {
  assert.deepEqual(
    [
      { ms: null, status: 0 },
      { ms: 5, status: 0 },
      { ms: 5, status: 503 },
      { ms: 5, status: 204 },
    ].map((more) => isFailure(exchange(1, more))),
    [false, true, true, false],
  );
});

test('hood: ids and queries are not in a path', () => {
  const id = 'task_abcdefghijklmnopqrstuvwx';
  assert.equal(
    shortPath(`/api/transcriptions/${id}?signature=1#x`),
    '/api/transcriptions/task_abcde…',
  );
  assert.equal(shortPath('/open/partner/users/access-token'), '/open/partner/users/access-token');
});

const logged = (number: number, more: Partial<LogEntry> = {}): LogEntry => ({
  ...{ number, at: 5, ms: 2, host: 'storage', method: 'PUT', path: '/uploads', status: 200 },
  ...{ headerNames: [], headers: headers('origin: •••'), bytesReceived: 9, ...more },
});

test('hood: a simulated path is shown as a real server would see it', () => {
  const id = '690c82c1aab7411db6ef759ce677db98';
  assert.equal(
    simulatedPath(`/demo/simulation/${id}/service/open/partner/users/access-token`),
    '/open/partner/users/access-token',
  );
  assert.equal(
    simulatedPath(`/simulation/${id}/storage/uploads/${id}/2`),
    '/uploads/690c82c1aa…/2',
  );
});

test('hood: only requests of this visitor’s browser are taken from the log, with the reason of a failure', () => {
  const list = exchangesOf(
    [
      logged(1),
      logged(2, { partNumber: 3, status: 503, fault: 'status' }),
      logged(3, { headers: headers('host: •••') }),
      logged(4, { session: 'another' }),
      logged(5, { session: 'mine', partNumber: 4 }),
      logged(6, { method: 'OPTIONS' }),
    ],
    'mine',
    1,
  );
  assert.deepEqual(
    list.map(({ number, to, part, status, bytes, note }) => [
      number,
      to,
      part,
      status,
      bytes,
      note,
    ]),
    [
      [2, 'storage', 3, 503, 9, 'Fault: status.'],
      [5, 'storage', 4, 200, 9, undefined],
    ],
  );
});

test('hood: an attempt that never reached the storage is shown, as the element measured it', () => {
  const attempt = {
    ...{ part: 2, attempt: 1, startedAtMs: 1_000, tookMs: 500, sentBytes: 64 },
    ...({ outcome: 'no-answer', status: null } as const),
  };
  const now = 10_000;
  assert.deepEqual(lostTries([attempt], [], now), [attempt]);
  // Its entry in the log may still come.
  assert.deepEqual(lostTries([attempt], [], 1_600), []);
  assert.deepEqual(lostTries([attempt], [exchange(1, { part: 2, at: 1_200, status: 0 })], now), []);
  assert.equal(lostTries([attempt], [exchange(1, { part: 3, at: 1_200 })], now).length, 1);
  assert.deepEqual(lostTries([{ ...attempt, status: 200, outcome: 'stored' }], [], now), []);
  const shown = exchangeOfTry(attempt, 7);
  assert.deepEqual([shown.number, shown.status, shown.part, shown.ms], [7, 0, 2, 500]);
  assert.match(shown.note ?? '', /The connection broke/);
});

test('hood: a call of the backend outside a request belongs to nobody', async () => {
  const recorder = createRecorder();
  await assert.rejects(recorder.recorded(fetch)('http://127.0.0.1:1/a'));
  assert.deepEqual(recorder.since('one', 0), []);
});
