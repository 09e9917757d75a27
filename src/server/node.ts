import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PartnerHandler } from './handler.js';
import { LONGEST_TIMER_MS, whole } from './option-checks.js';
import { replierOf, type Reply } from './reply.js';
import { problemReply } from './respond.js';

export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => void;

/** What Express, connect and body parsers add to a request. */
type MountedRequest = IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown };

const nodeRequests = new WeakMap<Request, IncomingMessage>();

/** The Node request behind a Request, for `authorize` to find the session that a middleware put on it. */
export const nodeRequest = (request: Request): IncomingMessage | undefined =>
  nodeRequests.get(request);

/** Methods that the Fetch standard forbids. */
const FORBIDDEN: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * The address that was asked. Throws where a `Host` header or a target would make the URL parser read another path than
 * the client sent: a proxy in front may have allowed the path as it was sent.
 */
const addressOf = (req: MountedRequest): URL => {
  const hosts = req.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  if (hosts.length > 1) throw new TypeError('There is more than one Host header.');
  const scheme = 'encrypted' in req.socket && req.socket.encrypted === true ? 'https' : 'http';
  const host = req.headers.host ?? req.headers[':authority'] ?? 'localhost';
  // Express and connect cut the path that they are mounted at off `url`.
  const target = req.originalUrl ?? req.url ?? '/';
  const address = new URL(target.startsWith('/') ? `${scheme}://${String(host)}${target}` : target);
  // The origin of any other scheme is “null”, which a sandboxed page may claim for its own.
  if (!/^https?:$/.test(address.protocol)) throw new TypeError('The target is not http(s).');
  const [path = ''] = target.replace(/^https?:\/\/[^/?#\\]*/i, '').split(/[?#]/);
  if (address.pathname !== (path || '/')) throw new TypeError('The URL parser changes the path.');
  return address;
};

const headersOf = (req: IncomingMessage): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const single of Array.isArray(value) ? value : [value]) headers.append(name, single);
  }
  return headers;
};

/** What is thrown away, at most, of a body that was answered before its end; more and the connection is cut. */
const DRAIN_BYTES = 16 * 1024 * 1024;

/**
 * The body as it arrives, no faster than it is read. Unlike `Readable.toWeb`, giving up reading leaves the
 * connection whole, so that the answer still arrives.
 */
const streamOf = (req: IncomingMessage): ReadableStream<Uint8Array> => {
  let stop = (): void => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const onData = (chunk: Uint8Array): void => {
          controller.enqueue(new Uint8Array(chunk));
          req.pause();
        };
        const onEnd = (): void => {
          stop();
          controller.close();
        };
        const onBroken = (): void => {
          stop();
          controller.error(new Error('the request broke off'));
        };
        stop = () => {
          req.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
          // Without a listener a late error would end the process.
          req.on('error', () => undefined);
        };
        req.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
        req.pause();
      },
      pull() {
        req.resume();
      },
      cancel() {
        stop();
        req.pause();
      },
    },
    { highWaterMark: 0 },
  );
};

/** The body of a request: what a parser in front made of it, else the stream; null where there is none. */
const bodyOf = (
  req: IncomingMessage,
  parsed: unknown,
): ReadableStream<Uint8Array> | string | Uint8Array<ArrayBuffer> | null => {
  if (!req.readableEnded && !req.readableDidRead) return streamOf(req);
  if (parsed === undefined || parsed === null) return null;
  if (typeof parsed === 'string') return parsed;
  return parsed instanceof Uint8Array ? new Uint8Array(parsed) : JSON.stringify(parsed);
};

/** Lets a client that is still sending come to its end, so that it reads the answer. */
const drain = (req: IncomingMessage): void => {
  if (req.complete) return;
  let length = 0;
  req.removeAllListeners('data');
  req.on('data', (chunk: Uint8Array) => {
    length += chunk.byteLength;
    if (length > DRAIN_BYTES) req.destroy();
  });
  req.resume();
};

const toRequest = (req: MountedRequest, signal: AbortSignal): Request => {
  const method = req.method ?? 'GET';
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(req, req.body);
  const request = new Request(addressOf(req), {
    method,
    headers: headersOf(req),
    body,
    ...(body === null ? {} : { duplex: 'half' }),
  });
  // Given to the constructor it would be followed by a signal of the request's own, at three times the cost.
  Object.defineProperty(request, 'signal', { value: signal });
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

const sendReply = (
  { status, headers, text }: Reply,
  res: ServerResponse,
  writeTimeoutMs: number,
): void => {
  res.setTimeout(writeTimeoutMs);
  const length = text === null ? {} : { 'Content-Length': Buffer.byteLength(text) };
  res.writeHead(status, { ...headers, ...length });
  res.end(text ?? undefined);
};

const sendResponse = async (
  response: Response,
  res: ServerResponse,
  writeTimeoutMs: number,
): Promise<void> => {
  const before = res.socket?.timeout ?? 0;
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  if (!reader || res.req.method === 'HEAD') {
    void reader?.cancel().catch(() => undefined);
    res.end();
    return;
  }
  for (;;) {
    const { done, value } = await reader.read();
    if (res.destroyed) return void reader.cancel().catch(() => undefined);
    if (done) break;
    if (res.write(value)) continue;
    res.setTimeout(writeTimeoutMs);
    await writable(res);
    // While the handler makes the next piece it is not the client that is slow.
    res.setTimeout(before);
  }
  res.setTimeout(writeTimeoutMs);
  res.end();
};

const answer = async (
  handler: PartnerHandler,
  req: MountedRequest,
  signal: AbortSignal,
): Promise<Reply | Response> => {
  if (FORBIDDEN.has(req.method ?? '')) {
    return problemReply('method-not-allowed', undefined, { Allow: 'GET, POST' });
  }
  let request: Request;
  try {
    request = toRequest(req, signal);
  } catch {
    return problemReply('bad-request');
  }
  return (replierOf(handler) ?? handler)(request);
};

export interface NodeHandlerOptions {
  /**
   * How long a client may take nothing of its answer before it is cut off, in milliseconds. Default 30 000. Until then
   * the answer, up to `limits.answerBytes`, stays in memory.
   */
  readonly writeTimeoutMs?: number;
}

/**
 * Makes a handler usable with `node:http`, Express, connect and vite. Where the framework mounts it at a path,
 * that path stays part of the handler's `basePath`. A body that a parser has already read is taken from `req.body`.
 *
 * Throws TranscribeError `configuration` where `writeTimeoutMs` is not a whole number above 0.
 */
export const toNodeHandler = (
  handler: PartnerHandler,
  { writeTimeoutMs = 30_000 }: NodeHandlerOptions = {},
): NodeHandler => {
  const timeoutMs = whole(writeTimeoutMs, 'writeTimeoutMs', 'milliseconds', LONGEST_TIMER_MS);
  return (req, res) => {
    const controller = new AbortController();
    res.once('close', () => {
      if (!res.writableFinished) controller.abort();
    });
    // Set while an answer is written; counts from the last byte that the client's side took.
    res.on('timeout', () => res.destroy());
    answer(handler, req, controller.signal)
      .catch(() => problemReply('handler-failed'))
      .then((made) => {
        if (res.destroyed) return undefined;
        return made instanceof Response
          ? sendResponse(made, res, timeoutMs)
          : sendReply(made, res, timeoutMs);
      })
      .then(() => drain(req))
      .catch(() => void res.destroy());
  };
};
