/** Requests that fail, and the responses of the handler. */
import { problem, PROBLEM_TYPE, PROBLEMS, type ProblemCode } from '../protocol/index.js';

/** Ends a request. The handler responds with the problem of `code`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly code: ProblemCode,
    /** Sent to the browser. Must contain nothing from the service or the options. */
    readonly detail?: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(code);
  }
}

/** The partner's setup is wrong. The browser gets the code `misconfigured`; `message` goes to `onEvent` only. */
export class Misconfigured extends Error {
  override readonly name = 'Misconfigured';
}

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

export const jsonTextResponse = (text: string): Response =>
  new Response(text, { headers: { ...HEADERS, 'Content-Type': 'application/json' } });

export const jsonResponse = (value: unknown): Response => jsonTextResponse(JSON.stringify(value));

/** RFC 9457. `detail` is for the developer of the page and must not come from the service. */
export const problemResponse = (
  code: ProblemCode,
  detail?: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify(problem(code, detail)), {
    status: PROBLEMS[code].status,
    headers: { ...HEADERS, 'Content-Type': PROBLEM_TYPE, ...headers },
  });
