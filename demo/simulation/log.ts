/** The log of a visit's requests, without secrets. */
import type { Exchange } from '../hood/exchange.js';
import { redactedHeaders } from '../sandbox/redacted-headers.js';

export type ExchangeStart = Pick<Exchange, 'from' | 'to' | 'part'> & {
  readonly request: Request;
  /** Of the request's body, if known at once. In bytes. */
  readonly bytes: number;
};

/** The exchange while there is no answer yet. */
export const startedExchange = (
  { from, to, part, request, bytes }: ExchangeStart,
  number: number,
  now: number,
): Exchange => ({
  number,
  at: now,
  ms: null,
  from,
  to,
  method: request.method,
  path: new URL(request.url).pathname,
  status: 0,
  bytes,
  ...(part === undefined ? {} : { part }),
  headers: redactedHeaders(request.headers),
});
