/** Sends requests one at a time, waits for Retry-After, repeats lost ones, and returns the raw responses. */
import { createHash } from 'node:crypto';
import type { Ports } from './ports.js';
import type { Quote, Quoting } from './quote.js';

/** A check cannot run, because an earlier step did not provide what it needs. */
export class NotReached extends Error {
  override readonly name: string = 'NotReached';
}

/** There was no response: the network failed, or every attempt timed out. */
export class NoAnswer extends NotReached {
  override readonly name = 'NoAnswer';
  constructor(
    message: string,
    readonly reason: string,
  ) {
    super(message);
  }
}

/** The service stayed too busy to answer (429), or its gateway did (502, 503, 504). */
export class StayedBusy extends NotReached {
  override readonly name = 'StayedBusy';
  constructor(
    message: string,
    readonly answer: Answer,
  ) {
    super(message);
  }
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'OPTIONS';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** True for requests that must not be repeated, except after a 429, which says that nothing was done. */
  readonly once?: boolean;
}

export interface Answer {
  readonly method: string;
  /** Without the query, which may contain a signature. */
  readonly address: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if the body is not JSON. */
  readonly json: unknown;
  /** Size of the body in bytes. */
  readonly size: number;
  /** Hexadecimal MD5 of the body. */
  readonly md5: string;
  /** When the request was sent, in ms since 1970. */
  readonly sentAt: number;
  /** Time to the end of the response, in ms. */
  readonly tookMs: number;
  /** The id by which the operator finds the request; null if the response has none. */
  readonly requestId: string | null;
  /** Makes text of this response fit to be quoted. */
  readonly quote: Quote;
}

export interface Caller {
  /** Rejects with NoAnswer or StayedBusy. */
  readonly send: (request: Request) => Promise<Answer>;
  /** Every response so far, in order. */
  readonly answers: readonly Answer[];
}

/** Maximum Retry-After that the tool waits for, in s. */
const LONGEST_WAIT = 300;
const USUAL_WAIT = 5;
const TRIES = 4;
/** Attempts for a request whose response is lost. */
const LOST_TRIES = 3;
const LOST_WAIT = 2;
/** Requests in a row without a response after which the service counts as gone. */
const GONE_AFTER = 3;
/** Maximum size of a body kept as text, in bytes. Of larger bodies, only size and digest are known. */
const TEXT_LIMIT = 64 * 1024 * 1024;

const GATEWAY = [502, 503, 504];

const REQUEST_ID_HEADERS = [
  ...['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'x-amz-request-id'],
  ...['x-amzn-trace-id', 'x-cloud-trace-context', 'cf-ray', 'traceparent'],
];

/** Retry-After in seconds, from a number or a date; null if it is missing or invalid. */
export const retryAfterSeconds = (value: string | null, nowMs: number): number | null => {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - nowMs) / 1000));
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const readBody = async (
  response: Response,
): Promise<Pick<Answer, 'text' | 'json' | 'size' | 'md5'>> => {
  const hash = createHash('md5');
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    hash.update(bytes);
    size += bytes.length;
    if (size <= TEXT_LIMIT) kept.push(bytes);
  }
  const text = size <= TEXT_LIMIT ? Buffer.concat(kept).toString('utf8') : '';
  return { text, json: parsed(text), size, md5: hash.digest('hex') };
};

const reasonOf = (error: unknown, timeoutSeconds: number): string => {
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'TimeoutError') return `none came within ${timeoutSeconds} s`;
  const cause = error.cause as { readonly code?: unknown } | undefined;
  return typeof cause?.code === 'string' ? cause.code : error.message;
};

const requestIdOf = (headers: Headers, quote: Quote): string | null => {
  const name = REQUEST_ID_HEADERS.find((it) => headers.has(it));
  return name === undefined ? null : quote(headers.get(name) ?? '');
};

export const createCaller = (
  { fetch, now, sleep, deadline }: Ports,
  timeoutSeconds: number,
  { quote }: Pick<Quoting, 'quote'>,
): Caller => {
  const answers: Answer[] = [];
  let lostInARow = 0;

  const tryOnce = async ({ method = 'GET', url, headers = {}, body }: Request): Promise<Answer> => {
    const sentAt = now();
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      // Does not follow redirects, which would send the credentials to another address.
      redirect: 'manual',
      signal: deadline(timeoutSeconds * 1000),
    });
    const { status, headers: answered } = response;
    const read = await readBody(response);
    const answer: Answer = {
      method,
      address: url.replace(/\?.*$/s, ''),
      ...{ status, headers: answered, ...read, sentAt, quote },
      tookMs: now() - sentAt,
      requestId: requestIdOf(answered, quote),
    };
    answers.push(answer);
    return answer;
  };

  /** Repeats a request whose response was lost, unless a repetition may cost money. */
  const tryUntilAnswered = async (request: Request): Promise<Answer> => {
    const { method = 'GET', url, once = false } = request;
    const name = `${method} ${url.replace(/\?.*$/s, '')}`;
    if (lostInARow >= GONE_AFTER)
      throw new NoAnswer(`${name} was not sent: the service no longer answers`, 'it stopped');
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await tryOnce(request);
        lostInARow = 0;
        return answer;
      } catch (error) {
        const reason = reasonOf(error, timeoutSeconds);
        if (tries < LOST_TRIES && !once) {
          await sleep(LOST_WAIT * 1000);
          continue;
        }
        lostInARow += 1;
        const times = tries === 1 ? '' : `, ${tries} times`;
        throw new NoAnswer(`${name} got no answer (${reason})${times}`, reason);
      }
    }
  };

  return {
    answers,
    send: async (request) => {
      for (let tries = 1; ; tries += 1) {
        const answer = await tryUntilAnswered(request);
        const { status, headers, method, address } = answer;
        const busy = status === 429 || GATEWAY.includes(status);
        if (!busy) return answer;
        const wait = retryAfterSeconds(headers.get('retry-after'), now()) ?? USUAL_WAIT;
        const mayRepeat = status === 429 || request.once !== true;
        if (!mayRepeat || wait > LONGEST_WAIT || tries === TRIES)
          throw new StayedBusy(`${method} ${address} was answered ${status} in the end`, answer);
        await sleep(wait * 1000);
      }
    },
  };
};

export const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300;
