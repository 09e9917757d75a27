/** What the demo's server answers itself: the backend, the sandbox's inspection, the drawer and the settings. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyTooLarge, readBounded } from '../src/server/http-messages.js';
import { toNodeHandler } from '../src/server/node.js';
import { BACKEND_PATH, type DemoBackend } from './backend.js';
import { HOOD_PATH } from './hood/model.js';
import { createHoodServer } from './hood/serve.js';
import { SESSION_HEADER } from './sandbox/index.js';
import { answerStage, MOST_BYTES, STAGE_PATH } from './stage.js';

const LOOPBACK = /^(?:127\.0\.0\.1|localhost)(?::(\d+))?$/;

/** Whether a request's Host is this address and port. Any other Host is DNS rebinding. */
const isForThisHost = ({ headers, socket }: IncomingMessage): boolean => {
  const [host, port = '80'] = LOOPBACK.exec(headers.host ?? '') ?? [];
  return host !== undefined && Number(port) === socket.localPort;
};

/** Whether the request comes from a page of this demo, or from a client that is not a browser. */
const isFromThisDemo = ({ headers, url }: Request): boolean => {
  const { origin } = new URL(url);
  const site = headers.get('sec-fetch-site') ?? 'none';
  return /^(?:same-origin|none)$/.test(site) && (headers.get('origin') ?? origin) === origin;
};

/** Browsers name the page that a script's request comes from. */
const isBrowser = ({ headers }: Request): boolean =>
  headers.has('origin') || (headers.get('sec-fetch-site') ?? 'none') !== 'none';

const REFUSED = { status: 403, headers: { 'Content-Type': 'text/plain; charset=utf-8' } };
const refusal = (sentence: string): Response => new Response(sentence, REFUSED);

/**
 * Forwards a request of a demo page to the sandbox's inspection routes, which pages cannot call directly. Of the page's
 * headers, it forwards only the content type, so that a page cannot select another session.
 */
const inspect = async (
  { sandbox, session, startAnew }: DemoBackend,
  request: Request,
): Promise<Response> => {
  const { method, headers, signal } = request;
  const { pathname, search } = new URL(request.url);
  // With the real service, nothing can be on.
  if (sandbox === null)
    return new Response(null, { status: pathname === '/__sandbox/active' ? 204 : 404 });
  if (!isFromThisDemo(request)) return refusal('Other pages may not inspect the sandbox.');
  const userId = session.userOf(headers.get('cookie'));
  if (userId === null && isBrowser(request))
    return refusal('Reload the page, and allow its cookie: it names your session.');
  const body = await readBounded(request, MOST_BYTES, signal);
  const answer = await fetch(sandbox.serviceUrl + pathname + search, {
    method,
    body: body.length === 0 ? null : new Uint8Array(body),
    headers: {
      'Content-Type': headers.get('content-type') ?? 'application/json',
      ...(userId === null ? {} : { [SESSION_HEADER]: userId }),
    },
  });
  if (userId !== null && pathname === '/__sandbox/faults' && /^(?:PUT|POST)$/.test(method))
    startAnew(userId);
  return new Response(answer.body, {
    status: answer.status,
    headers: {
      'Content-Type': answer.headers.get('content-type') ?? 'application/json',
      'Cache-Control': 'no-store',
    },
  });
};

/**
 * A middleware that refuses other hosts and answers the demo's own paths. It signs in whoever asks for a file, and
 * leaves the file to the next middleware.
 */
export const createAnswers = (backend: DemoBackend) => {
  const hood = createHoodServer(backend);
  /** By path; one that ends with a slash is for all paths below it. */
  const answers: Readonly<Record<string, (request: Request) => Response | Promise<Response>>> = {
    '/__sandbox/': (request) => inspect(backend, request),
    [STAGE_PATH]: answerStage,
    [`${BACKEND_PATH}/`]: hood.record,
    [HOOD_PATH]: (request) =>
      isFromThisDemo(request) ? hood.answer(request) : refusal('Other pages may not read this.'),
    '/settings.json': () => Response.json(backend.settings),
  };
  return (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    const refuse = (sentence: string) => void res.writeHead(403, REFUSED.headers).end(sentence);
    if (!isForThisHost(req))
      return refuse('This demo answers only at the address that it printed at its start.');
    const { pathname } = URL.parse(req.url ?? '/', 'http://localhost') ?? {};
    if (pathname === undefined) return refuse('This address cannot be read.');
    const [, answer] =
      Object.entries(answers).find(
        ([path]) => pathname === path || (path.endsWith('/') && pathname.startsWith(path)),
      ) ?? [];
    if (answer === undefined) {
      backend.session.signIn(req, res);
      return next();
    }
    toNodeHandler(async (request) => {
      try {
        return await answer(request);
      } catch (error) {
        if (error instanceof BodyTooLarge) return new Response(null, { status: 413 });
        res.destroy();
        throw error;
      }
    })(req, res);
  };
};
