import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createCaller,
  NoAnswer,
  retryAfterSeconds,
  StayedBusy,
} from '../../../conformance/service/call.js';
import { createQuoting } from '../../../conformance/service/quote.js';
import { COUNT, differences, kindOf, TEXT } from '../../../conformance/service/shape.js';
import { pollInterval } from '../../../conformance/steps/task.js';

const NOW = Date.UTC(2026, 10, 21);
const URL_OF = 'https://s.example/path';

test('Retry-After: in seconds or as a date', () => {
  assert.equal(retryAfterSeconds('120', NOW), 120);
  assert.equal(retryAfterSeconds(new Date(NOW + 90_000).toUTCString(), NOW), 90);
  assert.equal(retryAfterSeconds(new Date(NOW - 90_000).toUTCString(), NOW), 0);
  assert.equal(retryAfterSeconds('soon', NOW), null);
  assert.equal(retryAfterSeconds(null, NOW), null);
});

test('polling: every 2 to 5 s for short audio, at growing intervals for long audio', () => {
  const short = Array.from({ length: 20 }, (_, query) => pollInterval(query, 20));
  assert.ok(short.every((ms) => ms >= 2_000 && ms <= 5_000));
  const long = Array.from({ length: 20 }, (_, query) => pollInterval(query, 3600));
  assert.deepEqual(long.slice(0, 3), [10_000, 13_000, 16_900]);
  assert.ok(long.every((ms, at) => ms <= 60_000 && ms >= (long[at - 1] ?? 0)));
});

/** A caller whose service gives these responses in sequence, and then none. */
const callerOf = (...responses: readonly (Response | Error)[]) => {
  const left = [...responses];
  const waits: number[] = [];
  const caller = createCaller(
    {
      fetch: async () => {
        const next = left.shift() ?? new Error('no more');
        if (next instanceof Error) throw next;
        return next;
      },
      now: () => NOW,
      sleep: async (ms) => void waits.push(ms),
      deadline: () => new AbortController().signal,
    },
    30,
    createQuoting(),
  );
  return { caller, waits, left };
};

const busy = (status: number, after?: string): Response =>
  new Response('', { status, headers: after === undefined ? {} : { 'Retry-After': after } });

test('retries: a busy service is called again after Retry-After, four times at most', async () => {
  const { caller, waits } = callerOf(busy(429), busy(503, '3'), new Response('{}'));
  assert.equal((await caller.send({ url: URL_OF })).status, 200);
  assert.deepEqual(waits, [5_000, 3_000]);
  const always = callerOf(...Array.from({ length: 9 }, () => busy(429, '1')));
  await assert.rejects(always.caller.send({ url: URL_OF }), StayedBusy);
  assert.equal(always.left.length, 5);
});

test('retries: none if a repetition is unsafe or the wait is too long', async () => {
  const once = callerOf(busy(503, '1'), new Response('{}'));
  await assert.rejects(once.caller.send({ url: URL_OF, once: true }), StayedBusy);
  const long = callerOf(busy(429, '3600'), new Response('{}'));
  await assert.rejects(long.caller.send({ url: URL_OF }), StayedBusy);
  assert.deepEqual([once.waits, long.waits], [[], []]);
});

test('retries: a request whose response is lost is sent again, unless that is unsafe', async () => {
  const lost = new Error('ECONNRESET');
  const { caller, waits } = callerOf(lost, lost, new Response('{}'));
  assert.equal((await caller.send({ url: URL_OF })).status, 200);
  assert.deepEqual(waits, [2_000, 2_000]);
  const once = callerOf(lost, new Response('{}'));
  await assert.rejects(once.caller.send({ url: URL_OF, once: true }), NoAnswer);
  assert.equal(once.left.length, 1);
});

test('retries: after three requests without a response, no more are sent', async () => {
  const { caller, waits } = callerOf();
  for (let requests = 0; requests < 3; requests += 1)
    await assert.rejects(caller.send({ url: URL_OF }), /got no answer \(no more\), 3 times$/);
  const before = waits.length;
  await assert.rejects(caller.send({ url: URL_OF }), /was not sent: the service no longer answers/);
  assert.equal(waits.length, before);
});

test('no response: the error names the request, without its query', async () => {
  const { caller } = callerOf();
  await assert.rejects(
    caller.send({ url: 'https://s.example/part?signature=abc', method: 'PUT', once: true }),
    (error) =>
      error instanceof NoAnswer &&
      error.message === 'PUT https://s.example/part got no answer (no more)',
  );
});

test('a response has the time, the duration and the request id', async () => {
  const headers = { 'X-Amz-Request-Id': 'A1' };
  const { caller } = callerOf(new Response('{"a":1}', { headers }), new Response('no json'));
  const { sentAt, tookMs, requestId, json, size } = await caller.send({ url: URL_OF });
  assert.deepEqual([sentAt, tookMs, requestId, json, size], [NOW, 0, 'A1', { a: 1 }, 7]);
  const plain = await caller.send({ url: URL_OF });
  assert.deepEqual([plain.requestId, plain.json], [null, undefined]);
  assert.equal(caller.answers.length, 2);
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
    ...['nothing', 'null', 'true', 'an object'],
  ]);
});

test('quoting: hides secrets, signatures, and text after Basic or Bearer', () => {
  const { hide, quote } = createQuoting();
  for (const secret of ['token-1', 'token-1-and-more', 'ab', '']) hide(secret);
  assert.equal(quote('a token-1-and-more, token-1.'), 'a [hidden], [hidden].');
  assert.equal(quote('about'), 'about');
  assert.equal(
    quote('PUT https://s.example/p/1?sig=abc&x=1 failed'),
    'PUT https://s.example/p/1?[hidden] failed',
  );
  assert.equal(quote('"Basic eHg6c2Vj", Bearer abc'), '"Basic [hidden]", Bearer [hidden]');
  assert.equal(quote('a\u001b[2Jb\r\nc'), 'a [2Jb c');
});

test('quoting: a short secret is hidden as a word, and does not damage others', () => {
  const { hide, quote, sweep } = createQuoting();
  hide('secret');
  hide('a-long-and-random-key');
  assert.equal(quote('secretary, secret: client_secret'), 'secretary, [hidden]: client_secret');
  assert.equal(quote('xa-long-and-random-keyx'), 'x[hidden]x');
  assert.equal(sweep('the secret a-long-and-random-key'), 'the secret [hidden]');
});

test('quoting: shortens a long text, and never cuts a [hidden] in two', () => {
  const { hide, quote } = createQuoting();
  hide('0123456789abcdef');
  assert.equal(quote('y'.repeat(1000)), `${'y'.repeat(80)}…`);
  for (let before = 60; before < 90; before += 1) {
    const text = quote(`${'y'.repeat(before)}0123456789abcdef and more text`);
    assert.doesNotMatch(text.replaceAll('[hidden]', ''), /[[\]]|hidden/, text);
  }
});
