/** One origin: an HTTP server for a list of routes, which logs every request. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createBodyLog,
  lengthOf,
  type BodyLog,
  aboutRoute,
  type HostName,
  type RequestLog,
} from './request-log.js';
import type { ResolveSession } from './sessions/resolve-session.js';
import { CALLED_BY_PAGE, violationAt, violationOf } from './rules.js';
import {
  Refusal,
  type Answer,
  type Exchange,
  type NoAnswer,
  type Route,
} from '../service/route.js';
import { headersOf, outcomeOf, type Outcome } from '../service/serve.js';

export interface HostOptions {
  readonly name: HostName;
  readonly address: string;
  readonly port: number;
  readonly log: RequestLog;
  readonly resolveSession: ResolveSession;
  readonly routes: readonly Route[];
  /** Formats an error response of this host. */
  readonly refuse: (refusal: Refusal) => Answer;
  /** Headers that a preflight may not request, because no request here may contain them. */
  readonly forbiddenHeader?: (name: string) => boolean;
}

export interface Host {
  /** The origin, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A page looks whether the host answers at all. It cannot read the response. */
const isLookUp = ({ method, path }: Exchange): boolean => method === 'HEAD' && path === '/';

/** The rule of the specification that a request breaks. */
const violationIn = (
  { route, error }: Outcome,
  exchange: Exchange,
  request: IncomingMessage,
  isForbidden: (header: string) => boolean = () => false,
): string | undefined => {
  const { kind } = route ?? {};
  const isForBackends = route !== undefined && route.cors === undefined;
  if (isForBackends && exchange.headers.has('origin')) return CALLED_BY_PAGE;
  if (error !== undefined)
    return request.socket.destroyed || isLookUp(exchange) ? undefined : violationOf(kind, error);
  const wanted = exchange.headers.get('access-control-request-headers') ?? '';
  const forbidden = wanted
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(isForbidden);
  if (exchange.method === 'OPTIONS' && forbidden.length > 0)
    return violationAt(kind, `A browser wants to send ${forbidden.join(', ')}.`);
  return exchange.violation;
};

const bytesOf = (body: NonNullable<Answer['body']>): AsyncIterable<Uint8Array> =>
  typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body.read();

const send = async (
  answer: Answer,
  route: Route | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { body, cutAfter, through = (bytes) => bytes } = answer;
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(headersOf(answer, route)))
    response.setHeader(name, value);
  if (body !== undefined) response.setHeader('Content-Length', lengthOf(body));
  if (body === undefined || request.method === 'HEAD') response.end();
  else if (typeof body === 'string' && cutAfter !== undefined)
    response.write(Buffer.from(body).subarray(0, cutAfter), () => response.destroy());
  else if (typeof body === 'string' && answer.through === undefined) response.end(body);
  else
    await pipeline(through(bytesOf(body)), response).catch(
      () => response.destroy(), // The client has disconnected, as players do when they seek.
    );
};

const isAnswer = (answer: Answer | NoAnswer): answer is Answer => 'status' in answer;

/**
 * The body of a request, counted. A caller that stops reading does not close the connection, so that the response
 * arrives.
 */
async function* countedBody(
  request: IncomingMessage,
  exchange: Exchange,
  log: BodyLog,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Uint8Array;
    exchange.received += bytes.length;
    log.take(bytes);
    yield bytes;
  }
}

const onRequest = async (
  options: HostOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const url = /^\//.test(request.url ?? '') ? new URL(`http://host${request.url}`) : null;
  const ended = new AbortController();
  response.once('close', () => ended.abort(new Error('The connection has ended.')));
  const headers = new Headers(
    Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const bodies = createBodyLog(options.name, headers);
  const exchange: Exchange = {
    method: request.method ?? '',
    headers,
    path: url?.pathname ?? '',
    query: url?.searchParams ?? new URLSearchParams(),
    parameters: {},
    session: null,
    body: { [Symbol.asyncIterator]: () => countedBody(request, exchange, bodies) },
    received: 0,
    ended: ended.signal,
  };
  const note = options.log.arrived(options.name, exchange);
  response.on('error', () => undefined);
  const unexpected = (error: unknown): Refusal => {
    if (!request.socket.destroyed) console.error('The sandbox failed at a request:', error);
    return new Refusal(500, 'internal', 'The sandbox failed at this request: see its console.');
  };
  const outcome = await outcomeOf({ ...options, unexpected }, exchange);
  const { answer, route } = outcome;
  const violation = violationIn(outcome, exchange, request, options.forbiddenHeader);
  if (route?.unlogged !== true)
    note({
      ...aboutRoute(route?.kind, exchange.parameters),
      status: request.socket.destroyed || !isAnswer(answer) ? 0 : answer.status,
      bytesReceived: exchange.received,
      ...bodies.ended(exchange.path, request.socket.destroyed ? { connection: 'reset' } : answer),
      ...(exchange.session === null ? {} : { session: exchange.session }),
      ...(outcome.refusal === undefined
        ? {}
        : { refusal: request.socket.destroyed ? 'connection-lost' : outcome.refusal }),
      ...(exchange.fault === undefined ? {} : { fault: exchange.fault }),
      ...(violation === undefined ? {} : { violation }),
    });
  if (isAnswer(answer)) {
    if (!response.destroyed) await send(answer, route, request, response);
  } else if (answer.connection === 'reset') request.socket.resetAndDestroy();
};

const SERVER = {
  // No timeout for the arrival of a request: a slow network must not fail a chunk.
  requestTimeout: 0,
  // Buffer size in bytes. With Node's default of 16 KiB, a connection pauses at each packet.
  highWaterMark: 1024 * 1024,
};

/** Rejects if the port is taken. */
export const startHost = async (options: HostOptions): Promise<Host> => {
  const inProgress = new Set<Promise<void>>();
  const server = createServer(SERVER, (request, response) => {
    const work = onRequest(options, request, response)
      .catch((error: unknown) => {
        console.error('The sandbox failed to answer:', error);
        response.destroy();
      })
      .finally(() => inProgress.delete(work));
    inProgress.add(work);
  });
  // Rejects if there is an error first.
  await once(server.listen(options.port, options.address), 'listening');
  const { port } = server.address() as AddressInfo;
  const name = options.address.includes(':') ? `[${options.address}]` : options.address;
  return {
    url: `http://${name}:${port}`,
    close: async () => {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
      // Wait until files in progress are removed or complete, before the folder may be deleted.
      await Promise.all(inProgress);
    },
  };
};
