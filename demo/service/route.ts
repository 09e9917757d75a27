/** Routes, and what they get and return. They know neither Node's HTTP nor a service worker. */

/** Rejects a request. The host formats the response (JSON or XML). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    /** For programs, e.g. `token-expired`. */
    readonly code: string,
    /** What is wrong and what to do, in one sentence. Never contains a token, a signature or a header's value. */
    message: string,
    readonly extra: {
      readonly headers?: Readonly<Record<string, string>>;
      /** For the log: the broken rule, if the code is not specific enough (`rules.ts`). */
      readonly violation?: string;
    } = {},
  ) {
    super(message);
  }
}

/** CORS headers for other origins. Credentials are never allowed. */
export interface Cors {
  readonly methods: readonly string[];
  /** Request headers in addition to the safelisted ones. */
  readonly requestHeaders: readonly string[];
  /** Response headers that scripts may read. */
  readonly exposedHeaders: readonly string[];
}

/** Headers of every response of a route that browsers may call, including errors. */
export const corsHeaders = (cors: Cors | undefined): Record<string, string> =>
  cors === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': '*',
        ...(cors.exposedHeaders.length === 0
          ? {}
          : { 'Access-Control-Expose-Headers': cors.exposedHeaders.join(', ') }),
      };

/** Headers of a preflight response. */
export const preflightHeaders = (cors: Cors): Record<string, string> => ({
  ...corsHeaders(cors),
  'Access-Control-Allow-Methods': cors.methods.join(', '),
  'Access-Control-Allow-Headers': cors.requestHeaders.join(', '),
  'Access-Control-Max-Age': '600',
});

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
type PathParameters = Readonly<Record<string, string>>;

/** A part of a stored file. */
export interface FileBody {
  /** In bytes. */
  readonly length: number;
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** The response of a route. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FileBody;
  /** Cuts the connection after this many bytes of a text; `Content-Length` has the full length. */
  readonly cutAfter?: number;
  /** Transforms the bytes of the body, but not their number. */
  readonly through?: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Omits every CORS header of the route. */
  readonly withoutCors?: true;
}

/** Instead of a response: the connection is reset, or kept open without data until the client or host closes it. */
export interface NoAnswer {
  readonly connection: 'reset' | 'held';
}

/** A request while a route handles it. */
export interface Exchange {
  readonly method: string;
  readonly headers: Headers;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The parameters of the matched route. */
  parameters: PathParameters;
  /** The session that the request belongs to; null if it belongs to nobody. */
  session: string | null;
  /** The body stream, to be read once. A fault may replace it. */
  body: AsyncIterable<Uint8Array>;
  /** Bytes of the body read so far. */
  received: number;
  /** Aborts when the connection has ended, on either side. */
  readonly ended: AbortSignal;
  /** The name of the fault that was applied. */
  fault?: string;
  /** A rule of the specification that a successful request breaks. */
  violation?: string;
}

/** A host is a list of routes. To change a route's behaviour, wrap its `handle` by its `kind`. */
export interface Route {
  /** Its purpose, e.g. `upload-plan`; unique together with the method. */
  readonly kind: string;
  readonly method: Method;
  /** The parameters of a matching path, else null. */
  readonly match: (path: string) => PathParameters | null;
  readonly handle: (exchange: Exchange) => Promise<Answer | NoAnswer>;
  /** CORS rules for other origins; without it, none are allowed. */
  readonly cors?: Cors;
  /** True for the sandbox's own inspection routes. */
  readonly unlogged?: boolean;
}

/** The same routes, with another `handle` around that of each. */
export const around = (
  routes: readonly Route[],
  handle: (exchange: Exchange, route: Route) => ReturnType<Route['handle']>,
): readonly Route[] =>
  routes.map((route) => ({ ...route, handle: (exchange) => handle(exchange, route) }));

export const exactly =
  (expected: string): Route['match'] =>
  (path) =>
    path === expected ? {} : null;

/** Matches `/parts/:part`, with each parameter one non-empty segment of the path. */
export const pattern = (template: string): Route['match'] => {
  const names = template.split('/');
  return (path) => {
    const segments = path.split('/');
    if (segments.length !== names.length) return null;
    const parameters: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const segment = segments[index] ?? '';
      if (!name.startsWith(':')) {
        if (segment !== name) return null;
        continue;
      }
      const value = decoded(segment);
      if (value === null || value === '') return null;
      parameters[name.slice(1)] = value;
    }
    return parameters;
  };
};

const decoded = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
};

export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  body: JSON.stringify(value),
});

const DEFAULT_LIMIT = 64 * 1024;

/**
 * Reads a body up to a limit. Does not close the connection if the body is too large, so that the response arrives.
 */
const readBody = async (exchange: Exchange, limit: number): Promise<Blob> => {
  const tooLarge = new Refusal(413, 'body-too-large', `The body must not exceed ${limit} bytes.`);
  if (Number(exchange.headers.get('content-length') ?? 0) > limit) throw tooLarge;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const bytes of exchange.body) {
    if (exchange.received > limit) throw tooLarge;
    chunks.push(bytes as Uint8Array<ArrayBuffer>);
  }
  return new Blob(chunks);
};

const isJson = (contentType: string | null): boolean =>
  /^application\/json\s*(?:;|$)/i.test(contentType?.trim() ?? '');

/**
 * Parses the JSON body of a request; `undefined` if it is empty. Rejects with 400, 413 or 415. `limit` is in bytes.
 */
export const optionalJsonBody = async (
  exchange: Exchange,
  limit = DEFAULT_LIMIT,
): Promise<unknown> => {
  const body = await readBody(exchange, limit);
  if (body.size === 0) return undefined;
  if (!isJson(exchange.headers.get('content-type')))
    throw new Refusal(415, 'not-json', 'Send the body with Content-Type: application/json.');
  try {
    return JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(await body.arrayBuffer()),
    ) as unknown;
  } catch {
    throw new Refusal(400, 'malformed-json', 'The body is not valid JSON in UTF-8.');
  }
};

/** Like `optionalJsonBody`, but the body is required. */
export const jsonBody = async (exchange: Exchange, limit = DEFAULT_LIMIT): Promise<unknown> => {
  if (!isJson(exchange.headers.get('content-type')))
    throw new Refusal(415, 'not-json', 'Send a body with Content-Type: application/json.');
  const value = await optionalJsonBody(exchange, limit);
  if (value === undefined)
    throw new Refusal(400, 'malformed-json', 'The body is empty: send a JSON object.');
  return value;
};
