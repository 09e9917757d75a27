/** One origin: an HTTP server over a list of routes that logs every request. */
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { ContractError } from '../../../src/protocol/index.js';
import type { HostName, RequestLog } from '../request-log.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import { Refusal } from './refusal.js';
import type { Answer, Exchange, Route } from './route.js';

export interface HostOptions {
  readonly name: HostName;
  readonly address: string;
  readonly port: number;
  readonly log: RequestLog;
  /** Puts a refusal into the form of this host. */
  readonly refuse: (refusal: Refusal) => Answer;
  /** Headers a preflight may not ask for, because no request here may carry them. */
  readonly forbiddenHeader?: (name: string) => boolean;
}

export interface Host {
  /** The origin, as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** From now on, answers with these routes. */
  readonly serve: (routes: readonly Route[]) => void;
  readonly close: () => Promise<void>;
}

interface Outcome {
  readonly answer: Answer;
  readonly route: Route | undefined;
  readonly violation?: string | undefined;
}

const CONNECTION_LOST = new Refusal(400, 'connection-lost', 'The connection was lost.');

const asRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof ContractError) {
    const sentence = error.message.charAt(0).toUpperCase() + error.message.slice(1);
    return new Refusal(
      400,
      'bad-request',
      error.path === '' ? `${sentence}.` : `${error.message}.`,
    );
  }
  console.error('The sandbox failed at a request:', error);
  return new Refusal(500, 'internal', 'The sandbox failed at this request: see its console.');
};

/** Finds the route and runs it; whatever goes wrong becomes a refusal. */
const outcomeOf = async (
  routes: readonly Route[],
  exchange: Exchange,
  options: HostOptions,
): Promise<Outcome> => {
  const { request, path } = exchange;
  const here = routes.filter((route) => route.match(path) !== null);
  const cors = here.find((route) => route.cors !== undefined);
  const route = here.find((candidate) => candidate.method === request.method) ?? cors ?? here[0];
  try {
    if (route === undefined)
      throw new Refusal(404, 'not-found', 'There is nothing at this path; mind its slashes.');
    if (request.method === 'OPTIONS' && cors?.cors !== undefined) {
      const wanted = request.headers['access-control-request-headers'] ?? '';
      const forbidden = wanted
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter((name) => options.forbiddenHeader?.(name) ?? false);
      return {
        answer: { status: 204, headers: preflightHeaders(cors.cors) },
        route: cors,
        violation:
          forbidden.length === 0 ? undefined : `A browser wants to send ${forbidden.join(', ')}.`,
      };
    }
    if (route.method !== request.method)
      throw new Refusal(405, 'method-not-allowed', 'This method is not allowed here.', {
        headers: { Allow: here.map(({ method }) => method).join(', ') },
      });
    exchange.parameters = route.match(path) ?? {};
    return { answer: await route.handle(exchange), route };
  } catch (error) {
    const refusal = request.socket.destroyed ? CONNECTION_LOST : asRefusal(error);
    const { headers, violation } = refusal.extra;
    const answer = options.refuse(refusal);
    return { answer: { ...answer, headers: { ...answer.headers, ...headers } }, route, violation };
  }
};

const send = async (
  { answer, route }: Outcome,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { body } = answer;
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries({ ...corsHeaders(route?.cors), ...answer.headers }))
    response.setHeader(name, value);
  if (body === undefined || typeof body === 'string') {
    if (body !== undefined) response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  response.setHeader('Content-Length', body.end - body.start + 1);
  if (request.method === 'HEAD') response.end();
  else
    await pipeline(
      createReadStream(body.file, { start: body.start, end: body.end }),
      response,
    ).catch(
      () => response.destroy(), // The listener has gone, as players do when they seek.
    );
};

const backendOnly = (route: Route | undefined, request: IncomingMessage): string | undefined =>
  route !== undefined && route.cors === undefined && request.headers.origin !== undefined
    ? 'A browser called what only a backend may call.'
    : undefined;

const onRequest = async (
  routes: readonly Route[],
  options: HostOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const url = /^\//.test(request.url ?? '') ? new URL(`http://host${request.url}`) : null;
  const exchange: Exchange = {
    request,
    path: url?.pathname ?? '',
    query: url?.searchParams ?? new URLSearchParams(),
    parameters: {},
    received: 0,
  };
  const note = options.log.arrived(options.name, request, exchange.path);
  response.on('error', () => undefined);
  const outcome = await outcomeOf(routes, exchange, options);
  const violation = outcome.violation ?? backendOnly(outcome.route, request);
  if (outcome.route?.unlogged !== true)
    note({
      status: request.socket.destroyed ? 0 : outcome.answer.status,
      bytesReceived: exchange.received,
      ...(violation === undefined ? {} : { violation }),
    });
  if (!response.destroyed) await send(outcome, request, response);
};

/** Starts listening; until `serve` is called, every path is unknown. Rejects where the port is taken. */
export const startHost = async (options: HostOptions): Promise<Host> => {
  let routes: readonly Route[] = [];
  const server = createServer((request, response) => {
    onRequest(routes, options, request, response).catch((error: unknown) => {
      console.error('The sandbox failed to answer:', error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.address, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  const name = options.address.includes(':') ? `[${options.address}]` : options.address;
  return {
    url: `http://${name}:${port}`,
    serve: (next) => {
      routes = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};
