import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { toNodeHandler } from '../../../src/server/node.js';
import { BASE, ROUTES, startHarness } from './harness.js';
import { BODY, serve, USER, type Listener } from './node-server.js';

/** Reads and parses the body before the handler sees the request, as express.json() does. */
const parsedBefore =
  (parse: (text: string) => unknown, listener: Listener): Listener =>
  (req, res) => {
    void (async () => {
      let text = '';
      for await (const chunk of req) text += String(chunk);
      Object.assign(req, { body: parse(text) });
      listener(req, res);
    })();
  };

describe('toNodeHandler: request body', () => {
  it('accepts a body that a parser has already read, as an object, a string or bytes', async (t) => {
    for (const parse of [
      JSON.parse as (text: string) => unknown,
      (text: string) => text,
      (text: string) => Buffer.from(text),
    ]) {
      const harness = await startHarness(t);
      const url = await serve(t, parsedBefore(parse, toNodeHandler(harness.handler)));
      const response = await fetch(`${url}${BASE}/transcriptions`, {
        method: 'POST',
        headers: USER,
        body: BODY,
      });
      assert.equal(response.status, 200);
      assert.deepEqual(JSON.parse(harness.service.received[0]?.body ?? ''), JSON.parse(BODY));
    }
  });

  it('answers 413 while a too large body is still being sent, with or without Content-Length', async (t) => {
    const harness = await startHarness(t, { limits: { bodyBytes: 1000 } });
    const url = await serve(t, toNodeHandler(harness.handler));
    const large = new Uint8Array(4 * 1024 * 1024).fill(32);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let sent = 0; sent < 64; sent++) controller.enqueue(large.subarray(0, 65_536));
        controller.close();
      },
    });
    for (const body of [large, stream]) {
      const response = await fetch(`${url}${BASE}/transcriptions`, {
        method: 'POST',
        headers: USER,
        body,
        duplex: 'half',
      } as RequestInit);
      assert.equal(response.status, 413);
      assert.equal(((await response.json()) as { code: string }).code, 'body-too-large');
    }
  });

  it('keeps the connection usable after a body was refused halfway or never read', async (t) => {
    const harness = await startHarness(t, { limits: { bodyBytes: 1000 } });
    const url = new URL(await serve(t, toNodeHandler(harness.handler)));
    const head = (path: string, rest: string): string =>
      `POST ${BASE}${path} HTTP/1.1\r\nHost: ${url.host}\r\n${rest}\r\n\r\n`;
    const body = '10000\r\n' + ' '.repeat(65_536) + '\r\n';
    const chunked = body.repeat(32) + '0\r\n\r\n';
    for (const [user, status] of [
      ['X-Test-User: user-ada\r\n', 413],
      ['', 401],
    ] as const) {
      const socket = connect(Number(url.port), url.hostname);
      const type = 'Content-Type: application/json\r\n';
      socket.write(head('/transcriptions', `${user}${type}Transfer-Encoding: chunked`) + chunked);
      socket.write(head('/user-token', 'X-Test-User: user-ada\r\nConnection: close'));
      let text = '';
      for await (const chunk of socket) text += String(chunk);
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code));
      assert.deepEqual(statuses, [status, 200]);
    }
  });

  it('disconnects a client that never stops sending', async (t) => {
    const harness = await startHarness(t, { limits: { bodyBytes: 1000 } });
    const url = new URL(await serve(t, toNodeHandler(harness.handler)));
    const socket = connect(Number(url.port), url.hostname);
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      `POST ${BASE}/transcriptions HTTP/1.1\r\nHost: ${url.host}\r\nX-Test-User: user-ada\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const piece = Buffer.alloc(65_536, 32);
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]);
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    socket.resume();
    more();
    await closed;
    assert.ok(socket.bytesWritten > 1000 && socket.bytesWritten < 64 * 1024 * 1024);
  });

  it('reads only as much as the handler asks for', async (t) => {
    const paused: boolean[] = [];
    const url = await serve(t, (req, res) => {
      toNodeHandler(async (request) => {
        const reader = (request.body as ReadableStream<Uint8Array>).getReader();
        paused.push(req.isPaused());
        await reader.read();
        paused.push(req.isPaused());
        const more = reader.read();
        paused.push(req.isPaused());
        await reader.cancel();
        paused.push(req.isPaused());
        await more;
        return new Response();
      })(req, res);
    });
    const req = httpRequest(url, { method: 'POST' });
    req.write('the first piece');
    const [response] = (await once(req, 'response')) as [IncomingMessage];
    response.resume();
    req.end();
    assert.deepEqual(paused, [true, true, false, true]);
  });

  it('ignores an error of the request after its body was read', async (t) => {
    const url = await serve(t, (req, res) => {
      toNodeHandler(async (request) => {
        const text = await request.text();
        req.emit('error', new Error('late'));
        return new Response(text);
      })(req, res);
    });
    const response = await fetch(url, { method: 'POST', body: 'all of it' });
    assert.deepEqual([response.status, await response.text()], [200, 'all of it']);
  });

  it('aborts the call to the service when the client disconnects', async (t) => {
    const harness = await startHarness(t);
    harness.service.on(ROUTES.submit, () => 'hang');
    const url = await serve(t, toNodeHandler(harness.handler));
    const arrived = harness.service.next(ROUTES.submit);
    const req = httpRequest(`${url}${BASE}/transcriptions`, { method: 'POST', headers: USER });
    req.on('error', () => undefined);
    req.end(BODY);
    await arrived;
    req.destroy();
    await harness.service.abandoned();
    const [call] = harness.events;
    assert.equal(call?.kind === 'service-call' && call.outcome, 'aborted');
  });

  it('answers 4xx or 5xx if the body breaks off, without calling the service', async (t) => {
    const harness = await startHarness(t);
    const settled: Promise<Response>[] = [];
    let called = (): void => undefined;
    const begun = new Promise<void>((resolve) => (called = resolve));
    const url = await serve(
      t,
      toNodeHandler((request) => {
        const response = harness.handler(request);
        settled.push(response);
        called();
        return response;
      }),
    );
    const req = httpRequest(`${url}${BASE}/transcriptions`, {
      method: 'POST',
      headers: { ...USER, 'Content-Length': '100' },
    });
    req.on('error', () => undefined);
    req.write('{');
    await begun;
    req.destroy();
    const [response] = await Promise.all(settled);
    assert.ok(response && response.status >= 400);
    assert.equal(harness.service.received.length, 0);
  });
});
