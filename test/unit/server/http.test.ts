import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BodyTooLarge, readBounded } from '../../../src/server/http-messages.js';

const { signal } = new AbortController();

/** A body of 10-byte chunks that records how often it was read and whether it was cancelled. */
const endless = () => {
  const seen = { cancelled: false, pulls: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.pulls++;
        controller.enqueue(new Uint8Array(10));
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
};

describe('reading a body with a size limit', () => {
  it('cancels a body that declares too long a Content-Length, without reading it', async () => {
    const { body, seen } = endless();
    const headers = new Headers({ 'Content-Length': '101' });
    await assert.rejects(readBounded({ headers, body }, 100, signal), BodyTooLarge);
    assert.deepEqual(seen, { cancelled: true, pulls: 0 });
  });

  for (const declared of [undefined, '90', '-1', 'many']) {
    it(`cancels a body that exceeds the limit at the first byte too many (Content-Length ${declared})`, async () => {
      const { body, seen } = endless();
      const headers = new Headers(declared === undefined ? {} : { 'Content-Length': declared });
      await assert.rejects(readBounded({ headers, body }, 95, signal), BodyTooLarge);
      assert.deepEqual(seen, { cancelled: true, pulls: 10 });
    });
  }

  it('reads a body of exactly the limit to the end and does not cancel it', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array([1, 2]));
        controller.enqueue(new Uint8Array([3]));
        controller.close();
      },
      cancel() {
        cancelled = true;
      },
    });
    const bytes = await readBounded({ headers: new Headers(), body }, 3, signal);
    assert.deepEqual([...bytes], [1, 2, 3]);
    assert.equal(cancelled, false);
  });

  it('cancels the body if the request is aborted', async () => {
    const controller = new AbortController();
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: () => controller.abort(new Error('gone')),
      cancel() {
        cancelled = true;
      },
    });
    const reading = readBounded({ headers: new Headers(), body }, 3, controller.signal);
    await assert.rejects(reading, /gone/);
    assert.equal(cancelled, true);
  });
});
