/** Asks the partner's application who is signed in: `AUTHORIZE_URL`. */
import { createHash } from 'node:crypto';
import type { Session } from '../../src/server.js';
import { SERVICE_PATHS } from '../../src/protocol/routes.js';
import { canonicalPath } from '../../src/server/route-handlers.js';

/** An answer is used again for this long, in ms. A person who is signed out meanwhile keeps access for that time. */
const KEPT_MS = 5_000;
const MOST_KEPT = 10_000;
const TIMEOUT_MS = 5_000;
/** `{"userId": "…"}` with at most 120 characters. In bytes. */
const LONGEST_ANSWER = 4_096;

/** Paths on which the `Authorization` header holds a token of the service. */
const UPLOAD_PATHS = [SERVICE_PATHS.uploadPlan, SERVICE_PATHS.completeUpload];

export interface AskOptions {
  readonly url: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => number;
  /** For the whole answer, in ms. Default 5000. */
  readonly timeoutMs?: number;
}

/** Stops reading, and rejects, once it is too long. */
const readShort = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > LONGEST_ANSWER) throw new Error('AUTHORIZE_URL answered too much');
    chunks.push(chunk);
  }
  // PHP files that begin with a byte order mark put it into the answer. Bytes that are no text would make two users one.
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
};

/** Null if the application says that nobody is signed in. Rejects if it does not say. */
const readSession = async (response: Response): Promise<Session | null> => {
  const type = response.headers.get('content-type') ?? '';
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
  // A redirect and a web page are a sign-in page.
  const isNobody =
    response.status === 401 ||
    response.status === 403 ||
    (response.status >= 300 && response.status < 400) ||
    (response.ok && !isJson);
  if (isNobody) {
    void response.body?.cancel().catch(() => undefined);
    return null;
  }
  if (!response.ok) throw new Error(`AUTHORIZE_URL answered ${response.status}`);
  return JSON.parse(await readShort(response)) as Session;
};

/** Returns `authorize` for the handler. Keeps hashes of credentials, never the credentials. */
export const createAskApplication = ({
  url,
  fetch = globalThis.fetch,
  now = () => performance.now(),
  timeoutMs = TIMEOUT_MS,
}: AskOptions) => {
  /** The oldest comes first. */
  const kept = new Map<
    string,
    { readonly untilMs: number; readonly session: Promise<Session | null> }
  >();

  const ask = async (headers: Headers): Promise<Session | null> => {
    headers.set('Accept', 'application/json');
    const signal = AbortSignal.timeout(timeoutMs);
    // A redirect would send the visitor's cookie to another address.
    return readSession(await fetch(url, { headers, redirect: 'manual', signal }));
  };

  return async (request: Request): Promise<Session | null> => {
    const headers = new Headers();
    const cookie = request.headers.get('cookie');
    // As the handler reads it: an application that decides by the path must not be deceived by its spelling.
    const pathname = canonicalPath(new URL(request.url).pathname);
    const isUpload = UPLOAD_PATHS.some((path) => pathname.endsWith(path));
    const authorization = isUpload ? null : request.headers.get('authorization');
    if (cookie === null && authorization === null) return null;
    if (cookie !== null) headers.set('Cookie', cookie);
    if (authorization !== null) headers.set('Authorization', authorization);
    headers.set('X-Forwarded-Method', request.method);
    headers.set('X-Forwarded-Uri', pathname);
    // The application may decide by the method and the path as well.
    const key = createHash('sha256')
      .update(JSON.stringify([cookie, authorization, request.method, pathname]))
      .digest('hex');
    const known = kept.get(key);
    if (known !== undefined && now() < known.untilMs) return known.session;
    const session = ask(headers);
    const entry = { untilMs: now() + KEPT_MS, session };
    kept.delete(key);
    kept.set(key, entry);
    for (const [oldest, { untilMs }] of kept) {
      if (kept.size <= MOST_KEPT && now() < untilMs) break;
      kept.delete(oldest);
    }
    const drop = (): void => {
      if (kept.get(key) === entry) kept.delete(key);
    };
    // Somebody who signs in now must not wait, and an application that fails is asked again.
    session.then((found) => found === null && drop(), drop);
    return session;
  };
};
