/** Requests that fail, and what the handler replies. */
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

/** The handler's response. Creating a Response is slow in Node, so `toNodeHandler` sends this instead. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export const toResponse = ({ status, headers, body }: Reply): Response =>
  new Response(body, { status, headers });

export const jsonTextReply = (text: string): Reply => ({
  status: 200,
  headers: { ...HEADERS, 'Content-Type': 'application/json' },
  body: text,
});

export const jsonReply = (value: unknown): Reply => jsonTextReply(JSON.stringify(value));

/** RFC 9457. `detail` is for the developer of the page and must not come from the service. */
export const problemReply = (
  code: ProblemCode,
  detail?: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status: PROBLEMS[code].status,
  headers: { ...HEADERS, 'Content-Type': PROBLEM_TYPE, ...headers },
  body: JSON.stringify(problem(code, detail)),
});
