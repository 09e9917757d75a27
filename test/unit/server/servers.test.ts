/** The handler in real servers, and behind what adapters and other runtimes put in the place of Node's objects. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, IncomingMessage, request, ServerResponse } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import express from 'express';
import fastify from 'fastify';
import { createApp, fromNodeMiddleware, fromWebHandler, toNodeListener } from 'h3';
import Koa from 'koa';
import { toNodeHandler, type NodeHandler } from '../../../src/server/node.js';
import { close, listen } from '../../support/fake-service.js';
import { advice, FILE_URL, requestOf, ROUTES, startHarness } from './harness.js';
import { BODY, serve, USER } from './node-server.js';

const TOKEN_PATH = '/api/transcribe/user-token';
const SUBMIT_PATH = '/api/transcribe/transcriptions';

const post = (url: string, path: string, body: string, headers = {}): Promise<Response> =>
  fetch(url + path, { method: 'POST', headers: { ...USER, ...headers }, body });

/** As body parsers do: the stream is at its end, and the bytes are elsewhere. */
const readAll = async (req: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text;
};

describe('a body that was read before the handler', () => {
  it('and is nowhere to be found is told before anything is uploaded, in Koa', async (t) => {
    const harness = await startHarness(t);
    const handle = toNodeHandler(harness.handler);
    const app = new Koa();
    app.use(async ({ req, request }, next) => {
      // As koa-bodyparser does.
      Object.assign(request, { body: JSON.parse(await readAll(req)) as unknown });
      await next();
    });
    app.use(({ req, res }) => handle(req, res));
    const url = await serve(t, (req, res) => void app.callback()(req, res));
    const answer = await post(url, TOKEN_PATH, '{}');
    assert.equal(answer.status, 500);
    assert.equal(((await answer.json()) as { code: string }).code, 'misconfigured');
    assert.match(advice(harness)[0]?.message ?? '', /body parser/);
    assert.equal(harness.service.received.length, 0);
  });

  it('is used from req.rawBody', async (t) => {
    const harness = await startHarness(t);
    const handle = toNodeHandler(harness.handler);
    const url = await serve(t, (req, res) => {
      void readAll(req).then((text) => {
        Object.assign(req, { rawBody: Buffer.from(text) });
        return handle(req, res);
      });
    });
    assert.equal((await post(url, TOKEN_PATH, '{}')).status, 200);
    assert.equal((await post(url, SUBMIT_PATH, BODY)).status, 200);
  });

  it('with chunks instead of a length is told, too', async (t) => {
    const harness = await startHarness(t);
    const handle = toNodeHandler(harness.handler);
    const url = await serve(t, (req, res) => void readAll(req).then(() => handle(req, res)));
    const body = new Blob(['{}']).stream();
    const sent = { method: 'POST', headers: USER, body, duplex: 'half' } as RequestInit;
    assert.equal((await fetch(url + TOKEN_PATH, sent)).status, 500);
  });

  it('was empty: nothing is missing', async (t) => {
    const harness = await startHarness(t);
    const handle = toNodeHandler(harness.handler);
    const url = await serve(t, (req, res) => void readAll(req).then(() => handle(req, res)));
    assert.equal((await post(url, TOKEN_PATH, '')).status, 200);
  });
});

