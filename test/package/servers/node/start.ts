/** Starts one of the servers that run in Node: `tsx start.ts express`. */
import { createServer, type RequestListener } from 'node:http';
import azure, { type HttpRequestInit } from '@azure/functions';
import { serve } from '@hono/node-server';
import bodyParser from '@koa/bodyparser';
import express from 'express';
// @ts-expect-error -- the alias has no types
import express4 from 'express4';
import { toNodeListener } from 'h3';
import { toNodeHandler } from 'audio-transcribe/server/node.js';

const port = Number(process.env['PORT']);
const hostname = '127.0.0.1';

const listen = (listener: RequestListener): void => {
  createServer(listener).listen(port, hostname);
};

const bytesOf = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

interface Answer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** API Gateway, as far as a function sees it: events in its format 2.0. */
const gateway =
  (lambda: (...given: never[]) => unknown): RequestListener =>
  async (req, res) => {
    const {
      pathname,
      search,
      hostname: domainName,
    } = new URL(req.url ?? '/', 'http://api.example');
    const { cookie, ...headers } = req.headers;
    const body = await bytesOf(req);
    const method = req.method ?? 'GET';
    const event = {
      version: '2.0',
      routeKey: '$default',
      rawPath: pathname,
      rawQueryString: search.slice(1),
      ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
      headers,
      requestContext: {
        domainName,
        stage: '$default',
        http: { method, path: pathname, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' },
      },
      ...(body.length === 0 ? {} : { body: body.toString('base64') }),
      isBase64Encoded: body.length > 0,
    };
    const call = lambda as (event: object, context: object) => Promise<Answer>;
    const answer = await call(event, {});
    res.writeHead(answer.statusCode, answer.headers);
    res.end(Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8'));
  };

const servers: Readonly<Record<string, () => Promise<unknown>>> = {
  node: async () => {
    const { server } = await import('./adapters/node-http.js');
    server.listen(port, hostname);
  },
  express: async () => {
    const { app } = await import('./adapters/express.js');
    app.listen(port, hostname);
  },
  'express-parsed': async () => {
    const { app } = await import('./adapters/express.js');
    express().use(express.json(), app).listen(port, hostname);
  },
  'express-4': async () => {
    const { handler } = await import('./adapters/handler.js');
    const app = express4();
    app.use(express4.json());
    app.use('/api/transcribe', toNodeHandler(handler));
    app.listen(port, hostname);
  },
  koa: async () => {
    const { app } = await import('./adapters/koa.js');
    app.use(bodyParser()).listen(port, hostname);
  },
  fastify: async () => {
    const { app } = await import('./adapters/fastify.js');
    await app.listen({ port, host: hostname });
  },
  nest: async () => {
    const { app } = await import('./adapters/nest.js');
    await app.listen(port, hostname);
  },
  'nest-fastify': async () => {
    const { NestFactory } = await import('@nestjs/core');
    const { FastifyAdapter } = await import('@nestjs/platform-fastify');
    const { AppModule } = await import('./adapters/app.module.js');
    const { handler } = await import('./adapters/handler.js');
    const app = await NestFactory.create(AppModule, new FastifyAdapter());
    app.use('/api/transcribe', toNodeHandler(handler));
    await app.listen(port, hostname);
  },
  hono: async () => {
    const { app } = await import('./adapters/hono.js');
    serve({ fetch: app.fetch, port, hostname });
  },
  h3: async () => {
    const { app } = await import('./adapters/h3.js');
    listen(toNodeListener(app));
  },
  'lambda-serverless-http': async () => {
    const { handler } = await import('./adapters/lambda-serverless-http.js');
    listen(gateway(handler));
  },
  'lambda-serverless-express': async () => {
    const { handler } = await import('./adapters/lambda-serverless-express.js');
    listen(gateway(handler));
  },
  'lambda-fastify': async () => {
    const { handler } = await import('./adapters/lambda-fastify.js');
    listen(gateway(handler));
  },
  // The host of Azure cannot be had here. Its package makes the request and reads the answer.
  azure: async () => {
    const { transcribe } = await import('./adapters/azure.js');
    listen(async (req, res) => {
      const { method = 'GET', headers } = req;
      const bytes = await bytesOf(req);
      const request = new azure.HttpRequest({
        method,
        url: `http://${headers.host}${req.url}`,
        headers: headers as Record<string, string>,
        ...(bytes.length === 0 ? {} : { body: { bytes } }),
      } as HttpRequestInit);
      const answer = new azure.HttpResponse(await transcribe(request));
      res.writeHead(answer.status, Object.fromEntries(answer.headers));
      res.end(Buffer.from(await answer.arrayBuffer()));
    });
  },
};

await servers[process.argv[2] ?? '']?.();
