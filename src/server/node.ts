import type { IncomingMessage, ServerResponse } from 'node:http';
import { DRAIN_BYTES, Misconfigured, problemReply, type Reply } from './http-messages.js';
import { insideOf, type PartnerHandler } from './handler.js';
import { summaryOf } from './handler-events.js';
import { LONGEST_TIMER_MS, readersFor } from './option-readers.js';

const { wholeNumber } = readersFor('toNodeHandler');

/**
 * Returns a promise that resolves once the response has been given to `res`, and never rejects. Its type is `unknown`, so that
 * linters accept the handler where a server does not wait for it.
 */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => unknown;

/**
 * Fields that Express, connect, body parsers and clouds add to a request. Requests of other makes, such as those of an adapter
 * of Lambda, lack some of Node's.
 */
type MountedRequest = IncomingMessage & {
  readonly originalUrl?: string;
  readonly body?: unknown;
  readonly rawBody?: unknown;
};

type AnyHeader = string | number | readonly (string | number)[] | null | undefined;

/** What a request of another make may lack. */
type AnyRequest = Partial<Pick<IncomingMessage, 'rawHeaders' | 'socket' | 'on' | 'complete'>>;
/** What a response of another make may lack. */
type AnyResponse = Partial<
  Pick<ServerResponse, 'getHeader' | 'once' | 'off' | 'destroy' | 'setTimeout' | 'socket' | 'write'>
> & { prependOnceListener?: ServerResponse['prependOnceListener'] };

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
  const { rawHeaders = [], socket }: AnyRequest = req;
  if (rawHeaders.length >= MOST_RAW_HEADERS) throw new TypeError('There are too many headers.');
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  if (hosts.length > 1) throw new TypeError('There is more than one Host header.');
  const isSecure = socket && 'encrypted' in socket && socket.encrypted === true;
  const scheme = isSecure ? 'https' : 'http';
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
  // Of another make, a value may be a number, or null.
  const given: Record<string, AnyHeader> = req.headers;
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith(':') || value === undefined || value === null) continue;
    const [first, ...more] = [value].flat().map(String);
    // The constructor of Request has set a Content-Type if the body is a string.
    if (first !== undefined) headers.set(name, first);
    for (const each of more) headers.append(name, each);
  }
};

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

/** In the place of a body that was read and is nowhere to be found. The handler tells its own log. */
const missingBody = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull(controller) {
      controller.error(
        new Misconfigured(
          'The body of the request was read before toNodeHandler was called, and is neither in req.body nor in req.rawBody: mount the handler before the body parser, or set req.body to what it has read (with Koa: ctx.req.body = ctx.request.body).',
          'toNodeHandler',
        ),
      );
    },
  });

const wasSentWithBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

/** The body: the stream, or what a body parser has already read; null if there is none. */
const bodyOf = (
  req: MountedRequest,
): ReadableStream<Uint8Array> | string | Uint8Array<ArrayBuffer> | null => {
  const isStream = typeof (req as AnyRequest).on === 'function';
  if (isStream && !req.readableEnded && !req.readableDidRead) return streamOf(req);
  // The bytes first: a parser may have changed the rest.
  const found = req.rawBody ?? req.body ?? null;
  if (found === null) return wasSentWithBody(req) ? missingBody() : null;
  if (typeof found === 'string') return found;
  return found instanceof Uint8Array ? new Uint8Array(found) : JSON.stringify(found);
};

