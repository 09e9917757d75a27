import type { IncomingMessage } from 'node:http';
import type { Cors } from './cors.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
export type PathParameters = Readonly<Record<string, string>>;

/** The response of a route. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text, or the bytes of a file from `start` to `end`, both included. */
  readonly body?: string | { readonly file: string; readonly start: number; readonly end: number };
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
  readonly request: IncomingMessage;
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
