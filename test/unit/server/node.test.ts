import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import type { PartnerHandler } from '../../../src/server.js';
import { nodeRequest, toNodeHandler } from '../../../src/server/node.js';
import { BASE, ROUTES, startHarness, submit } from './harness.js';
import { serve, USER, type Listener } from './node-server.js';

/** Rewrites `req.url` as Express and connect do below a mount path. */
const mounted =
  (path: string, listener: Listener): Listener =>
  (req, res) => {
    Object.assign(req, { originalUrl: req.url });
    req.url = (req.url ?? '').slice(path.length) || '/';
    listener(req, res);
  };

/** Sends this head of a request as it stands, and reads the whole answer. */
const sendRaw = async (url: URL, head: string): Promise<string> => {
  const socket = connect(Number(url.port), url.hostname);
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
};

describe('toNodeHandler', () => {
  it('sends the same response if a function wraps the handler', async (t) => {
    const page = 'https://pages.partner.example';
    const harness = await startHarness(t, { allowedOrigins: [page] });
    const id = await submit(harness);
    const data = { text: 'Grüße, 你好, \ud83d\ude00', segments: [] };
    harness.service.on(ROUTES.query, () => ({
      json: { transcription_id: 'task-1', status: 'SUCCESS', data },
    }));
    const bare = await serve(t, toNodeHandler(harness.handler));
    const wrapped = await serve(
      t,
      toNodeHandler((request) => harness.handler(request)),
    );
    const preflight = { Origin: page, 'Access-Control-Request-Method': 'POST' };
    for (const [method, path, headers, status] of [
      ['GET', `/transcriptions/${id}`, { ...USER, Origin: page }, 200],
      ['HEAD', `/transcriptions/${id}`, USER, 200],
      ['POST', `/transcriptions/${id}`, USER, 405],
      ['GET', '/transcriptions/x', USER, 404],
      ['GET', `/transcriptions/${id}`, {}, 401],
      ['OPTIONS', '/user-token', preflight, 204],
      ['POST', '/user-token', USER, 200],
    ] as const) {
      const ask = async (url: string): Promise<unknown> => {
        const response = await fetch(url + BASE + path, { method, headers });
        assert.equal(response.status, status);
        const framing = /^(?:date|content-length|transfer-encoding)$/;
        const kept = [...response.headers].filter(([name]) => !framing.test(name));
        return [kept, await response.text()];
      };
      assert.deepEqual(await ask(bare), await ask(wrapped), `${method} ${path}`);
    }
    const { json } = await harness.ask(`GET /transcriptions/${id}`);
    const response = await fetch(`${bare}${BASE}/transcriptions/${id}`, { headers: USER });
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.deepEqual(JSON.parse(bytes.toString()), json);
    assert.equal(response.headers.get('content-length'), String(bytes.length));
  });

  it('takes its own origin from the Host header', async (t) => {
    const harness = await startHarness(t);
    const url = await serve(t, toNodeHandler(harness.handler));
    const ask = (origin: string): Promise<Response> =>
      fetch(`${url}${BASE}/user-token`, { method: 'POST', headers: { ...USER, Origin: origin } });
    assert.equal((await ask(url)).status, 200);
    assert.equal((await ask(url.replace('http:', 'https:'))).status, 403);
    assert.equal((await ask('https://evil.example')).status, 403);
  });

  it('answers 400 to a request target of another scheme, whose origin would be "null"', async (t) => {
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

  it('restores the path prefix that Express or connect removed when mounting', async (t) => {
    const harness = await startHarness(t);
    const url = await serve(t, mounted(BASE, toNodeHandler(harness.handler)));
    const response = await fetch(`${url}${BASE}/user-token`, { method: 'POST', headers: USER });
    assert.equal(response.status, 200);
    assert.equal((await fetch(`${url}${BASE}`, { headers: USER })).status, 404);
  });

  it('lets authorize read the Node request and the session that a middleware set', async (t) => {
    const harness = await startHarness(t, {
      authorize: (request) => {
        const req: (IncomingMessage & { user?: string }) | undefined = nodeRequest(request);
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

  it('answers 500 without details if the handler throws or rejects', async (t) => {
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

  it('closes the connection if the response body fails midway', async (t) => {
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

  it('sends a long response completely, and every cookie that a wrapper set', async (t) => {
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

  it('answers requests that the Fetch standard does not allow', async (t) => {
    const harness = await startHarness(t);
    const url = new URL(await serve(t, toNodeHandler(harness.handler)));
    const raw = async (head: string): Promise<string> => {
      const text = await sendRaw(url, head);
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

  it('rejects a Host header or target that would change the requested path', async (t) => {
    const harness = await startHarness(t);
    const url = new URL(await serve(t, toNodeHandler(harness.handler)));
    const raw = async (target: string, headers: string): Promise<string> => {
      const user = 'X-Test-User: user-ada\r\nContent-Length: 0';
      const text = await sendRaw(url, `POST ${target} HTTP/1.1\r\n${headers}\r\n${user}`);
      return text.slice(9, 12);
    };
    const host = `Host: ${url.host}`;
    const path = `${BASE}/user-token`;
    for (const [target, headers] of [
      ['/public', `Host: p${path}?`],
      ['/public', `Host: p${path}#`],
      ['/public', `Host: p\\${path}?`],
      [path, 'Host: somebody@p'],
      [path, 'Host:'],
      [`/x${path}`, 'Host:'],
      [path, `${host}\r\n${host}`],
      [BASE + '\\user-token', host],
      ['\\' + path, host],
      ['/\\p' + path, host],
      [`/public/..${path}`, host],
      [`/public/%2e%2e${path}`, host],
      [`http://p\\${path}`, host],
      [`http:${path}`, host],
    ] as const) {
      assert.equal(await raw(target, headers), '400', `${target} with ${headers}`);
    }
    assert.equal(harness.service.received.length, 0);
    assert.deepEqual(harness.events, []);
    assert.equal(await raw(path, host), '200');
    assert.equal(await raw(`${path}?a=\\b/../c`, host), '200');
  });

  for (const when of ['before', 'after'] as const) {
    it(`cancels the body of a response if the client disconnects ${when} its first bytes`, async (t) => {
      let cancelled = (): void => undefined;
      const isCancelled = new Promise<void>((resolve) => (cancelled = resolve));
      const client = new AbortController();
      const handler: PartnerHandler = async ({ signal }) => {
        if (when === 'before') {
          client.abort();
          while (!signal.aborted) await new Promise(setImmediate);
        }
        return new Response(
          new ReadableStream<Uint8Array>({
            start: (controller) => controller.enqueue(new Uint8Array(10)),
            cancel: () => cancelled(),
          }),
        );
      };
      const url = await serve(t, toNodeHandler(handler));
      const response = await fetch(url, { signal: client.signal }).catch(() => null);
      await response?.body?.getReader().read();
      client.abort();
      await isCancelled;
    });
  }

  it('answers a preflight with 204 and no body', async (t) => {
    const page = 'https://pages.partner.example';
    const harness = await startHarness(t, { allowedOrigins: [page] });
    const url = new URL(await serve(t, toNodeHandler(harness.handler)));
    const head = `OPTIONS ${BASE}/user-token HTTP/1.1\r\nHost: ${url.host}\r\nOrigin: ${page}`;
    const text = await sendRaw(url, `${head}\r\nAccess-Control-Request-Method: POST`);
    const [top = '', body] = text.split('\r\n\r\n');
    assert.match(top, /^HTTP\/1\.1 204 No Content\r\n/);
    assert.match(top, /^access-control-allow-origin: https:\/\/pages\.partner\.example$/im);
    // RFC 9110, section 8.6: a 204 response has no Content-Length.
    assert.doesNotMatch(top, /^(?:content-length|transfer-encoding):/im);
    assert.equal(body, '');
  });
});
