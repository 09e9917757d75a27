/** Sends parts (4.5). */
import type { PartRequest, PartResponse, PartTransport } from '../engine/ports.js';
import { STORAGE_ERROR_LENGTH } from '../protocol/storage-error.js';
import { absoluteUrl, isOwnOrigin, unlessBlocked } from './blocked.js';
import { noteRequest } from './browser-ports.js';

/** A body with a type would send a Content-Type header, which the presigned URL does not cover. */
const bodyOf = ({ body, bytes }: PartRequest): Blob | ArrayBuffer =>
  bytes ?? (body.type === '' ? body : body.slice(0, body.size, ''));

/** Azure names an error in this header. */
const ERROR_CODE = 'x-ms-error-code';

const answerOf = (
  status: number,
  header: (name: string) => string | null,
  body: string,
): PartResponse => ({
  status,
  etag: header('ETag'),
  retryAfter: header('Retry-After'),
  date: header('Date'),
  contentType: header('Content-Type'),
  errorBody: body.slice(0, STORAGE_ERROR_LENGTH),
  errorCode: header(ERROR_CODE),
});

/** The page's scripts may have set a `responseType`, with which the text cannot be read. */
const textOf = (request: XMLHttpRequest): string => {
  try {
    return request.responseText;
  } catch {
    return '';
  }
};

/**
 * For other origins. XMLHttpRequest sends no cookies there, and, unlike fetch, reports progress. A script of the page may have
 * replaced it by something that lacks a part: then fetch sends the part.
 */
const sendByXhr: PartTransport = (part) =>
  new Promise((resolve, reject) => {
    const { url, signal, onProgress } = part;
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const noteAnswer = noteRequest();
    const send = (): void => {
      const request = new XMLHttpRequest();
      const abort = (): void => {
        request.abort();
        // A request whose end the browser has lost fires no event.
        reject(signal.reason as Error);
      };
      request.open('PUT', url);
      request.withCredentials = false;
      request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
      const finish = (): void => {
        noteAnswer();
        const header = (name: string): string | null => visibleHeader(request, name);
        resolve(answerOf(request.status, header, textOf(request)));
      };
      request.addEventListener('load', finish);
      // The body of an error may be long, or never end.
      request.addEventListener('progress', ({ loaded }) => {
        if (loaded < STORAGE_ERROR_LENGTH) return;
        finish();
        request.abort();
      });
      request.addEventListener('error', () => reject(new TypeError('the network failed')));
      request.addEventListener('abort', () =>
        reject(signal.aborted ? (signal.reason as Error) : new TypeError('the browser aborted')),
      );
      request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
      request.send(bodyOf(part));
      signal.addEventListener('abort', abort, { once: true });
    };
    try {
      send();
    } catch {
      resolve(sendByFetch(part));
    }
  });

/** Null if CORS hides the header. Reading a hidden header directly logs an error in some browsers. */
const visibleHeader = (request: XMLHttpRequest, name: string): string | null => {
  const visible = request.getAllResponseHeaders().toLowerCase();
  return new RegExp(`(?:^|\\n)${name.toLowerCase()}:`).test(visible)
    ? request.getResponseHeader(name)
    : null;
};

/** The start of a body. The rest is not read, because it may be long, or never end. */
const startOf = async (response: Response): Promise<string> => {
  // A script of the page may have replaced fetch by one without streams.
  const reader = (response as Partial<Response>).body?.getReader();
  if (reader === undefined) return (response as Partial<Response>).text?.() ?? '';
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < STORAGE_ERROR_LENGTH) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  void reader.cancel().catch(() => undefined);
  return text;
};

/** For the page's own origin, where XMLHttpRequest would send cookies. Fetch cannot count the sent bytes. */
const sendByFetch: PartTransport = async (part) => {
  const { url, signal, onProgress } = part;
  const noteAnswer = noteRequest();
  onProgress(null);
  try {
    const response = await fetch(url, {
      method: 'PUT',
      body: bodyOf(part),
      signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    noteAnswer();
    const { status, headers } = response as Pick<Response, 'status'> & Partial<Response>;
    // The body of a stored part is read too, so that the connection can be reused.
    return answerOf(status, (name) => headers?.get?.(name) ?? null, await startOf(response));
  } catch (error) {
    // WebKitGTK rejects with its own AbortError instead of the signal's reason.
    signal.throwIfAborted();
    throw error;
  }
};

/** `PartTransport` of a browser. Sends no credentials to the storage host (4.5), not even to the page's own origin. */
export const browserPartTransport: PartTransport = (request) => {
  const url = absoluteUrl(request.url);
  const send = isOwnOrigin(url) ? sendByFetch : sendByXhr;
  return unlessBlocked(url, request.signal, () => send({ ...request, url }));
};
