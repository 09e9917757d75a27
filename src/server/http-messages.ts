/** Requests and responses: JSON bodies of limited length, replies, and the errors that end a request. */
import { problem, PROBLEM_TYPE, PROBLEMS, type ProblemCode } from '../protocol/problem.js';
import { ANSWER_MARK } from '../protocol/routes.js';
import { ContractError, onlyRecord, parseJson } from '../protocol/read.js';
import type { Settings } from './handler-settings.js';
import { TimedOut, withDeadline } from './deadlines.js';

/** Ends a request. The handler responds with the problem of `code`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly code: ProblemCode,
    /** Sent to the browser. Must contain nothing from the service or the options. */
    readonly detail?: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** For the log: the host, origin or path that an option does not allow. Empty if there is none. */
    readonly received = '',
  ) {
    super(code);
  }
}

/** The partner's setup is wrong. The browser gets the code `misconfigured`; `message` goes to `onEvent` only. */
export class Misconfigured extends Error {
  override readonly name = 'Misconfigured';
  constructor(
    message: string,
    /** The option to check. */
    readonly option: string,
    cause?: { readonly cause: unknown },
  ) {
    super(message, cause);
  }
}

/** Of every reply. */
export const HEADERS: Readonly<Record<string, string>> = {
  [ANSWER_MARK.name]: ANSWER_MARK.value,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

/** The handler's response. Creating a Response is slow in Node, so `toNodeHandler` sends this instead. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

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

/** A body is longer than its limit. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** Aborts with the request. The standard gives each request a signal, but some frameworks make requests without one. */
export const signalOf = ({ signal }: { readonly signal?: AbortSignal }): AbortSignal =>
  signal ?? new AbortController().signal;

/** Bytes as they arrive, and what ends that. */
interface Chunks {
  readonly chunks: AsyncIterable<unknown>;
  readonly stop: () => void;
}

/** What a body can be: a stream of the Web, or of Node, as with node-fetch. */
type Body = ReadableStream<Uint8Array> | AsyncIterable<unknown>;

/** A request or a response. Without `body`, as in older implementations of the standard, it is read as a whole. */
interface Message {
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
  arrayBuffer?(): Promise<ArrayBuffer>;
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

/** If a request is answered before its body has arrived, at most this much more of it is read. */
export const DRAIN_BYTES = 16 * 1024 * 1024;

/** Ends a request body. Streams of some servers (h3 1) end the process if more arrives after they are cancelled. */
const drain = async (reader: BodyReader): Promise<void> => {
  for (let left = DRAIN_BYTES; left > 0;) {
    const { done, value } = await reader.read();
    if (done) return;
    left -= value.byteLength;
  }
  await reader.cancel();
};

const cancel = (reader: BodyReader): Promise<void> => reader.cancel();

const chunksOf = (body: Body, end: typeof cancel): Chunks => {
  if (!('getReader' in body)) {
    const stream = body as AsyncIterable<unknown> & { destroy?(): void };
    return { chunks: stream, stop: () => stream.destroy?.() };
  }
  const reader = body.getReader();
  async function* read(): AsyncGenerator<unknown> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  }
  return { chunks: read(), stop: () => void end(reader).catch(() => undefined) };
};

const bodyOf = async (message: Message): Promise<Body | null> => {
  const body = message.body as Body | null | undefined;
  if (body !== undefined || message.arrayBuffer === undefined) return body ?? null;
  return new Blob([await message.arrayBuffer()]).stream();
};

/** Reads a body of at most `limit` bytes. Stops at the first byte over the limit, even if Content-Length was lower. */
export const readBounded = async (
  message: Message,
  limit: number,
  signal: AbortSignal,
  end = cancel,
): Promise<Uint8Array> => {
  signal.throwIfAborted();
  const body = await bodyOf(message);
  if (body === null) return new Uint8Array();
  const { chunks, stop } = chunksOf(body, end);
  if (Number(message.headers.get('content-length') ?? 0) > limit) {
    stop();
    throw new BodyTooLarge();
  }
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
      if (!(bytes instanceof Uint8Array)) throw new TypeError('A body is not made of bytes.');
      length += bytes.byteLength;
      if (length > limit) {
        stop();
        throw new BodyTooLarge();
      }
      parts.push(bytes);
    }
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', stop);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
};

/** Decodes the text of a request's JSON body. Throws ContractError if it is not UTF-8. */
const decodeJson = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ContractError('', 'is not JSON');
  }
};

/** Reads the JSON body of a request. Rejects with HttpError if it is too long, not JSON, or refused by `parse`. */
export const readJson = async <T>(
  request: Request,
  settings: Settings,
  parse: (json: unknown) => T,
): Promise<T> => parseBody(request, await readRequest(request, settings), parse);

const nothing = onlyRecord({});

/** Rejects with HttpError unless the body is empty or `{}`. */
export const readEmptyBody = async (request: Request, settings: Settings): Promise<void> => {
  const bytes = await readRequest(request, settings);
  if (bytes.byteLength > 0) parseBody(request, bytes, (json) => nothing(json, ''));
};

const readRequest = async (request: Request, { limits }: Settings): Promise<Uint8Array> => {
  if (request.bodyUsed) {
    throw new Misconfigured(
      'authorize, or what calls the handler, has read the body of the request: read a clone of it, request.clone(), instead.',
      'authorize',
    );
  }
  try {
    return await withDeadline(limits.timeoutMs, signalOf(request), (signal) =>
      readBounded(request, limits.bodyBytes, signal, drain),
    );
  } catch (error) {
    if (error instanceof Misconfigured) throw error;
    if (error instanceof BodyTooLarge) throw new HttpError('body-too-large');
    if (error instanceof TimedOut) throw new HttpError('bad-request', 'the body took too long');
    throw new HttpError('bad-request', 'the body could not be read');
  }
};

const parseBody = <T>({ headers }: Request, bytes: Uint8Array, parse: (json: unknown) => T): T => {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') throw new HttpError('not-json');
  try {
    return parse(parseJson(decodeJson(bytes)));
  } catch (error) {
    if (error instanceof ContractError) throw new HttpError('bad-request', error.message);
    throw error;
  }
};
