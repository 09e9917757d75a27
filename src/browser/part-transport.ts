import type { PartTransport } from '../engine/index.js';
import { unlessBlocked } from './blocked.js';
import { noteRequest } from './connectivity.js';

/** `PartTransport` over XMLHttpRequest: fetch does not tell how far an upload is. */
export const xhrPartTransport: PartTransport = (request) =>
  unlessBlocked(request.url, request.signal, () => put(request));

const put: PartTransport = ({ url, body, signal, onProgress }) =>
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
        // Asking for a header that CORS hides logs an error in some browsers: look before asking.
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
    // A typed body would send a Content-Type that the address was not signed for.
    request.send(body.type === '' ? body : body.slice(0, body.size, ''));
  });

const header = (request: XMLHttpRequest, name: string): string | null => {
  const visible = request.getAllResponseHeaders().toLowerCase();
  return new RegExp(`(?:^|\\n)${name.toLowerCase()}:`).test(visible)
    ? request.getResponseHeader(name)
    : null;
};
