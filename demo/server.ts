import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sirv from 'sirv';
import { BodyTooLarge, readBounded } from '../src/server/http-messages.js';
import { toNodeHandler } from '../src/server/node.js';
import {
  BACKEND_PATH,
  startBackend,
  type DemoBackend,
  type DemoSandboxOptions,
} from './backend.js';
import type { DemoTarget } from './environment.js';
import { strictPage } from './embeddings/seal-strict-page.js';
import { HOOD_PATH } from './hood/model.js';
import { createHoodServer } from './hood/serve.js';
import { SESSION_HEADER } from './sandbox/index.js';
import { listenNear } from './sandbox/hosts.js';
import { answerStage, MOST_BYTES, STAGE_PATH } from './stage.js';

export interface DemoOptions {
  readonly target: DemoTarget;
  /** The first of ten ports to try; 0 for any free one. */
  readonly port: number;
  /** A folder that buildPages has filled. Default: the pages are built now, and deleted on close. */
  readonly pages?: string;
  readonly sandbox: DemoSandboxOptions;
  /** Rejects with the signal's reason if the demo is stopped before its pages are built. */
  readonly stopped?: AbortSignal;
  /** Called with each port that is skipped because it is taken. */
  readonly onTakenPort?: (port: number) => void;
}

export interface Demo {
  /** The URL to open. */
  readonly url: string;
  readonly backend: DemoBackend;
  close(): Promise<void>;
}

const listen = async (server: Server, port: number): Promise<number> => {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};

const LOOPBACK = /^(?:127\.0\.0\.1|localhost)(?::(\d+))?$/;

/** Whether a request's Host is this address and port. Any other Host is DNS rebinding. */
const isForThisHost = ({ headers, socket }: IncomingMessage): boolean => {
  const [host, port = '80'] = LOOPBACK.exec(headers.host ?? '') ?? [];
  return host !== undefined && Number(port) === socket.localPort;
};

/** Whether the request comes from a page of this demo, or from a client that is not a browser. */
const isFromThisDemo = ({ headers, url }: Request): boolean => {
  const { origin } = new URL(url);
  const site = headers.get('sec-fetch-site') ?? 'none';
  return /^(?:same-origin|none)$/.test(site) && (headers.get('origin') ?? origin) === origin;
};

/** Browsers name the page that a script's request comes from. */
const isBrowser = ({ headers }: Request): boolean =>
  headers.has('origin') || (headers.get('sec-fetch-site') ?? 'none') !== 'none';

const REFUSED = { status: 403, headers: { 'Content-Type': 'text/plain; charset=utf-8' } };
const refusal = (sentence: string): Response => new Response(sentence, REFUSED);

/**
 * Forwards a request of a demo page to the sandbox's inspection routes, which pages cannot call directly. Of the page's
 * headers, it forwards only the content type, so that a page cannot select another session.
 */
const inspect = async (
  { sandbox, session, startAnew }: DemoBackend,
  request: Request,
): Promise<Response> => {
  const { method, headers, signal } = request;
  const { pathname, search } = new URL(request.url);
  // With the real service, nothing can be on.
  if (sandbox === null)
    return new Response(null, { status: pathname === '/__sandbox/active' ? 204 : 404 });
  if (!isFromThisDemo(request)) return refusal('Other pages may not inspect the sandbox.');
  const userId = session.userOf(headers.get('cookie'));
  if (userId === null && isBrowser(request))
    return refusal('Reload the page, and allow its cookie: it names your session.');
  const body = await readBounded(request, MOST_BYTES, signal);
  const answer = await fetch(sandbox.serviceUrl + pathname + search, {
    method,
    body: body.length === 0 ? null : new Uint8Array(body),
    headers: {
      'Content-Type': headers.get('content-type') ?? 'application/json',
      ...(userId === null ? {} : { [SESSION_HEADER]: userId }),
    },
  });
  if (userId !== null && pathname === '/__sandbox/faults' && /^(?:PUT|POST)$/.test(method))
    startAnew(userId);
  return new Response(answer.body, {
    status: answer.status,
    headers: {
      'Content-Type': answer.headers.get('content-type') ?? 'application/json',
      'Cache-Control': 'no-store',
    },
  });
};

/** Builds the pages into a temporary folder. */
const buildTemporary = async (stopped?: AbortSignal): Promise<string> => {
  // Only here, because loading the bundler takes about a second.
  const { buildPages } = await import('./pages.js');
  stopped?.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'audio-transcribe-pages-'));
  return buildPages(folder).then(
    () => folder,
    async (error: unknown) => {
      await rm(folder, { recursive: true });
      throw error;
    },
  );
};

/** Starts the pages, the backend handler and, if selected, the sandbox. */
export const startDemo = async (options: DemoOptions): Promise<Demo> => {
  const { onTakenPort = () => undefined } = options;
  // The backend comes first, because it fails sooner than the pages are built.
  const backend = await startBackend(options.target, { onTakenPort, ...options.sandbox });
  const pages =
    options.pages ??
    (await buildTemporary(options.stopped).catch(async (error: unknown) => {
      await backend.close();
      throw error;
    }));
  const serveFile = sirv(pages, { etag: true });
  const hood = createHoodServer(backend, options.sandbox.s3 === undefined);
  /** By path; one that ends with a slash is for all paths below it. */
  const answers: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {
    '/__sandbox/': (request) => inspect(backend, request),
    [STAGE_PATH]: answerStage,
    [`${BACKEND_PATH}/`]: hood.record,
    [HOOD_PATH]: (request) =>
      isFromThisDemo(request) ? hood.answer(request) : refusal('Other pages may not read this.'),
    '/settings.json': () => Response.json(backend.settings),
  };
  const serve = (req: IncomingMessage, res: ServerResponse): unknown => {
    const refuse = (sentence: string) => res.writeHead(403, REFUSED.headers).end(sentence);
    if (!isForThisHost(req))
      return refuse('This demo answers only at the address that npm start printed.');
    const { pathname } = URL.parse(req.url ?? '/', 'http://localhost') ?? {};
    if (pathname === undefined) return refuse('This address cannot be read.');
    const [, answer] =
      Object.entries(answers).find(
        ([path]) => pathname === path || (path.endsWith('/') && pathname.startsWith(path)),
      ) ?? [];
    if (answer !== undefined)
      return toNodeHandler(async (request) => {
        try {
          return await answer(request);
        } catch (error) {
          if (error instanceof BodyTooLarge) return new Response(null, { status: 413 });
          res.destroy();
          throw error;
        }
      })(req, res);
    backend.session.signIn(req, res);
    if (pathname === '/csp.html')
      // The host of the real service's storage is not known.
      return strictPage(pages, backend.sandbox?.storageUrl ?? 'https:').then(
        (html) => res.setHeader('Content-Type', 'text/html; charset=utf-8').end(html),
        () => res.destroy(),
      );
    return serveFile(req, res, () => {
      res.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found.');
    });
  };
  const server = createServer((req, res) => void serve(req, res));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await backend.close();
    if (options.pages === undefined) await rm(pages, { recursive: true });
  };
  try {
    const port = await listenNear(
      'PORT',
      options.port,
      (asked) => listen(server, asked),
      onTakenPort,
    );
    return { url: `http://127.0.0.1:${port}/`, backend, close };
  } catch (error) {
    await close();
    throw error;
  }
};
