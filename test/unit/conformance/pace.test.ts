import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaller, NoAnswer, retryAfterSeconds } from '../../../conformance/call.js';
import { differences, kindOf, TEXT, COUNT } from '../../../conformance/shape.js';
import { pollInterval } from '../../../conformance/task.js';

const NOW = Date.UTC(2026, 10, 21);
const MEBIBYTE = 1024 * 1024;

test('Retry-After: in seconds or as a date', () => {
  assert.equal(retryAfterSeconds('120', NOW), 120);
  assert.equal(retryAfterSeconds(new Date(NOW + 90_000).toUTCString(), NOW), 90);
  assert.equal(retryAfterSeconds(new Date(NOW - 90_000).toUTCString(), NOW), 0);
  assert.equal(retryAfterSeconds('soon', NOW), null);
  assert.equal(retryAfterSeconds(null, NOW), null);
});

test('polling: every 2 to 5 s for short audio, at growing intervals for long audio', () => {
  const short = Array.from({ length: 20 }, (_, query) => pollInterval(query, MEBIBYTE));
  assert.ok(short.every((ms) => ms >= 2_000 && ms <= 5_000));
  const long = Array.from({ length: 20 }, (_, query) => pollInterval(query, 100 * MEBIBYTE));
  assert.deepEqual(long.slice(0, 3), [10_000, 13_000, 16_900]);
  assert.ok(long.every((ms, at) => ms <= 60_000 && ms >= (long[at - 1] ?? 0)));
});

/** A caller whose service returns these responses in sequence. */
const callerOf = (...responses: readonly Response[]) => {
  const left = [...responses];
  const waits: number[] = [];
  const caller = createCaller(
    {
      fetch: async () => left.shift() ?? Promise.reject(new Error('no more')),
      now: () => NOW,
      sleep: async (ms) => void waits.push(ms),
      deadline: () => new AbortController().signal,
    },
    30,
  );
  return { caller, waits, left };
};

const busy = (status: number, after?: string): Response =>
  new Response('', { status, headers: after === undefined ? {} : { 'Retry-After': after } });

test('retries: a busy service is called again after Retry-After, four times at most', async () => {
  const { caller, waits } = callerOf(busy(429), busy(503, '3'), new Response('{}'));
  assert.equal((await caller.send({ url: 'https://s.example/' })).status, 200);
  assert.deepEqual(waits, [5_000, 3_000]);
  const always = callerOf(...Array.from({ length: 9 }, () => busy(429, '1')));
  assert.equal((await always.caller.send({ url: 'https://s.example/' })).status, 429);
  assert.equal(always.left.length, 5);
});

test('retries: none if a repetition is unsafe or the wait is too long', async () => {
  const once = callerOf(busy(503, '1'), new Response('{}'));
  assert.equal((await once.caller.send({ url: 'https://s.example/', once: true })).status, 503);
  const long = callerOf(busy(429, '3600'), new Response('{}'));
  assert.equal((await long.caller.send({ url: 'https://s.example/' })).status, 429);
  assert.deepEqual([once.waits, long.waits], [[], []]);
});

test('no response: the error names the request, without its query', async () => {
  const { caller } = callerOf();
  await assert.rejects(
    caller.send({ url: 'https://s.example/part?signature=abc', method: 'PUT' }),
    (error) =>
      error instanceof NoAnswer &&
      error.message === 'PUT https://s.example/part: no answer (no more).',
  );
});

test('unexpected response: the error names each differing field, without its value', () => {
  const table = { id: TEXT, size: COUNT };
  assert.deepEqual(differences({ id: 'a', size: 1 }, table), []);
  assert.deepEqual(differences({ id: '', size: 'secret' }, table, 'data.'), [
    'data.id is an empty text, not a text that is not empty',
    'data.size is a text, not a whole number above 0',
  ]);
  assert.deepEqual(differences([1], table), ['the body is an array of 1, not an object']);
  assert.deepEqual([undefined, null, true, {}].map(kindOf), [
    'nothing',
    'null',
    'true',
    'an object',
  ]);
});
