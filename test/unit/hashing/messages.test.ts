import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isHashCheckpoint,
  parseWorkerReply,
  parseWorkerRequest,
  WORKER_CONTRACT,
  WORKER_NAME,
} from '../../../src/hashing/hash-messages.js';

const md5 = 'd41d8cd98f00b204e9800998ecf8427e';
const from = { bytes: 10, md5, state: { engine: 'hash-wasm', bytes: new Uint8Array(156) } };

const others: readonly unknown[] = [null, undefined, 'hash', 7, [], {}, { type: 'other' }];

describe('messages of the hashing worker', () => {
  it('are recognised by their types', () => {
    const hash = { type: 'hash', blob: new Blob(['x']), partSize: 5, from, partMd5: true };
    for (const request of [hash, { type: 'whole-only' }]) {
      assert.equal(parseWorkerRequest(request), request);
    }
    for (const other of [...others, { type: 'done' }]) {
      assert.equal(parseWorkerRequest(other), null);
    }
    const done = { type: 'done', md5, engine: 'spark-md5' };
    assert.equal(parseWorkerReply(done), done);
    for (const other of [...others, hash]) assert.equal(parseWorkerReply(other), null);
  });

  it('are not used if another script or version is ready', () => {
    const ready = { type: 'ready', worker: WORKER_NAME, contract: WORKER_CONTRACT };
    assert.equal(parseWorkerReply(ready), ready);
    for (const other of [
      { type: 'ready' },
      { type: 'ready', contract: WORKER_CONTRACT },
      { ...ready, worker: 'other' },
      { ...ready, contract: WORKER_CONTRACT + 1 },
    ]) {
      assert.equal(parseWorkerReply(other), null);
    }
  });
});

describe('isHashCheckpoint', () => {
  it('rejects what is not a checkpoint', () => {
    assert.equal(isHashCheckpoint(from), true);
    for (const other of [
      ...others,
      ...[0.5, -1, NaN, '10'].map((bytes) => ({ ...from, bytes })),
      { ...from, md5: md5.toUpperCase() },
      { ...from, state: null },
      { ...from, state: { ...from.state, engine: 1 } },
      { ...from, state: { ...from.state, bytes: new Uint8Array(1_025) } },
      { ...from, state: { ...from.state, bytes: new ArrayBuffer(156) } },
    ]) {
      assert.equal(isHashCheckpoint(other), false);
    }
  });
});
