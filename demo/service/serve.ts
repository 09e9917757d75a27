/** Finds and runs the route of a request: one origin of the service, with or without HTTP. */
import { ContractError } from '../../src/protocol/read.js';
import {
  corsHeaders,
  preflightHeaders,
  Refusal,
  type Answer,
  type Exchange,
  type NoAnswer,
  type Route,
} from './route.js';

export interface Origin {
  readonly routes: readonly Route[];
  /** Formats an error response. */
  readonly refuse: (refusal: Refusal) => Answer;
  /** Turns an error that is no refusal into one. Default: the error is passed on. */
  readonly unexpected?: (error: unknown) => Refusal;
  /** The session that a request belongs to. */
  readonly resolveSession?: (
    kind: string | undefined,
    exchange: Exchange,
  ) => Promise<string | null>;
}

export interface Outcome {
  readonly answer: Answer | NoAnswer;
  readonly route: Route | undefined;
  /** Why the request was refused. */
  readonly error?: unknown;
  /** The error's code. */
  readonly refusal?: string;
}

const asRefusal = (error: unknown, unexpected: Origin['unexpected']): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof ContractError) {
    const sentence = error.message.charAt(0).toUpperCase() + error.message.slice(1);
    return new Refusal(
      400,
      'bad-request',
      error.path === '' ? `${sentence}.` : `${error.message}.`,
    );
  }
  if (unexpected === undefined) throw error;
  return unexpected(error);
};

/** Finds and runs the route; turns every error into an error response. */
export const outcomeOf = async (
  { routes, refuse, unexpected, resolveSession }: Origin,
  exchange: Exchange,
): Promise<Outcome> => {
  const { method, path } = exchange;
  const here = routes.filter((route) => route.match(path) !== null);
  const forPages = here.find((route) => route.cors !== undefined);
  const route = here.find((candidate) => candidate.method === method) ?? forPages ?? here[0];
  try {
    exchange.parameters = route?.match(path) ?? {};
    exchange.session = (await resolveSession?.(route?.kind, exchange)) ?? null;
    if (route === undefined)
      throw new Refusal(404, 'not-found', 'There is nothing at this path; mind its slashes.');
    if (method === 'OPTIONS' && forPages?.cors !== undefined)
      return { answer: { status: 204, headers: preflightHeaders(forPages.cors) }, route: forPages };
    if (route.method !== method)
      throw new Refusal(405, 'method-not-allowed', 'This method is not allowed here.', {
        headers: { Allow: here.map((it) => it.method).join(', ') },
      });
    return { answer: await route.handle(exchange), route };
  } catch (error) {
    const refusal = asRefusal(error, unexpected);
    const answer = refuse(refusal);
    return {
      answer: { ...answer, headers: { ...answer.headers, ...refusal.extra.headers } },
      ...{ route, error, refusal: refusal.code },
    };
  }
};

/** The headers of a response, with those for pages. */
export const headersOf = (answer: Answer, route: Route | undefined): Record<string, string> => ({
  ...(answer.withoutCors ? {} : corsHeaders(route?.cors)),
  ...answer.headers,
});

/** Firefox has no streams in requests: there, the body is read at once. */
async function* bytesOf(request: Request): AsyncGenerator<Uint8Array> {
  if (!request.body) {
    yield new Uint8Array(await request.arrayBuffer());
    return;
  }
  const reader = request.body.getReader();
  try {
    for (let next; !(next = await reader.read()).done;) yield next.value;
  } finally {
    // After a failure, the rest of the body is not wanted.
    reader.cancel().catch(() => undefined);
  }
}

async function* countedBytes(request: Request, exchange: Exchange): AsyncGenerator<Uint8Array> {
  for await (const bytes of bytesOf(request)) {
    exchange.received += bytes.length;
    yield bytes;
  }
}

/** Serves an origin without HTTP. `base`: the URL that paths are relative to. */
export const createFetch =
  (origin: Origin, base: string) =>
  async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const exchange: Exchange = {
      method: request.method,
      headers: request.headers,
      path: url.pathname.slice(new URL(base).pathname.replace(/\/$/, '').length),
      query: url.searchParams,
      ...{ parameters: {}, session: null, received: 0, ended: request.signal },
      body: { [Symbol.asyncIterator]: () => countedBytes(request, exchange) },
    };
    const { answer, route } = await outcomeOf(origin, exchange);
    if (!('status' in answer)) return Response.error();
    const { status, body } = answer;
    const pieces: BlobPart[] = [];
    if (typeof body === 'string') pieces.push(body);
    else if (body !== undefined)
      for await (const bytes of body.read()) pieces.push(bytes as Uint8Array<ArrayBuffer>);
    return new Response(body === undefined || request.method === 'HEAD' ? null : new Blob(pieces), {
      status,
      headers: headersOf(answer, route),
    });
  };
