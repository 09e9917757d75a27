import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { PartnerHandler } from '../../../src/server.js';
import { toNodeHandler } from '../../../src/server/node.js';
import { BASE, ROUTES, startHarness, submit } from './harness.js';
import { serve } from './node-server.js';

describe('toNodeHandler: writeTimeoutMs', () => {
  const LONG = 'x'.repeat(24 * 1024 * 1024);
  const handler: PartnerHandler = () => Promise.resolve(new Response(LONG));

  /** How many bytes of the response to a request reach a client that reads nothing until it is disconnected. */
  const unread = async (t: TestContext, of: PartnerHandler, request: string): Promise<number> => {
    const listener = toNodeHandler(of, { writeTimeoutMs: 50 });
    let closed = (): void => undefined;
    const ended = new Promise<void>((resolve) => (closed = resolve));
    const url = new URL(
      await serve(t, (req, res) => {
        res.once('close', closed);
        listener(req, res);
      }),
    );
    const socket = connect(Number(url.port), url.hostname);
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(`${request}\r\nHost: ${url.host}\r\n\r\n`);
    await ended;
    const gone = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    await gone;
    return socket.bytesRead;
  };

  it('disconnects a client that reads nothing after writeTimeoutMs', async (t) => {
    const bytes = await unread(t, handler, 'GET / HTTP/1.1');
    assert.ok(bytes < LONG.length, 'the whole answer was sent');
  });

  it('disconnects a client that reads nothing of a transcript', async (t) => {
    const harness = await startHarness(t);
    const id = await submit(harness);
    harness.service.on(ROUTES.query, () => ({
      json: { transcription_id: 'task-1', status: 'SUCCESS', data: { text: LONG } },
    }));
    const request = `GET ${BASE}/transcriptions/${id} HTTP/1.1\r\nX-Test-User: user-ada`;
    const bytes = await unread(t, harness.handler, request);
    assert.ok(bytes > 0 && bytes < LONG.length);
  });

  it('sends the whole response to a client that reads slowly', async (t) => {
    const url = await serve(t, toNodeHandler(handler, { writeTimeoutMs: 2 ** 31 - 1 }));
    let length = 0;
    for await (const chunk of (await fetch(url)).body ?? []) {
      length += (chunk as Uint8Array).byteLength;
      if (length % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(length, LONG.length);
  });

  it('does not count the time that the handler needs for the next chunk', async (t) => {
    const chunks = ['x'.repeat(1024 * 1024), 'end'];
    let res: ServerResponse | undefined;
    /** The timeout of the connection, in ms, whenever the handler is asked for a chunk. 0 is none. */
    const timeouts: number[] = [];
    const slow: PartnerHandler = () =>
      Promise.resolve(
        new Response(
          new ReadableStream<Uint8Array>(
            {
              pull(controller) {
                timeouts.push(res?.socket?.timeout ?? 0);
                const chunk = chunks.shift();
                if (chunk === undefined) controller.close();
                else controller.enqueue(new TextEncoder().encode(chunk));
              },
            },
            { highWaterMark: 0 },
          ),
        ),
      );
    const listener = toNodeHandler(slow, { writeTimeoutMs: 60_000 });
    const set: unknown[] = [];
    const url = await serve(t, (req, response) => {
      res = response;
      const { setTimeout } = response;
      response.setTimeout = (ms) => {
        set.push(ms);
        return setTimeout.call(response, ms);
      };
      void listener(req, response);
    });
    assert.match(await (await fetch(url)).text(), /xend$/);
    assert.deepEqual(timeouts, [0, 0, 0]);
    assert.deepEqual(set, [60_000, 0, 60_000, 0], 'it is set while the client is awaited');
  });

  it('throws unless writeTimeoutMs is a positive integer', () => {
    for (const writeTimeoutMs of [0, -1, 1.5, Number.NaN, 2 ** 31]) {
      assert.throws(() => toNodeHandler(handler, { writeTimeoutMs }), /writeTimeoutMs/);
    }
  });
});
