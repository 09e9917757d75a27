import { Refusal } from './refusal.js';
import type { Exchange } from './route.js';

const DEFAULT_LIMIT = 64 * 1024;

/**
 * Reads a body up to a limit. Does not close the connection if the body is too large, so that the response arrives.
 */
const readBody = async (exchange: Exchange, limit: number): Promise<Buffer> => {
  const tooLarge = new Refusal(413, 'body-too-large', `The body must not exceed ${limit} bytes.`);
  if (Number(exchange.request.headers['content-length'] ?? 0) > limit) throw tooLarge;
  const chunks: Uint8Array[] = [];
  for await (const bytes of exchange.body) {
    if (exchange.received > limit) throw tooLarge;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

const isJson = (contentType: string | undefined): boolean =>
  /^application\/json\s*(?:;|$)/i.test(contentType?.trim() ?? '');

/**
 * Parses the JSON body of a request; `undefined` if it is empty. Rejects with 400, 413 or 415. `limit` is in bytes.
 */
export const optionalJsonBody = async (
  exchange: Exchange,
  limit = DEFAULT_LIMIT,
): Promise<unknown> => {
  const body = await readBody(exchange, limit);
  if (body.length === 0) return undefined;
  if (!isJson(exchange.request.headers['content-type']))
    throw new Refusal(415, 'not-json', 'Send the body with Content-Type: application/json.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    throw new Refusal(400, 'malformed-json', 'The body is not valid JSON in UTF-8.');
  }
};

/** Like `optionalJsonBody`, but the body is required. */
export const jsonBody = async (exchange: Exchange, limit = DEFAULT_LIMIT): Promise<unknown> => {
  if (!isJson(exchange.request.headers['content-type']))
    throw new Refusal(415, 'not-json', 'Send a body with Content-Type: application/json.');
  const value = await optionalJsonBody(exchange, limit);
  if (value === undefined)
    throw new Refusal(400, 'malformed-json', 'The body is empty: send a JSON object.');
  return value;
};
