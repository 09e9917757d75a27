/** The log of a visit's requests, without secrets. */
import type { Exchange } from '../hood/exchange.js';

const MOST_EXCHANGES = 300;

/** Headers whose values are shown. All other values are hidden. */
const SHOWN: ReadonlySet<string> = new Set(['accept', 'content-type', 'content-length']);
const HIDDEN = '••••';

/** Names and values for display. Of a credential, only its scheme remains. */
export const redactedHeaders = (headers: Headers): Exchange['headers'] =>
  [...headers].map(([name, value]) => {
    if (SHOWN.has(name)) return { name, value };
    const [, scheme = ''] = /^(Bearer |Basic )/.exec(value) ?? [];
    return { name, value: `${scheme}${HIDDEN}` };
  });

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

/** Adds an exchange, or replaces the one with the same number. The oldest are dropped. */
export const withExchange = (
  exchanges: readonly Exchange[],
  exchange: Exchange,
): readonly Exchange[] => {
  const others = exchanges.filter(({ number }) => number !== exchange.number);
  return [...others, exchange].sort((a, b) => a.number - b.number).slice(-MOST_EXCHANGES);
};
