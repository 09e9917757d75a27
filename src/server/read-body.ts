/** Reads JSON bodies of limited length: requests from browsers, and responses of the service. */
import { ContractError } from '../protocol/index.js';
import { object, onlyFields, parseJson } from '../protocol/read.js';
import { HttpError, Misconfigured } from './errors.js';
import type { Settings } from './options.js';
import { TimedOut, withDeadline } from './time.js';

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** A Request or a Response. */
interface Message {
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** Reads a body of at most `limit` bytes. Stops at the first byte over the limit, even if Content-Length was lower. */
export const readBounded = async (
  message: Message,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  signal.throwIfAborted();
  const declared = Number(message.headers.get('content-length') ?? 0);
  if (declared > limit) {
    void message.body?.cancel().catch(() => undefined);
    throw new BodyTooLarge();
  }
  if (!message.body) return new Uint8Array();
  const reader = message.body.getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return concatenated(chunks, length);
      length += value.byteLength;
      if (length > limit) {
        stop();
        throw new BodyTooLarge();
      }
      chunks.push(value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

const concatenated = (chunks: readonly Uint8Array[], length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
};

/** Decodes the text of a JSON body. Throws ContractError if it is not UTF-8. */
export const decodeJson = (bytes: Uint8Array): string => {
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
): Promise<T> => {
  const bytes = await readRequest(request, settings);
  if (!isJson(request)) throw new HttpError('not-json');
  return parseRequest(bytes, parse);
};

/** Rejects with HttpError unless the body is empty or `{}`. */
export const readEmptyBody = async (request: Request, settings: Settings): Promise<void> => {
  const bytes = await readRequest(request, settings);
  if (bytes.byteLength === 0) return;
  if (!isJson(request)) throw new HttpError('not-json');
  parseRequest(bytes, (json) => onlyFields(object(json, ''), '', []));
};

const readRequest = async (request: Request, { limits }: Settings): Promise<Uint8Array> => {
  if (request.bodyUsed) {
    throw new Misconfigured(
      'authorize has read the body of the request: read a clone of it, request.clone(), instead.',
    );
  }
  try {
    return await withDeadline(limits.timeoutMs, request.signal, (signal) =>
      readBounded(request, limits.bodyBytes, signal),
    );
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new HttpError('body-too-large');
    if (error instanceof TimedOut) throw new HttpError('bad-request', 'the body took too long');
    throw new HttpError('bad-request', 'the body could not be read');
  }
};

const isJson = (request: Request): boolean => {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase() === 'application/json';
};

const parseRequest = <T>(bytes: Uint8Array, parse: (json: unknown) => T): T => {
  try {
    return parse(parseJson(decodeJson(bytes)));
  } catch (error) {
    if (error instanceof ContractError) throw new HttpError('bad-request', error.message);
    throw error;
  }
};
