import type { IncomingMessage } from 'node:http';
import type { Cors } from './cors.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
export type PathParameters = Readonly<Record<string, string>>;

/** What a route answers. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text, or a stretch of a file from byte `start` to byte `end`, both included. */
  readonly body?: string | { readonly file: string; readonly start: number; readonly end: number };
  /** Cuts the connection after so many bytes of a text, of which `Content-Length` promises all. */
  readonly cutAfter?: number;
  /** What becomes of the body's bytes on their way out; their number stays. */
  readonly through?: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Leaves out every CORS header of the route. */
  readonly withoutCors?: true;
}

/** In place of an answer: the connection is reset, or held open and silent until the client or the host closes it. */
export interface NoAnswer {
  readonly connection: 'reset' | 'held';
}

/** One request on its way through a route. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Of the route that was found. */
  parameters: PathParameters;
  /** The body as it arrives, to be read once; a fault may put another in its place. */
  body: AsyncIterable<Uint8Array>;
  /** Bytes of the body read so far. */
  received: number;
  /** Aborts once the connection has ended, on either side. */
  readonly ended: AbortSignal;
  /** The name of the fault that struck. */
  fault?: string;
  /** A rule of the specification that is broken by a request which is answered all the same. */
  violation?: string;
}

/** A host is a list of routes: to change how one behaves, wrap its `handle` by its `kind`. */
export interface Route {
  /** What it is for, as `upload-plan`; unique together with the method. */
  readonly kind: string;
  readonly method: Method;
  /** The parameters in a path that belongs to this route, else null. */
  readonly match: (path: string) => PathParameters | null;
  readonly handle: (exchange: Exchange) => Promise<Answer | NoAnswer>;
  /** What browsers on other origins may do here; without it, nothing. */
  readonly cors?: Cors;
  /** True for the sandbox's own inspection routes. */
  readonly unlogged?: boolean;
}

export const exactly =
  (expected: string): Route['match'] =>
  (path) =>
    path === expected ? {} : null;

/** Matches `/parts/:part`, each parameter one segment of the path and not empty. */
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
