import assert from 'node:assert/strict';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { PartnerHandler } from '../../../src/server/index.js';
import { nodeRequest, toNodeHandler } from '../../../src/server/node.js';
import { close, listen } from '../../support/fake-service.js';
import { BASE, FILE_URL, ROUTES, startHarness } from './harness.js';

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

const serve = async (t: TestContext, listener: Listener): Promise<string> => {
  const server: Server = createServer(listener);
  t.after(() => close(server));
  return listen(server);
};

const USER = { 'X-Test-User': 'user-ada', 'Content-Type': 'application/json' };
const BODY = JSON.stringify({ file_url: FILE_URL });

/** What Express and connect do to a request below the path that they are mounted at. */
const mounted =
  (path: string, listener: Listener): Listener =>
  (req, res) => {
    Object.assign(req, { originalUrl: req.url });
    req.url = (req.url ?? '').slice(path.length) || '/';
    listener(req, res);
  };

/** What express.json() does to a request before it comes to the handler. */
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

describe('toNodeHandler', () => {
  it('serves the whole contract from a node:http server', async (t) => {
    const harness = await startHarness(t);
    const url = await serve(t, toNodeHandler(harness.handler));
    const token = await fetch(`${url}${BASE}/user-token`, { method: 'POST', headers: USER });
    assert.equal(token.status, 200);
    assert.equal(token.headers.get('cache-control'), 'no-store');
    const submitted = await fetch(`${url}${BASE}/transcriptions`, {
      method: 'POST',
      headers: { ...USER, Origin: url },
      body: BODY,
    });
    const { transcription_id: id } = (await submitted.json()) as { transcription_id: string };
    const queried = await fetch(`${url}${BASE}/transcriptions/${id}?now=1`, { headers: USER });
    assert.deepEqual(await queried.json(), { transcription_id: id, status: 'STARTED', data: {} });
  });

  it('knows its own origin from the Host header', async (t) => {
    const harness = await startHarness(t);
    const url = await serve(t, toNodeHandler(harness.handler));
    const ask = (origin: string): Promise<Response> =>
      fetch(`${url}${BASE}/user-token`, { method: 'POST', headers: { ...USER, Origin: origin } });
    assert.equal((await ask(url)).status, 200);
    assert.equal((await ask(url.replace('http:', 'https:'))).status, 403);
    assert.equal((await ask('https://evil.example')).status, 403);
  });

  it('keeps the path that Express or connect mounted it at', async (t) => {
    const harness = await startHarness(t);
    const url = await serve(t, mounted(BASE, toNodeHandler(harness.handler)));
    const response = await fetch(`${url}${BASE}/user-token`, { method: 'POST', headers: USER });
    assert.equal(response.status, 200);
    assert.equal((await fetch(`${url}${BASE}`, { headers: USER })).status, 404);
  });

  it('takes a body that a parser has read already, as an object, a text or bytes', async (t) => {
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

  it('gives authorize the Node request, with the session that a middleware put there', async (t) => {
    const harness = await startHarness(t, {
      authorize: (request) => {
        const req = nodeRequest(request) as (IncomingMessage & { user?: string }) | undefined;
        return req?.user === undefined ? null : { userId: req.user };
      },
    });
    const handler = toNodeHandler(harness.handler);
    const url = await serve(t, (req, res) => {
      if (req.headers.cookie === 'session=1') Object.assign(req, { user: 'user-ada' });
      handler(req, res);
    });
    const ask = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${url}${BASE}/user-token`, { method: 'POST', headers });
    assert.equal((await ask({ Cookie: 'session=1' })).status, 200);
    assert.equal((await ask({})).status, 401);
  });

  it('answers a body that is too large while it is still being sent, and keeps the connection usable', async (t) => {
    const harness = await startHarness(t, { limits: { bodyBytes: 1000 } });
    const url = await serve(t, toNodeHandler(harness.handler));
    const large = new Uint8Array(4 * 1024 * 1024).fill(32);
    for (const body of [
      large,
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let sent = 0; sent < 64; sent++) controller.enqueue(large.subarray(0, 65_536));
          controller.close();
        },
      }),
    ]) {
      const response = await fetch(`${url}${BASE}/transcriptions`, {
        method: 'POST',
        headers: USER,
        body,
        duplex: 'half',
      } as RequestInit);
      assert.equal(response.status, 413);
      assert.equal(((await response.json()) as { code: string }).code, 'body-too-large');
    }
    const next = await fetch(`${url}${BASE}/user-token`, { method: 'POST', headers: USER });
    assert.equal(next.status, 200);
  });

  it('answers without reading the body where the request is refused before', async (t) => {
    const harness = await startHarness(t);
    const url = await serve(t, toNodeHandler(harness.handler));
    const response = await fetch(`${url}${BASE}/transcriptions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array(4 * 1024 * 1024),
    });
    assert.equal(response.status, 401);
  });

  it('cuts off a client that never stops sending', async (t) => {
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

  it('ends the call to the service where the client goes away', async (t) => {
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
  });

  it('gives up a request whose body breaks off', async (t) => {
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

  it('turns a throw into a 500 without detail', async (t) => {
    for (const handler of [
      () => Promise.reject(new Error('raw-service-text')),
      () => {
        throw new Error('raw-service-text');
      },
    ] as PartnerHandler[]) {
      const url = await serve(t, toNodeHandler(handler));
      const response = await fetch(url);
      assert.equal(response.status, 500);
      assert.equal(response.headers.get('content-type'), 'application/problem+json');
      const text = await response.text();
      assert.equal((JSON.parse(text) as { code: string }).code, 'misconfigured');
      assert.ok(!text.includes('raw-service-text'));
    }
  });

  it('cuts the connection where the answer breaks off midway', async (t) => {
    const url = await serve(
      t,
      toNodeHandler(() =>
        Promise.resolve(
          new Response(
            new ReadableStream({
              start(controller) {
                controller.enqueue(new TextEncoder().encode('half'));
              },
              pull() {
                throw new Error('broken');
              },
            }),
          ),
        ),
      ),
    );
    await assert.rejects(fetch(url).then((response) => response.text()));
  });

  it('sends a long answer whole, and every cookie that a wrapper set', async (t) => {
    const text = 'word '.repeat(1024 * 1024);
    const url = await serve(
      t,
      toNodeHandler(() => {
        const response = new Response(text, { status: 201 });
        response.headers.append('Set-Cookie', 'a=1');
        response.headers.append('Set-Cookie', 'b=2');
        return Promise.resolve(response);
      }),
    );
    const response = await fetch(url);
    assert.equal(response.status, 201);
    assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
    assert.equal(await response.text(), text);
  });

  it('stops reading an answer that nobody takes', async (t) => {
    let cancelled = (): void => undefined;
    const ended = new Promise<void>((resolve) => (cancelled = resolve));
    const url = await serve(
      t,
      toNodeHandler(() =>
        Promise.resolve(
          new Response(
            new ReadableStream({
              pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
              cancel: () => cancelled(),
            }),
          ),
        ),
      ),
    );
    const req = httpRequest(url, (res) => res.once('data', () => req.destroy()));
    req.on('error', () => undefined);
    req.end();
    await ended;
  });

  it('answers requests that the Fetch standard does not know', async (t) => {
    const harness = await startHarness(t);
    const url = new URL(await serve(t, toNodeHandler(harness.handler)));
    const raw = async (head: string): Promise<string> => {
      const socket = connect(Number(url.port), url.hostname);
      socket.end(`${head}\r\nConnection: close\r\n\r\n`);
      let text = '';
      for await (const chunk of socket) text += String(chunk);
      return text.slice(0, text.indexOf('\r\n'));
    };
    const host = `Host: ${url.host}`;
    assert.equal(await raw(`TRACE ${BASE} HTTP/1.1\r\n${host}`), 'HTTP/1.1 405 Method Not Allowed');
    assert.equal(await raw(`GET ${BASE} HTTP/1.1\r\nHost: a b`), 'HTTP/1.1 400 Bad Request');
    assert.equal(await raw(`GET //x${BASE} HTTP/1.1\r\n${host}`), 'HTTP/1.1 401 Unauthorized');
    assert.equal(await raw(`HEAD ${BASE} HTTP/1.1\r\n${host}`), 'HTTP/1.1 401 Unauthorized');
    assert.equal(
      await raw(`GET ${url.origin}${BASE}/x HTTP/1.1\r\n${host}\r\nX-Test-User: user-ada`),
      'HTTP/1.1 404 Not Found',
    );
  });
});