describe('toNodeHandler', () => {
  it('can be waited for, so h3 does not answer 404 first', async (t) => {
    const harness = await startHarness(t);
    const app = createApp();
    app.use(fromNodeMiddleware(toNodeHandler(harness.handler)));
    const url = await serve(t, toNodeListener(app));
    assert.equal((await post(url, TOKEN_PATH, '{}')).status, 200);
    assert.equal((await post(url, SUBMIT_PATH, BODY)).status, 200);
    assert.equal((await post(url, TOKEN_PATH, '{}', { 'X-Test-User': '' })).status, 500);
  });

  it('leaves h3 running, whose streams throw if they are cancelled', async (t) => {
    const harness = await startHarness(t);
    const app = createApp();
    app.use(fromWebHandler(harness.handler));
    const url = await serve(t, toNodeListener(app));
    const long = JSON.stringify({ file_url: `https://files.example/${'x'.repeat(3_000_000)}` });
    assert.equal((await post(url, SUBMIT_PATH, long)).status, 413);
    assert.equal((await post(url, SUBMIT_PATH, BODY)).status, 200);
  });

  it('serves requests that a test of Fastify injects', async (t) => {
    const harness = await startHarness(t);
    const handle = toNodeHandler(harness.handler);
    const app = fastify();
    app.addContentTypeParser('application/json', (_request, _payload, done) => done(null));
    app.all('/api/transcribe/*', (request, reply) => {
      reply.hijack();
      void handle(request.raw, reply.raw);
    });
    t.after(() => app.close());
    for (const [url, payload] of [
      [TOKEN_PATH, '{}'],
      [SUBMIT_PATH, BODY],
    ] as const) {
      const { statusCode } = await app.inject({ method: 'POST', url, headers: USER, payload });
      assert.equal(statusCode, 200);
    }
  });

  it('needs no more of a request and a response than adapters of Lambda have', async (t) => {
    const harness = await startHarness(t);
    const handle = toNodeHandler(harness.handler);
    // As serverless-http: no connection, a length that is a number, a setTimeout that throws.
    const arrived = Object.assign(new IncomingMessage(new PassThrough() as unknown as Socket), {
      method: 'POST',
      url: SUBMIT_PATH,
      headers: { ...lower(USER), host: 'app.example', 'content-length': BODY.length },
      body: Buffer.from(BODY),
      complete: true,
    });
    arrived.push(BODY);
    arrived.push(null);
    const response = new ServerResponse(arrived);
    let text = '';
    response.assignSocket(
      Object.assign(new PassThrough(), {
        on: PassThrough.prototype.on,
        destroySoon: () => undefined,
      }).on('data', (data: Buffer) => (text += data.toString())) as unknown as Socket,
    );
    response.setTimeout = () => {
      throw new TypeError('this.socket.setTimeout is not a function');
    };
    await handle(arrived, response);
    assert.equal(response.statusCode, 200);
    assert.equal(harness.service.at(ROUTES.submit).length, 1);
    assert.match(text, /transcription_id/);
  });

  it('needs no events of a request or a response', async (t) => {
    const harness = await startHarness(t);
    const sent: { status: number; body: string; headers: Record<string, unknown> } = {
      ...{ status: 0, body: '', headers: {} },
    };
    const res = {
      set statusCode(status: number) {
        sent.status = status;
      },
      setHeader: (name: string, value: unknown) => (sent.headers[name] = value),
      end: (body = '') => (sent.body = body),
    };
    const req = { method: 'POST', url: TOKEN_PATH, headers: lower(USER), body: '{}' };
    const handle = toNodeHandler(harness.handler) as unknown as (
      ...all: readonly unknown[]
    ) => Promise<void>;
    await handle(req, res);
    assert.equal(sent.status, 200);
    assert.match(sent.body, /access_token/);
  });

  it('answers and reports whatever goes wrong', async (t) => {
    const harness = await startHarness(t);
    const handle = toNodeHandler(harness.handler);
    let isBroken = true;
    const url = await serve(t, (req, res) => {
      const { setHeader } = res;
      res.setHeader = (...all) => {
        if (isBroken) {
          isBroken = false;
          throw new TypeError('a header');
        }
        return setHeader.apply(res, all);
      };
      void handle(req, res);
    });
    const answer = await post(url, TOKEN_PATH, '{}');
    assert.equal(((await answer.json()) as { code: string }).code, 'handler-failed');
    assert.match(advice(harness)[0]?.message ?? '', /could not be sent/);
  });

  it('sets each header once, although the site has CORS for everything', async (t) => {
    const page = 'https://pages.example.com';
    const harness = await startHarness(t, { allowedOrigins: [page] });
    const app = express();
    // As the package cors does.
    app.use((_req, res, next) => {
      res.setHeader('Access-Control-Allow-Origin', '*');
      res.setHeader('Vary', 'Accept-Encoding');
      res.setHeader('Set-Cookie', 'a=1');
      next();
    });
    app.use('/api/transcribe', toNodeHandler(harness.handler));
    const url = await serve(t, app);
    for (const origin of [page, 'https://elsewhere.example.com']) {
      const { headers } = await post(url, TOKEN_PATH, '{}', { Origin: origin });
      assert.equal(headers.get('access-control-allow-origin'), origin === page ? page : '*');
      assert.equal(headers.get('vary'), 'Accept-Encoding, Origin');
      assert.equal(headers.get('set-cookie'), 'a=1');
    }
  });

  it('leaves the timeout of the connection as it found it', async (t) => {
    const harness = await startHarness(t);
    const handle: NodeHandler = toNodeHandler(harness.handler, { writeTimeoutMs: 12_345 });
    const server = createServer((req, res) => {
      if (req.url !== '/events') return void handle(req, res);
      res.end(String(req.socket.timeout ?? 0));
    });
    server.keepAliveTimeout = 0;
    t.after(() => close(server));
    const url = await listen(server);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => agent.destroy());
    const ask = async (
      path: string,
      method: string,
    ): Promise<[text: string, port: number | undefined]> => {
      const sent = request(url + path, { method, agent, headers: USER }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const { localPort } = answer.socket;
      return [await readAll(answer), localPort];
    };
    const [token, first] = await ask(TOKEN_PATH, 'POST');
    assert.match(token, /access_token/);
    assert.deepEqual(await ask('/events', 'GET'), ['0', first]);
  });
});

const lower = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe('createPartnerHandler', () => {
  it('needs no signal of a request, and no body that is a stream', async (t) => {
    const harness = await startHarness(t);
    const json = { file_url: FILE_URL };
    for (const missing of ['signal', 'body'] as const) {
      const asked = requestOf('POST /transcriptions', { json });
      Object.defineProperty(asked, missing, { value: undefined });
      assert.equal((await harness.handler(asked)).status, 200, missing);
    }
  });

  it('reads the answers of a fetch whose bodies are streams of Node', async (t) => {
    const harness = await startHarness(t, {
      // As node-fetch does.
      fetch: async (...call) => {
        const response = await fetch(...call);
        const body = Readable.from([Buffer.from(await response.arrayBuffer())]);
        return Object.defineProperty(new Response(null, response), 'body', { value: body });
      },
      limits: { answerBytes: 2_000 },
    });
    const answer = await harness.ask('POST /transcriptions', { json: { file_url: FILE_URL } });
    assert.equal(answer.status, 200);
    harness.service.on(ROUTES.userToken, () => ({ text: 'x'.repeat(3_000) }));
    assert.equal((await harness.ask('POST /user-token')).code, 'service-answer-invalid');
  });
});
