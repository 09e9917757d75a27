/** Sends requests. */
import type { Http, PartRequest, PartResponse, PartTransport, Reach } from '../engine/ports.js';
import { STORAGE_ERROR_LENGTH } from '../protocol/storage-error.js';
import { errorFor } from '../protocol/failures.js';
import { noteRequest } from './browser-ports.js';

/* ---- Requests that the browser blocks: by Content Security Policy, by port, or as mixed content ---- */

/** Ports that browsers block ("bad ports", Fetch standard, section 2.9). */
export const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  ...[389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587],
  ...[601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061],
  ...[6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Returns why a page at `pageUrl` cannot send a request to `url`; null if there is no known reason. */
export const neverLeaves = (url: string, pageUrl: string): string | null => {
  if (!URL.canParse(url, pageUrl)) return 'one of its addresses is not a valid URL.';
  const { protocol, hostname, port, origin } = new URL(url, pageUrl);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `${protocol} is not supported. Use https.`;
  if (BLOCKED_PORTS.has(port === '' ? 443 : Number(port)))
    return `browsers block the port of ${origin}. Use another port.`;
  if (pageUrl.startsWith('https:') && protocol === 'http:' && !LOOPBACK.test(hostname))
    return `${origin} is not secure, but this page is. Use https.`;
  return null;
};

/** How long to wait for a violation report after a failed request, in ms. */
const REPORT_MS = 100;

const originOf = (url: string): string | null =>
  URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).origin : null;

/** Resolves when `connect-src` blocks a request to this origin, with a message about it. */
const whenRefused = (origin: string | null, signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ disposition, effectiveDirective, blockedURI }) => {
        if (disposition !== 'enforce' || effectiveDirective !== 'connect-src') return;
        if (originOf(blockedURI) !== origin) return;
        resolve(
          `its Content Security Policy does not allow requests to ${origin}. Add ${origin} to connect-src.`,
        );
      },
      { signal },
    );
  });

/**
 * Sends a request. If the browser blocks it, rejects with TranscribeError `configuration`, whose message
 * names an origin but never a whole URL. All other failures are passed on.
 */
const unlessBlocked = async <T>(
  url: string,
  signal: AbortSignal,
  request: () => Promise<T>,
): Promise<T> => {
  const listening = new AbortController();
  const refused = whenRefused(originOf(url), listening.signal);
  try {
    return await request();
  } catch (error) {
    if (signal.aborted) throw error;
    const why =
      neverLeaves(url, document.baseURI) ??
      (await Promise.race([
        refused,
        new Promise<null>((resolve) => setTimeout(() => resolve(null), REPORT_MS)),
      ]));
    if (why === null) throw error;
    throw errorFor('not-set-up', { detail: why }, { cause: error });
  } finally {
    listening.abort();
  }
};

/* ---- Calls, and the reason why one has no answer ---- */

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

/* ---- Parts ---- */

/** A body with a type would send a Content-Type header, which the presigned URL does not cover. */
const bodyOf = ({ body, bytes }: PartRequest): Blob | ArrayBuffer =>
  bytes ?? (body.type === '' ? body : body.slice(0, body.size, ''));

/** Azure names an error in this header. */
const ERROR_CODE = 'x-ms-error-code';

const isStored = (status: number): boolean => status >= 200 && status < 300;

const answerOf = (
  status: number,
  header: (name: string) => string | null,
  errorBody: string,
): PartResponse => ({
  status,
  etag: header('ETag'),
  retryAfter: header('Retry-After'),
  ...(isStored(status) ? {} : { errorBody, errorCode: header(ERROR_CODE) }),
});

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
      const { status } = request;
      const errorBody = isStored(status) ? '' : request.responseText.slice(0, STORAGE_ERROR_LENGTH);
      resolve(answerOf(status, (name) => visibleHeader(request, name), errorBody));
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

/** Null if CORS hides the header. Reading a hidden header directly logs an error in some browsers. */
const visibleHeader = (request: XMLHttpRequest, name: string): string | null => {
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
    const errorBody = isStored(status) ? '' : await errorBodyOf(response);
    // Read the body as XMLHttpRequest does, so that the connection can be reused.
    if (isStored(status)) await response.arrayBuffer();
    return answerOf(status, (name) => headers.get(name), errorBody);
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
