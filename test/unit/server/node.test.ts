import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import type { PartnerHandler } from '../../../src/server/index.js';
import { nodeRequest, toNodeHandler } from '../../../src/server/node.js';
import { BASE, startHarness } from './harness.js';
import { BODY, serve, USER, type Listener } from './node-server.js';

/** What Express and connect do to a request below the path that they are mounted at. */
const mounted =
  (path: string, listener: Listener): Listener =>
  (req, res) => {
    Object.assign(req, { originalUrl: req.url });
    req.url = (req.url ?? '').slice(path.length) || '/';
    listener(req, res);
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

  it('takes no target of another scheme, whose origin would be “null” as that of a sandboxed page', async (t) => {
    const harness = await startHarness(t);
    const { hostname, port } = new URL(await serve(t, toNodeHandler(harness.handler)));
    const ask = (path: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        httpRequest(
          { hostname, port, path, method: 'POST', headers: { ...USER, Origin: 'null' } },
          (response) => resolve(response.resume().statusCode),
        )
          .on('error', reject)
          .end();
      });
    assert.equal(await ask(`foo://x${BASE}/user-token`), 400);
    assert.equal(await ask(`http://${hostname}:${port}${BASE}/user-token`), 403);
  });

  it('keeps the path that Express or connect mounted it at', async (t) => {
    const harness = await startHarness(t);
    const url = await serve(t, mounted(BASE, toNodeHandler(harness.handler)));
    const response = await fetch(`${url}${BASE}/user-token`, { method: 'POST', headers: USER });
    assert.equal(response.status, 200);
    assert.equal((await fetch(`${url}${BASE}`, { headers: USER })).status, 404);
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
      assert.equal((JSON.parse(text) as { code: string }).code, 'handler-failed');
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
