import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  parseWorkerReply,
  parseWorkerRequest,
  WORKER_CONTRACT,
  WORKER_NAME,
} from '../../../src/hashing/hash-messages.js';

const md5 = 'd41d8cd98f00b204e9800998ecf8427e';
const from = { bytes: 10, md5, state: { engine: 'hash-wasm', bytes: new Uint8Array(156) } };
const hash = { type: 'hash', blob: new Blob(['x']), partSize: 5, from, partMd5: true };
const part = { start: 5, end: 10, md5, point: from };

const broken: readonly unknown[] = [null, undefined, 'hash', 7, [], {}, { type: 'other' }];

describe('messages from the page to the worker', () => {
  it('are parsed unchanged', () => {
    for (const request of [hash, { ...hash, partSize: null, from: null }, { type: 'whole-only' }]) {
      assert.deepEqual(parseWorkerRequest(request), request);
    }
  });

  it('are rejected if any field is invalid', () => {
    for (const request of [
      ...broken,
      { ...hash, blob: 'x' },
      { ...hash, partMd5: 1 },
      ...[0, -5, 1.5, NaN, Infinity, '5', undefined].map((partSize) => ({ ...hash, partSize })),
      ...[undefined, 'x', {}, { ...from, md5: 'x' }].map((it) => ({ ...hash, from: it })),
      { ...hash, from: { ...from, state: { ...from.state, bytes: new Uint8Array(1_025) } } },
      { ...hash, from: { ...from, state: { ...from.state, bytes: new ArrayBuffer(156) } } },
    ]) {
      assert.equal(parseWorkerRequest(request), null);
    }
  });
});

describe('messages from the worker to the page', () => {
  it('are parsed unchanged', () => {
    for (const reply of [
      { type: 'ready', worker: WORKER_NAME, contract: WORKER_CONTRACT },
      { type: 'progress', hashedBytes: 0 },
      { type: 'part', part },
      { type: 'part', part: { ...part, md5: null } },
      { type: 'done', md5, engine: 'spark-md5' },
      { type: 'unreadable', message: 'gone' },
      { type: 'failed', message: '' },
    ]) {
      assert.deepEqual(parseWorkerReply(reply), reply);
    }
  });

  it('are rejected if any field is invalid', () => {
    for (const reply of [
      ...broken,
      { type: 'ready' },
      { type: 'ready', contract: WORKER_CONTRACT },
      { type: 'ready', worker: 'other', contract: WORKER_CONTRACT },
      { type: 'ready', worker: WORKER_NAME, contract: WORKER_CONTRACT + 1 },
      { type: 'progress' },
      { type: 'progress', hashedBytes: -1 },
      { type: 'part' },
      { type: 'part', part: { ...part, md5: undefined } },
      { type: 'part', part: { ...part, start: 11 } },
      { type: 'part', part: { ...part, end: 11 } },
      { type: 'part', part: { ...part, point: null } },
      { type: 'done', md5: md5.toUpperCase(), engine: 'hash-wasm' },
      { type: 'done', md5, engine: 'other' },
      { type: 'unreadable' },
      { type: 'failed', message: 5 },
    ]) {
      assert.equal(parseWorkerReply(reply), null);
    }
  });
});
