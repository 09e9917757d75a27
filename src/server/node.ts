import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemResponse } from './respond.js';
import type { PartnerHandler } from './handler.js';
import { bodyOf, drain } from './node-body.js';

export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => void;

/** What Express, connect and body parsers add to a request. */
type MountedRequest = IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown };

const nodeRequests = new WeakMap<Request, IncomingMessage>();

/** The Node request behind a Request, for `authorize` to find the session that a middleware put on it. */
export const nodeRequest = (request: Request): IncomingMessage | undefined => nodeRequests.get(request);

/** Methods that the Fetch standard forbids. */
const FORBIDDEN: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

const addressOf = (req: MountedRequest): URL => {
  const scheme = 'encrypted' in req.socket && req.socket.encrypted === true ? 'https' : 'http';
  const host = req.headers.host ?? req.headers[':authority'] ?? 'localhost';
  // Express and connect cut the path that they are mounted at off `url`.
  const target = req.originalUrl ?? req.url ?? '/';
  return new URL(target.startsWith('/') ? `${scheme}://${String(host)}${target}` : target);
};

const headersOf = (req: IncomingMessage): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const single of Array.isArray(value) ? value : [value]) headers.append(name, single);
  }
  return headers;
};

const toRequest = (req: MountedRequest, signal: AbortSignal): Request => {
  const method = req.method ?? 'GET';
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(req, req.body);
  const request = new Request(addressOf(req), {
    method,
    headers: headersOf(req),
    body,
    signal,
    ...(body === null ? {} : { duplex: 'half' }),
  });
  nodeRequests.set(request, req);
  return request;
};

const writable = (res: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      res.off('drain', settle).off('close', settle);
      resolve();
    };
    res.on('drain', settle).on('close', settle);
  });

const send = async (response: Response, res: ServerResponse): Promise<void> => {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  const reader = response.body?.getReader();
  if (!reader || res.req.method === 'HEAD') {
    void reader?.cancel().catch(() => undefined);
    res.end();
    return;
  }
  for (;;) {
    const { done, value } = await reader.read();
    if (res.destroyed) return void reader.cancel().catch(() => undefined);
    if (done) break;
    if (!res.write(value)) await writable(res);
  }
  res.end();
};

const answer = async (
  handler: PartnerHandler,
  req: MountedRequest,
  signal: AbortSignal,
): Promise<Response> => {
  if (FORBIDDEN.has(req.method ?? '')) {
    return problemResponse('method-not-allowed', undefined, { Allow: 'GET, POST' });
  }
  let request: Request;
  try {
    request = toRequest(req, signal);
  } catch {
    return problemResponse('bad-request');
  }
  return handler(request);
};

/**
 * Makes a handler usable with `node:http`, Express, connect and vite. Where the framework mounts it at a path,
 * that path stays part of the handler's `basePath`. A body that a parser has already read is taken from `req.body`.
 */
export const toNodeHandler =
  (handler: PartnerHandler): NodeHandler =>
  (req, res) => {
    const controller = new AbortController();
    res.once('close', () => {
      if (!res.writableFinished) controller.abort();
    });
    answer(handler, req, controller.signal)
      .catch(() => problemResponse('misconfigured'))
      .then((response) => (res.destroyed ? undefined : send(response, res)))
      .then(() => drain(req))
      .catch(() => void res.destroy());
  };