/** Reads the rest of the request, so that a client that is still sending gets to read the response. Then disconnects. */
const drain = (req: IncomingMessage): void => {
  const { complete, on }: AnyRequest = req;
  if (complete !== false || on === undefined) return;
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
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(req);
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

/** Headers that the framework may have set too, for its own reasons. */
const SHARED: Readonly<Record<string, (values: readonly string[]) => string | string[]>> = {
  vary: (values) =>
    [...new Set(values.flatMap((value) => value.split(/\s*,\s*/)))].filter(Boolean).join(', '),
  'set-cookie': (values) => [...values],
};

/** Sets each header once, in the place of what the framework has set, such as that of CORS for the whole site. */
const setHeaders = (res: ServerResponse, headers: Iterable<readonly [string, string]>): void => {
  const { getHeader }: AnyResponse = res;
  for (const [name, value] of headers) {
    const join = SHARED[name.toLowerCase()];
    const earlier = join && getHeader?.call(res, name);
    const values = [earlier ?? []].flat().map(String);
    res.setHeader(name, join ? join([...values, value]) : value);
  }
};

/**
 * Disconnects a client that reads nothing for this long, until the function that is returned is called. Does nothing if there
 * is no connection.
 */
const limitWrites = (res: ServerResponse, timeoutMs: number): (() => void) => {
  const { socket, setTimeout: setLimit }: AnyResponse = res;
  const before = socket?.timeout ?? 0;
  const limit = (ms: number): void => {
    try {
      setLimit?.call(res, ms);
    } catch {
      // A response of another make has the function, but no connection.
    }
  };
  limit(timeoutMs);
  return () => limit(before);
};

/** Ends a response. The next request on the connection finds it as this one did. */
const endWithin = (res: ServerResponse, timeoutMs: number, body?: string): void => {
  const restore = limitWrites(res, timeoutMs);
  // Before Node's own listener, which starts the time of an idle connection.
  (res as AnyResponse).prependOnceListener?.('finish', restore);
  if (body === undefined) res.end();
  else res.end(body);
};

const isHead = (req: IncomingMessage): boolean => req.method === 'HEAD';

const sendReply = (
  { status, headers, body }: Reply,
  req: IncomingMessage,
  res: ServerResponse,
  writeTimeoutMs: number,
): void => {
  res.statusCode = status;
  setHeaders(res, Object.entries(headers));
  if (body === null || isHead(req)) return void res.end();
  endWithin(res, writeTimeoutMs, body);
};

const sendResponse = async (
  response: Response,
  req: IncomingMessage,
  res: ServerResponse,
  writeTimeoutMs: number,
): Promise<void> => {
  res.statusCode = response.status;
  setHeaders(res, response.headers);
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  if (!reader || isHead(req)) {
    void reader?.cancel().catch(() => undefined);
    res.end();
    return;
  }
  (res as AnyResponse).once?.('close', () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (res.destroyed) return;
    if (done) break;
    if (res.write(value)) continue;
    const restore = limitWrites(res, writeTimeoutMs);
    await writable(res);
    // Waiting for the handler's next chunk must not count as a slow client.
    restore();
  }
  endWithin(res, writeTimeoutMs);
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
 * in `basePath`. If a body parser has already read the body, it is taken from `req.rawBody` or `req.body`; if it is in neither, the
 * handler answers `misconfigured`, before anything is uploaded. Requests and responses of other makes work too, such as those of
 * adapters of Lambda: what they lack is done without.
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
    return (insideOf(handler)?.reply ?? handler)(request);
  };
  const report =
    insideOf(handler)?.report ??
    ((message: string, cause: unknown): void =>
      // eslint-disable-next-line no-console -- a function around the handler has no other log
      console.error(`[audio-transcribe] ${message}`, summaryOf(cause, [])));

  const respond = async (
    req: IncomingMessage,
    res: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> => {
    const answered = await answer(req, signal).catch((error: unknown) => {
      report('toNodeHandler: the function around the handler failed.', error);
      return problemReply('handler-failed');
    });
    // Not `instanceof`: a wrapper may use another implementation of Response.
    if (res.destroyed) return 'text' in answered ? answered.body?.cancel() : undefined;
    if ('text' in answered) await sendResponse(answered, req, res, timeoutMs);
    else sendReply(answered, req, res, timeoutMs);
    drain(req);
  };

  return async (req, res) => {
    const { once, destroy }: AnyResponse = res;
    const controller = new AbortController();
    once?.call(res, 'close', () => {
      if (!res.writableFinished) controller.abort();
    });
    // The timeout is set while a response is written and restarts with each byte that the client accepts.
    once?.call(res, 'timeout', () => destroy?.call(res));
    try {
      await respond(req, res, controller.signal);
    } catch (error) {
      report('toNodeHandler: the response could not be sent.', error);
      try {
        if (res.headersSent) destroy?.call(res);
        else sendReply(problemReply('handler-failed'), req, res, timeoutMs);
      } catch {
        destroy?.call(res);
      }
    }
  };
};
