import type { Http, PartTransport } from '../engine/index.js';
import { unlessBlocked } from './blocked.js';
import { noteRequest } from './connectivity.js';

/**
 * `Http` over fetch. Sends cookies to the page's own origin, and to another origin only with `withCookies`. The referrer
 * sent to other hosts is only the page's origin.
 */
export const fetchHttp: Http = async ({ url, method, headers, body, withCookies, signal }) => {
  const noteAnswer = noteRequest();
  const response = await unlessBlocked(url, signal, () =>
    fetch(url, {
      method,
      headers,
      signal,
      credentials: withCookies === true ? 'include' : 'same-origin',
      referrerPolicy: 'strict-origin',
      cache: 'no-store',
      ...(body === undefined ? {} : { body }),
    }),
  );
  noteAnswer();
  let content: Promise<unknown> | null = null;
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    json: () => (content ??= response.text().then((text) => JSON.parse(text) as unknown)),
  };
};

/** A body with a type would send a Content-Type header, which the presigned URL does not cover. */
const untyped = (body: Blob): Blob => (body.type === '' ? body : body.slice(0, body.size, ''));

/** For other origins. XMLHttpRequest sends no cookies there, and, unlike fetch, reports progress. */
const sendByXhr: PartTransport = ({ url, body, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const noteAnswer = noteRequest();
    const abort = (): void => request.abort();
    request.open('PUT', url);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      noteAnswer();
      resolve({
        status: request.status,
        etag: header(request, 'ETag'),
        retryAfter: header(request, 'Retry-After'),
      });
    });
    request.addEventListener('error', () => reject(new TypeError('the network failed')));
    request.addEventListener('abort', () =>
      reject(signal.aborted ? (signal.reason as Error) : new TypeError('the browser aborted')),
    );
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    request.send(untyped(body));
  });

/** Null if CORS hides the header. Reading a hidden header directly logs an error in some browsers. */
const header = (request: XMLHttpRequest, name: string): string | null => {
  const visible = request.getAllResponseHeaders().toLowerCase();
  return new RegExp(`(?:^|\\n)${name.toLowerCase()}:`).test(visible)
    ? request.getResponseHeader(name)
    : null;
};

/** For the page's own origin, where XMLHttpRequest would send cookies. Fetch cannot count the sent bytes. */
const sendByFetch: PartTransport = async ({ url, body, signal, onProgress }) => {
  const noteAnswer = noteRequest();
  onProgress(null);
  try {
    const response = await fetch(url, {
      method: 'PUT',
      body: untyped(body),
      signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    noteAnswer();
    // Read the body as XMLHttpRequest does, so that the connection can be reused.
    await response.arrayBuffer();
    const { status, headers } = response;
    return { status, etag: headers.get('ETag'), retryAfter: headers.get('Retry-After') };
  } catch (error) {
    // WebKitGTK rejects with its own AbortError instead of the signal's reason.
    signal.throwIfAborted();
    throw error;
  }
};

/** `PartTransport` of a browser. Sends no credentials to the storage host (4.5), not even to the page's own origin. */
export const browserPartTransport: PartTransport = (request) => {
  const isOwnOrigin = new URL(request.url).origin === window.location.origin;
  const send = isOwnOrigin ? sendByFetch : sendByXhr;
  return unlessBlocked(request.url, request.signal, () => send(request));
};
