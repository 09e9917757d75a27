/** Calls, and the reason why one has no answer. */
import type { Http, HttpResponse, Reach } from '../engine/ports.js';
import { absoluteUrl, isOwnOrigin, originOf, unlessBlocked } from './blocked.js';
import { toJson } from '../protocol/json.js';
import { parseJson } from '../protocol/read.js';
import { ANSWER_MARK } from '../protocol/routes.js';
import { noteRequest, serverTime, systemClock } from './browser-ports.js';

/**
 * `Http` over fetch. Sends cookies to the page's own origin, and to another origin only with `withCookies`. The referrer
 * sent to other hosts is only the page's origin.
 */
export const fetchHttp: Http = async (request) => {
  const { method, headers, body, withCookies, signal } = request;
  const url = absoluteUrl(request.url);
  const noteAnswer = noteRequest();
  const options: RequestInit = {
    headers,
    signal,
    credentials: withCookies === true ? 'include' : 'same-origin',
    referrerPolicy: 'strict-origin',
    cache: 'no-store',
  };
  const send = (to: string) => (): Promise<Response> =>
    fetch(to, { ...options, method, ...(body === undefined ? {} : { body }) });
  let response: Response;
  try {
    const to = wantsSlash.has(folderOf(url)) ? withSlash(url) : url;
    response = await unlessBlocked(url, signal, send(to));
    if (method === 'POST' && wasSentAsGet(response, url)) {
      wantsSlash.add(folderOf(url));
      response = await unlessBlocked(url, signal, send(response.url));
    }
  } catch (error) {
    if (signal.aborted || !(await isRedirected(url, options))) throw error;
    noteAnswer();
    return REDIRECTED;
  }
  noteAnswer();
  answered.add(originOf(url) ?? '');
  noteTime(response);
  let content: Promise<string> | null = null;
  const text = (): Promise<string> => (content ??= textOf(response));
  let parsed: Promise<unknown> | null = null;
  return {
    status: response.status,
    ...(response.redirected && {
      redirectedTo: originOf(response.url) === originOf(url) ? 'same-origin' : 'other-origin',
    }),
    header: (name) => headerOf(response, name),
    text,
    json: () => (parsed ??= text().then(parseBody)),
  };
};

/** Folders whose addresses get a closing slash. */
const wantsSlash = new Set<string>();

const folderOf = (url: string): string => url.replace(/[^/]*$/, '');

const withSlash = (url: string): string => url.replace(/[^/?#]$/, '$&/');

/**
 * True if a framework has redirected a POST to the same address with a closing slash, and the browser has made a GET of it,
 * which nobody takes there. Only a redirect with 307 or 308 keeps the method.
 */
const wasSentAsGet = ({ redirected, status, url }: Response, asked: string): boolean =>
  redirected && (status === 404 || status === 405) && url === withSlash(asked);

/** Scripts of the page may have replaced fetch by a function whose answers have only `status` and `json`. */
const textOf = async (response: Partial<Response>): Promise<string> =>
  response.text === undefined ? toJson(await response.json?.()) : response.text();

const headerOf = ({ headers }: Partial<Response>, name: string): string | null =>
  headers?.get?.(name) ?? null;

/** Scripts of the page may have replaced `JSON.parse` by one that rejects with errors of its own. */
const parseBody = (body: string): unknown => {
  try {
    return parseJson(body);
  } catch {
    throw new SyntaxError('the body is not JSON');
  }
};

/** Notes the time of servers. Only the handler's: a service worker may answer with an old page, whose date is old too. */
const noteTime = (response: Response): void => {
  const sentAt = Date.parse(headerOf(response, 'Date') ?? '');
  if (headerOf(response, ANSWER_MARK.name) === null || Number.isNaN(sentAt)) return;
  serverTime.skewMs = sentAt - systemClock.now();
};

/** A redirect that cannot be followed: its target does not let this page read its answer. */
const REDIRECTED: HttpResponse = {
  status: 0,
  redirectedTo: 'other-origin',
  header: () => null,
  json: () => Promise.reject(new SyntaxError('a redirect has no body')),
};

/**
 * True if the page's own host redirects requests to this address. Such a redirect that leads to a sign-in page of another
 * host fails like a lost connection, or as blocked by the page's policy, which names the address before the redirect. Asks
 * with GET, which changes nothing. A redirect by another host cannot be seen.
 */
const isRedirected = async (url: string, options: RequestInit): Promise<boolean> => {
  if (!isOwnOrigin(url)) return false;
  try {
    const { type } = await fetch(url, { ...options, method: 'GET', redirect: 'manual' });
    return type === 'opaqueredirect';
  } catch {
    return false;
  }
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

/** The hosts that have answered calls of this page, by their origins. */
const answered = new Set<string>();

/** True if the network works: another host answers that has answered before. */
const isAnotherThere = async (url: string): Promise<boolean> => {
  const others = [...answered].filter((origin) => origin !== originOf(url) && !isOwnOrigin(origin));
  const limit = AbortSignal.timeout(OWN_HOST_MS);
  const found = await Promise.all(others.map((origin) => responds(`${origin}/`, limit)));
  return found.includes(true);
};

/** `Reach` of a browser. */
export const reachHost: Reach = async (url) => {
  const { origin } = window.location;
  if (isOwnOrigin(url)) {
    if (await responds(origin, AbortSignal.timeout(OWN_HOST_MS))) return 'answers';
    return (await isAnotherThere(url)) ? 'silent' : 'unknown';
  }
  const started = performance.now();
  const stop = new AbortController();
  const other = responds(url, stop.signal);
  const own = await responds(origin, AbortSignal.timeout(OWN_HOST_MS));
  const patience = OTHER_HOST_MS + OWN_ANSWERS * (performance.now() - started);
  const end = AbortSignal.timeout(own ? patience : OTHER_HOST_MS);
  end.addEventListener('abort', () => stop.abort());
  if (await other) return 'answers';
  return own || (await isAnotherThere(url)) ? 'silent' : 'unknown';
};
