import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sirv from 'sirv';
import { toNodeHandler } from '../src/server/node.js';
import {
  BACKEND_PATH,
  startBackend,
  type DemoBackend,
  type DemoSandboxOptions,
} from './backend.js';
import { boundedBody } from './bounded-body.js';
import type { DemoTarget } from './environment.js';
import { strictPage } from './embeddings/seal-strict-page.js';
import { HOOD_PATH } from './hood/model.js';
import { createHoodServer } from './hood/serve.js';
import { SESSION_HEADER } from './sandbox/index.js';
import { listenNear } from './sandbox/state/port-file.js';
import { answerStage, STAGE_PATH } from './stage.js';

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

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

const LOOPBACK = /^(?:127\.0\.0\.1|localhost)(?::(\d+))?$/;

/** Whether a request's Host is this address and port. Any other Host is DNS rebinding. */
const isForThisHost = ({ headers, socket }: IncomingMessage): boolean => {
  const [host, port = '80'] = LOOPBACK.exec(headers.host ?? '') ?? [];
  return host !== undefined && Number(port) === socket.localPort;
};

/** Whether the request comes from a page of this demo, or from a client that is not a browser. */
const isFromThisDemo = ({ headers }: IncomingMessage): boolean => {
  const { origin } = headers;
  const site = headers['sec-fetch-site'] ?? 'none';
  return (
    (site === 'same-origin' || site === 'none') &&
    (origin === undefined || origin === `http://${headers.host}`)
  );
};

/** Browsers name the page that a script's request comes from. */
const isBrowser = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none';

const changesFaults = (method: string | undefined, pathname: string): boolean =>
  pathname === '/__sandbox/faults' && (method === 'PUT' || method === 'POST');

const refuse = (res: ServerResponse, sentence: string): void => {
  res.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8' }).end(sentence);
};

/**
 * Forwards a request of a demo page to the sandbox's inspection routes, which pages cannot call directly. Of the page's
 * headers, it forwards only the content type, so that a page cannot select another session.
 */
const inspect = async (
  address: string,
  userId: string | null,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> => {
  const { method = 'GET' } = req;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? await boundedBody(req, res) : null;
  if (hasBody && body === null) return;
  const answer = await fetch(address, {
    method,
    body: body?.length ? new Uint8Array(body) : null,
    headers: {
      'Content-Type': req.headers['content-type'] ?? 'application/json',
      ...(userId === null ? {} : { [SESSION_HEADER]: userId }),
    },
  });
  res.writeHead(answer.status, {
    'Content-Type': answer.headers.get('content-type') ?? 'application/json',
    'Cache-Control': 'no-store',
  });
  res.end(Buffer.from(await answer.arrayBuffer()));
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
  const handle = toNodeHandler(backend.handler);
  const hood = createHoodServer(backend, options.sandbox.s3 === undefined);
  const server = createServer((req, res) => {
    if (!isForThisHost(req)) {
      return refuse(res, 'This demo answers only at the address that npm start printed.');
    }
    const url = URL.parse(req.url ?? '/', 'http://localhost');
    if (url === null) return refuse(res, 'This address cannot be read.');
    const { pathname, search } = url;
    if (pathname.startsWith('/__sandbox/') && backend.sandbox) {
      if (!isFromThisDemo(req)) return refuse(res, 'Other pages may not inspect the sandbox.');
      const userId = backend.session.userOf(req.headers.cookie);
      if (userId === null && isBrowser(req))
        return refuse(res, 'Reload the page, and allow its cookie: it names your session.');
      const address = backend.sandbox.serviceUrl + pathname + search;
      inspect(address, userId, req, res)
        .then(() => {
          if (userId !== null && changesFaults(req.method, pathname)) backend.startAnew(userId);
        })
        .catch(() => res.destroy());
    } else if (pathname === '/__sandbox/active') {
      // With the real service, nothing can be on.
      res.writeHead(204).end();
    } else if (pathname.startsWith(STAGE_PATH)) {
      answerStage(req, res).catch(() => res.destroy());
    } else if (pathname === BACKEND_PATH || pathname.startsWith(`${BACKEND_PATH}/`)) {
      hood.record(req, res, () => handle(req, res));
    } else if (pathname === HOOD_PATH) {
      if (!isFromThisDemo(req)) return refuse(res, 'Other pages may not read this.');
      hood.answer(req, res, url.searchParams);
    } else if (pathname === '/settings.json') {
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify(backend.settings));
    } else {
      backend.session.signIn(req, res);
      if (pathname === '/csp.html') {
        // The host of the real service's storage is not known.
        strictPage(pages, backend.sandbox?.storageUrl ?? 'https:').then(
          (html) => res.setHeader('Content-Type', 'text/html; charset=utf-8').end(html),
          () => res.destroy(),
        );
        return;
      }
      serveFile(req, res, () => {
        res.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found.');
      });
    }
  });
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
