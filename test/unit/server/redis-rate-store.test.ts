/** How the Redis rate store handles replies. `test/redis` runs it against a real server. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRedisRateStore, isTranscribeError } from '../../../src/server.js';

const LIMIT = { requests: 3, seconds: 10 };
const answering = (reply: unknown) => createRedisRateStore(() => Promise.resolve(reply));

describe('the Redis rate store', () => {
  it('sends the key, the limit and the interval in milliseconds, but no time', async () => {
    const sent: string[][] = [];
    const store = createRedisRateStore((command) => {
      sent.push(command);
      return Promise.resolve(0);
    });
    await store.take('key', LIMIT, 1_234);
    const [[name, sha, ...args] = []] = sent;
    assert.equal(name, 'EVALSHA');
    assert.match(sha ?? '', /^[0-9a-f]{40}$/);
    assert.deepEqual(args, ['1', 'key', '3', '3334']);
    assert.equal(sent.length, 1);
  });

  it('accepts an integer as a number, string, BigInt or bytes', async () => {
    for (const reply of [7, '7', 7n, Buffer.from('7')]) {
      const verdict = await answering(reply).take('key', LIMIT, 0);
      assert.deepEqual(verdict, { allowed: false, retryAfterMs: 7 });
    }
    for (const reply of [0, '0', 0n]) {
      assert.deepEqual(await answering(reply).take('key', LIMIT, 0), { allowed: true });
    }
  });

  it('rejects on any other reply', async () => {
    for (const reply of [null, undefined, '', 'OK', -1, 1.5, Number.NaN, {}, [], false]) {
      await assert.rejects(
        answering(reply).take('key', LIMIT, 0),
        /did not answer with an integer/,
      );
    }
  });

  it('sends the script text only if the server does not have it cached', async () => {
    const names: string[] = [];
    const failing = (message: string) =>
      createRedisRateStore(([name]) => {
        names.push(name);
        return Promise.reject(new Error(message));
      });
    await assert.rejects(failing('READONLY no').take('key', LIMIT, 0), /READONLY/);
    assert.deepEqual(names, ['EVALSHA']);
    await assert.rejects(failing('NOSCRIPT No matching script.').take('key', LIMIT, 0), /NOSCRIPT/);
    assert.deepEqual(names, ['EVALSHA', 'EVALSHA', 'EVAL']);
  });

  it('throws if it is given a client, and says to pass a function', () => {
    assert.throws(
      () => createRedisRateStore({} as never),
      (error) =>
        isTranscribeError(error) &&
        error.code === 'configuration' &&
        /createRedisRateStore: give a function/.test(error.message),
    );
  });
});
