import { ContractError } from '../protocol/index.js';
import { onlyFields, object } from '../protocol/read.js';
import { BodyTooLarge, NotJson, parseJson, readBounded } from './bounded-body.js';
import { TimedOut, withDeadline } from './deadline.js';
import { Misconfigured, HttpError } from './http-error.js';
import type { Settings } from './settings.js';

const isJson = (request: Request): boolean => {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase() === 'application/json';
};

const readBytes = async (request: Request, { limits }: Settings): Promise<Uint8Array> => {
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

const parsed = <T>(bytes: Uint8Array, parse: (json: unknown) => T): T => {
  try {
    return parse(parseJson(bytes));
  } catch (error) {
    if (error instanceof NotJson) throw new HttpError('bad-request', 'the body is not JSON');
    if (error instanceof ContractError) throw new HttpError('bad-request', error.message);
    throw error;
  }
};

/** Reads a JSON body; what is too long, not JSON or against the contract becomes a Refusal. */
export const readJson = async <T>(
  request: Request,
  settings: Settings,
  parse: (json: unknown) => T,
): Promise<T> => {
  const bytes = await readBytes(request, settings);
  if (!isJson(request)) throw new HttpError('not-json');
  return parsed(bytes, parse);
};

/** Makes sure that a body is `{}` or nothing at all. */
export const readNothing = async (request: Request, settings: Settings): Promise<void> => {
  const bytes = await readBytes(request, settings);
  if (bytes.byteLength === 0) return;
  if (!isJson(request)) throw new HttpError('not-json');
  parsed(bytes, (json) => onlyFields(object(json, ''), '', []));
};
