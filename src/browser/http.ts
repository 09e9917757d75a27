import type { Http, PartRequest, PartResponse, PartTransport, Reach } from '../engine/ports.js';
import { STORAGE_ERROR_LENGTH } from '../protocol/storage-error.js';
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

/** How long `reachHost` waits for the page's own host, in ms. */
const OWN_HOST_MS = 3_000;
/** How much longer it waits for another host, in ms, and in answers of the page's own host: connecting takes round trips. */
const OTHER_HOST_MS = 2_000;
const OWN_ANSWERS = 4;

/** True if any response arrives, even one that CORS hides. */
const responds = async (url: string, signal: AbortSignal): Promise<boolean> => {
  const unread = { mode: 'no-cors', credentials: 'omit', cache: 'no-store' } as const;
  try {
    await fetch(url, { ...unread, method: 'HEAD', referrerPolicy: 'strict-origin', signal });
    return true;
  } catch {
    return false;
  }
};

/** `Reach` of a browser. */
export const reachHost: Reach = async (url) => {
  const { origin } = window.location;
  if (new URL(url, document.baseURI).origin === origin) return 'unknown';
  const started = performance.now();
  const stop = new AbortController();
  const other = responds(url, stop.signal);
  const own = await responds(origin, AbortSignal.timeout(OWN_HOST_MS));
  const patience = OTHER_HOST_MS + OWN_ANSWERS * (performance.now() - started);
  const end = AbortSignal.timeout(own ? patience : OTHER_HOST_MS);
  end.addEventListener('abort', () => stop.abort());
  if (await other) return 'answers';
  return own ? 'silent' : 'unknown';
};

/** A body with a type would send a Content-Type header, which the presigned URL does not cover. */
const bodyOf = ({ body, bytes }: PartRequest): Blob | ArrayBuffer =>
  bytes ?? (body.type === '' ? body : body.slice(0, body.size, ''));

/** Azure names an error in this header. */
const ERROR_CODE = 'x-ms-error-code';

const isStored = (status: number): boolean => status >= 200 && status < 300;

/** For other origins. XMLHttpRequest sends no cookies there, and, unlike fetch, reports progress. */
const sendByXhr: PartTransport = (part) =>
  new Promise((resolve, reject) => {
    const { url, signal, onProgress } = part;
    const request = new XMLHttpRequest();
    const noteAnswer = noteRequest();
    const abort = (): void => {
      request.abort();
      // A request whose end the browser has lost fires no event.
      reject(signal.reason as Error);
    };
    request.open('PUT', url);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    const finish = (): void => {
      noteAnswer();
      resolve(answerOf(request));
    };
    request.addEventListener('load', finish);
    // The body of an error may be long, or never end.
    request.addEventListener('progress', ({ loaded }) => {
      if (isStored(request.status) || loaded < STORAGE_ERROR_LENGTH) return;
      finish();
      request.abort();
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
    request.send(bodyOf(part));
  });

const answerOf = (request: XMLHttpRequest): PartResponse => {
  const { status } = request;
  return {
    status,
    etag: header(request, 'ETag'),
    retryAfter: header(request, 'Retry-After'),
    ...(isStored(status)
      ? {}
      : {
          errorBody: request.responseText.slice(0, STORAGE_ERROR_LENGTH),
          errorCode: header(request, ERROR_CODE),
        }),
  };
};

/** Null if CORS hides the header. Reading a hidden header directly logs an error in some browsers. */
const header = (request: XMLHttpRequest, name: string): string | null => {
  const visible = request.getAllResponseHeaders().toLowerCase();
  return new RegExp(`(?:^|\\n)${name.toLowerCase()}:`).test(visible)
    ? request.getResponseHeader(name)
    : null;
};

/** The start of the body of an error. The rest is not read, because it may be long, or never end. */
const errorBodyOf = async ({ body }: Response): Promise<string> => {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < STORAGE_ERROR_LENGTH) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  void reader.cancel().catch(() => undefined);
  return text.slice(0, STORAGE_ERROR_LENGTH);
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
    const { status, headers } = response;
    const stored = { status, etag: headers.get('ETag'), retryAfter: headers.get('Retry-After') };
    if (!isStored(status))
      return {
        ...stored,
        errorBody: await errorBodyOf(response),
        errorCode: headers.get(ERROR_CODE),
      };
    // Read the body as XMLHttpRequest does, so that the connection can be reused.
    await response.arrayBuffer();
    return stored;
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
