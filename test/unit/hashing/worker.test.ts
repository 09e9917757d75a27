/** The worker's interface: its response to each message. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  parseWorkerReply,
  WORKER_CONTRACT,
  WORKER_NAME,
  type HashMessage,
  type WorkerReply,
} from '../../../src/hashing/hash-messages.js';
import { bytesOf, nodeMd5 } from './support.js';

const MEBIBYTE = 1024 * 1024;

const replies: WorkerReply[] = [];
let onReply: (reply: WorkerReply) => void = () => undefined;
let listener: (event: { readonly data: unknown }) => void = () => undefined;
Object.assign(globalThis, {
  self: {
    postMessage: (message: unknown) => {
      const reply = parseWorkerReply(structuredClone(message));
      assert.ok(reply, 'the page understands it');
      replies.push(reply);
      onReply(reply);
    },
    addEventListener: (_type: string, added: typeof listener) => (listener = added),
  },
});
await import('../../../src/worker.js');
const [ready] = replies;

const send = (data: unknown): void => listener({ data });

/** All messages up to the end of the work. */
const hash = (
  blob: Blob,
  message: Partial<HashMessage> = {},
  onPart: () => void = () => undefined,
): Promise<readonly WorkerReply[]> =>
  new Promise((resolve) => {
    const first = replies.length;
    onReply = (reply) => {
      if (reply.type === 'part') onPart();
      if (reply.type !== 'part' && reply.type !== 'progress') resolve(replies.slice(first));
    };
    send({ type: 'hash', blob, partSize: null, from: null, partMd5: false, ...message });
  });

const partsOf = (all: readonly WorkerReply[]) =>
  all.flatMap((reply) => (reply.type === 'part' ? [reply.part] : []));

describe('hashing worker', () => {
  it('identifies itself at once', () => {
    assert.deepEqual(ready, { type: 'ready', worker: WORKER_NAME, contract: WORKER_CONTRACT });
  });

  it('reports progress every 4 MiB, then the hash', async () => {
    const bytes = bytesOf(9 * MEBIBYTE);
    const all = await hash(new Blob([bytes]));
    const progress = all.flatMap((reply) => (reply.type === 'progress' ? [reply.hashedBytes] : []));
    assert.equal(progress.length, 2);
    for (const [at, hashedBytes] of progress.entries())
      assert.ok(hashedBytes - (progress[at - 1] ?? 0) >= 4 * MEBIBYTE);
    const end = all.at(-1);
    assert.equal(end?.type === 'done' && end.md5, nodeMd5(bytes));
  });

  it('reports each part, with its own hash if requested, and continues from a checkpoint', async () => {
    const bytes = bytesOf(250);
    const blob = new Blob([bytes]);
    const parts = partsOf(await hash(blob, { partSize: 100, partMd5: true }));
    assert.deepEqual(
      parts.map(({ start, end, md5 }) => [start, end, md5]),
      [
        [0, 100],
        [100, 200],
        [200, 250],
      ].map(([start, end]) => [start, end, nodeMd5(bytes.subarray(start, end))]),
    );
    const from = parts[0]?.point;
    assert.ok(from);
    const rest = await hash(blob, { partSize: 100, from });
    assert.deepEqual(
      partsOf(rest).map(({ start, md5 }) => [start, md5]),
      [
        [100, null],
        [200, null],
      ],
    );
    const end = rest.at(-1);
    assert.equal(end?.type === 'done' && end.md5, nodeMd5(bytes));
  });

  it('stops hashing single parts when told to', async () => {
    // The whole file is read at once, so the message arrives only where the worker yields.
    const blob = new Blob([bytesOf(60_000)]);
    const all = await hash(blob, { partSize: 1_000, partMd5: true }, () =>
      setImmediate(() => send({ type: 'whole-only' })),
    );
    const hashes = partsOf(all).map(({ md5 }) => md5 !== null);
    assert.equal(hashes[0], true);
    assert.equal(hashes.at(-1), false);
  });

  it('distinguishes an unreadable file from an invalid message', async () => {
    const unreadable = Object.assign(new Blob(['x']), {
      stream: () =>
        new ReadableStream({ start: (controller) => controller.error(new Error('it was moved')) }),
      slice: () =>
        Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('it was moved')) }),
    });
    const [end] = await hash(unreadable);
    assert.equal(end?.type, 'unreadable');
    const before = replies.length;
    send({ type: 'other' });
    assert.deepEqual(replies.slice(before), [
      { type: 'failed', message: 'not a request to this worker' },
    ]);
  });
});
