import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemReply, type Reply } from './http-messages.js';
import { type PartnerHandler, replierOf } from './handler.js';
import { LONGEST_TIMER_MS, readersFor } from './option-readers.js';

const { wholeNumber } = readersFor('toNodeHandler');

export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => void;

/** Fields that Express, connect and body parsers add to a request. */
type MountedRequest = IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown };

const nodeRequests = new WeakMap<Request, IncomingMessage>();

/** The Node request of a Request, so that `authorize` can read the session that a middleware attached to it. */
export const nodeRequest = (request: Request): IncomingMessage | undefined =>
  nodeRequests.get(request);

/** Node keeps no more names and values of headers, and drops the rest without a word, such as an `Origin`. */
const MOST_RAW_HEADERS = 2_000;

/** Methods that the Fetch standard forbids. */
const FORBIDDEN: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * The URL of a request. Throws if headers may be missing, or if the `Host` header or the target makes the URL parser read
 * another path than the client sent, because a proxy in front may have checked the path as it was sent.
 */
const addressOf = (req: MountedRequest): URL => {
  if (req.rawHeaders.length >= MOST_RAW_HEADERS) throw new TypeError('There are too many headers.');
  const hosts = req.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  if (hosts.length > 1) throw new TypeError('There is more than one Host header.');
  const scheme = 'encrypted' in req.socket && req.socket.encrypted === true ? 'https' : 'http';
  const host = req.headers.host ?? req.headers[':authority'] ?? 'localhost';
  // Express and connect remove their mount path from `url`.
  const target = req.originalUrl ?? req.url ?? '/';
  const address = new URL(target.startsWith('/') ? `${scheme}://${String(host)}${target}` : target);
  // Any other scheme has the origin “null”, which a sandboxed page can send too.
  if (!/^https?:$/.test(address.protocol)) throw new TypeError('The target is not http(s).');
  const [path = ''] = target.replace(/^https?:\/\/[^/?#\\]*/i, '').split(/[?#]/);
  if (address.pathname !== (path || '/')) throw new TypeError('The URL parser changes the path.');
  return address;
};

const copyHeaders = (req: IncomingMessage, headers: Headers): void => {
  for (const [name, value] of Object.entries(req.headers)) {
    if (name.startsWith(':') || value === undefined) continue;
    // The constructor of Request has set a Content-Type if the body is a string.
    if (typeof value === 'string') headers.set(name, value);
    else for (const single of value) headers.append(name, single);
  }
};

/** If the response is sent before the request body has arrived, read at most this much more of it, then disconnect. */
const DRAIN_BYTES = 16 * 1024 * 1024;

/**
 * Streams the request body with backpressure. Unlike `Readable.toWeb`, cancelling the stream keeps the connection open,
 * so that the response can still be sent.
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
          // A late error without a listener would end the process.
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

/** The body: the stream, or what a body parser has already read; null if there is none. */
const bodyOf = (
  req: IncomingMessage,
  parsed: unknown,
): ReadableStream<Uint8Array> | string | Uint8Array<ArrayBuffer> | null => {
  if (!req.readableEnded && !req.readableDidRead) return streamOf(req);
  if (parsed === undefined || parsed === null) return null;
  if (typeof parsed === 'string') return parsed;
  return parsed instanceof Uint8Array ? new Uint8Array(parsed) : JSON.stringify(parsed);
};

/** Reads the rest of the request, so that a client that is still sending gets to read the response. */
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
    body,
    ...(body === null ? {} : { duplex: 'half' }),
  });
  // The constructor would copy them once more.
  copyHeaders(req, request.headers);
  // The constructor would create another signal that follows this one, which takes three times as long.
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
  { status, headers, body }: Reply,
  res: ServerResponse,
  writeTimeoutMs: number,
): void => {
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.appendHeader(name, value);
  if (body === null || res.req.method === 'HEAD') return void res.end();
  res.setTimeout(writeTimeoutMs);
  res.end(body);
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
  res.once('close', () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (res.destroyed) return;
    if (done) break;
    if (res.write(value)) continue;
    res.setTimeout(writeTimeoutMs);
    await writable(res);
    // Waiting for the handler's next chunk must not count as a slow client.
    res.setTimeout(before);
  }
  res.setTimeout(writeTimeoutMs);
  res.end();
};

export interface NodeHandlerOptions {
  /**
   * Disconnects a client that reads nothing of its response for this long, in milliseconds. Default 30 000. The response,
   * up to `limits.answerBytes`, stays in memory until then.
   */
  readonly writeTimeoutMs?: number;
}

/**
 * Adapts a handler to `node:http`, Express, connect and vite. If the framework mounts it under a path, include that path
 * in `basePath`. If a body parser has already read the body, it is taken from `req.body`.
 *
 * Throws TranscribeError `configuration` if `writeTimeoutMs` is not a whole number above 0.
 */
export const toNodeHandler = (
  handler: PartnerHandler,
  { writeTimeoutMs = 30_000 }: NodeHandlerOptions = {},
): NodeHandler => {
  const timeoutMs = wholeNumber(writeTimeoutMs, 'writeTimeoutMs', 'milliseconds', LONGEST_TIMER_MS);
  const answer = async (req: MountedRequest, signal: AbortSignal): Promise<Reply | Response> => {
    if (FORBIDDEN.has(req.method ?? '')) {
      return problemReply('method-not-allowed', undefined, { Allow: 'GET, HEAD, POST' });
    }
    let request: Request;
    try {
      request = toRequest(req, signal);
    } catch {
      return problemReply('bad-request');
    }
    return (replierOf(handler) ?? handler)(request);
  };
  return (req, res) => {
    const controller = new AbortController();
    res.once('close', () => {
      if (!res.writableFinished) controller.abort();
    });
    // The timeout is set while a response is written and restarts with each byte that the client accepts.
    res.on('timeout', () => res.destroy());
    answer(req, controller.signal)
      .catch(() => problemReply('handler-failed'))
      .then((answered) => {
        if (res.destroyed) return 'text' in answered ? answered.body?.cancel() : undefined;
        // Not `instanceof`: a wrapper may use another implementation of Response.
        return 'text' in answered
          ? sendResponse(answered, res, timeoutMs)
          : sendReply(answered, res, timeoutMs);
      })
      .then(() => drain(req))
      .catch(() => void res.destroy());
  };
};
