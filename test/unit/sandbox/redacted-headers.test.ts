/** What a log shows of a request's headers. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { HIDDEN, redactedHeaders } from '../../../demo/sandbox/redacted-headers.js';

const valueOf = (name: string, value: string): string | undefined =>
  redactedHeaders([[name, value]])[0]?.value;

test('redacted headers: harmless values are shown, sorted by name', () => {
  assert.deepEqual(
    redactedHeaders([
      ['Origin', 'http://127.0.0.1:5173'],
      ['content-length', '100'],
      ['content-type', 'application/json; charset=utf-8'],
    ]),
    [
      { name: 'content-length', value: '100' },
      { name: 'content-type', value: 'application/json; charset=utf-8' },
      { name: 'origin', value: 'http://127.0.0.1:5173' },
    ],
  );
});

test('redacted headers: only the scheme of an authorization is shown', () => {
  assert.equal(valueOf('authorization', 'Basic c2VjcmV0OnNlY3JldA=='), `Basic ${HIDDEN}`);
  assert.equal(valueOf('Authorization', 'Bearer abc.def'), `Bearer ${HIDDEN}`);
  assert.equal(valueOf('authorization', 'abc.def'), HIDDEN);
  assert.equal(valueOf('authorization', 'secret 1234'), HIDDEN);
});

test('redacted headers: a secret is hidden in every header, also by mistake', () => {
  const secret = 'tok_V2h5IGFyZSB5b3UgcmVhZGluZyB0aGlz';
  const address = `https://storage.example/a?signature=${secret}`;
  const names = ['x-client-id', 'x-client-api-key', 'cookie', 'referer', 'user-agent', 'accept'];
  names.push('content-type', 'content-length', 'range', 'host', 'origin', 'sec-fetch-mode');
  names.push('connection', 'idempotency-key', 'access-control-request-headers');
  for (const name of names) {
    for (const value of [
      secret,
      address,
      `application/${secret}`,
      `bytes=${secret}`,
      `a, ${secret}`,
    ])
      assert.equal(valueOf(name, value), HIDDEN, `${name}: ${value}`);
  }
});
