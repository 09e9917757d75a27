/** Requests that break exactly one thing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherSignature } from '../../../conformance/service/requests.js';

const HOST = 'https://storage.example/files/one.wav';

for (const [name, query, changed] of [
  ['a signature at the end', 'expires=9&signature=c0ffee', 'expires=9&signature=x0ffee'],
  [
    'values after the signature, and a longer token',
    'X-Amz-Security-Token=aaaaaaaaaaaa&X-Amz-Signature=0f&X-Amz-SignedHeaders=host',
    'X-Amz-Security-Token=aaaaaaaaaaaa&X-Amz-Signature=xf&X-Amz-SignedHeaders=host',
  ],
  ['an encoded signature', 'se=2026%3A1&sig=%2Bab%3D', 'se=2026%3A1&sig=x2Bab%3D'],
  ['a signature that begins with x', 'signature=xab', 'signature=yab'],
  ['another name', 'Expires=9&hash=0123456789&id=7', 'Expires=9&hash=x123456789&id=7'],
  ['a value without a name', 'abcdef', 'xbcdef'],
] as const) {
  test(`requests: only the signature differs: ${name}`, () => {
    assert.equal(otherSignature(`${HOST}?${query}`), `${HOST}?${changed}`);
  });
}
