/** Sends requests one at a time, waits for Retry-After, and returns the raw responses. */
import { createHash } from 'node:crypto';
import type { Ports } from './ports.js';

/** An earlier step did not provide what a check needs. */
export class NotReached extends Error {
  override readonly name = 'NotReached';
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
}

/** There was no response: the network failed, or the request timed out. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

export interface Caller {
  /** Rejects with NoAnswer. */
  readonly send: (request: Request) => Promise<Answer>;
  /** Every response so far, in order. */
  readonly answers: readonly Answer[];
}

/** Maximum Retry-After that the suite waits for, in s. */
const LONGEST_WAIT = 300;
const USUAL_WAIT = 5;
const TRIES = 4;
/** Maximum size of a body kept as text, in bytes. Of larger bodies, only size and digest are known. */
const TEXT_LIMIT = 64 * 1024 * 1024;

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

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'it did not come in time';
  const cause = error.cause as { readonly code?: unknown } | undefined;
  return typeof cause?.code === 'string' ? cause.code : error.message;
};

export const createCaller = (
  { fetch, now, sleep, deadline }: Ports,
  timeoutSeconds: number,
): Caller => {
  const answers: Answer[] = [];

  const tryOnce = async ({ method = 'GET', url, headers = {}, body }: Request): Promise<Answer> => {
    const address = url.replace(/\?.*$/s, '');
    try {
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
      const answer: Answer = { method, address, status, headers: answered, ...read };
      answers.push(answer);
      return answer;
    } catch (error) {
      throw new NoAnswer(`${method} ${address}: no answer (${reasonOf(error)}).`);
    }
  };

  return {
    answers,
    send: async (request) => {
      for (let tries = 1; ; tries += 1) {
        const answer = await tryOnce(request);
        const asked = retryAfterSeconds(answer.headers.get('retry-after'), now());
        const wait = answer.status === 429 ? (asked ?? USUAL_WAIT) : asked;
        const mayRepeat = answer.status === 429 || (answer.status === 503 && request.once !== true);
        if (!mayRepeat || wait === null || wait > LONGEST_WAIT || tries === TRIES) return answer;
        await sleep(wait * 1000);
      }
    },
  };
};
