import { ANSWER_MARK } from '../protocol/routes.js';
import type { ProblemCode } from '../protocol/problem.js';
import { userId as readUserId } from '../protocol/requests.js';
import {
  HEADERS,
  HttpError,
  Misconfigured,
  problemReply,
  type Reply,
  signalOf,
} from './http-messages.js';
import { createAdvisor, type RequestStats } from './handler-events.js';
import { hostIn } from './file-url-guard.js';
import { readSettings, type Settings } from './handler-settings.js';
import type { PartnerHandlerOptions } from './options.js';
import { arrivedPath, createRoutes, routeOf } from './route-handlers.js';
import { ServiceFailure } from './service-failures.js';

export type PartnerHandler = (request: Request) => Promise<Response>;

type Replier = (request: Request) => Promise<Reply>;

/** The part of a handler that creates no Response, and what reports to its `onEvent` that it could not be called. */
interface Inside {
  readonly reply: Replier;
  readonly report: (message: string, cause: unknown) => void;
}

const insides = new WeakMap<PartnerHandler, Inside>();

/** Undefined for a function that wraps a handler. */
export const insideOf = (handler: PartnerHandler): Inside | undefined => insides.get(handler);

interface Answer {
  readonly reply: Reply;
  readonly outcome: 'ok' | 'aborted' | ProblemCode;
  /** For the event: nothing that the page sent. */
  readonly detail?: string;
}

/**
 * Creates the partner's backend: it issues user tokens (4.1 to 4.3) and submits and queries transcriptions (4.7, 4.8)
 * for the pages of one partner. Every secret stays on the server (section 5).
 *
 * Throws TranscribeError `configuration` if an option is missing or malformed. The handler itself never rejects.
 */
export const createPartnerHandler = (options: PartnerHandlerOptions): PartnerHandler => {
  const settings = readSettings(options);
  const reply = createReplier(settings);
  const handler: PartnerHandler = async (request) => {
    const { body, ...init } = await reply(request);
    return new Response(body, init);
  };
  const report: Inside['report'] = (message, cause) =>
    settings.emit({ kind: 'configuration', message, cause });
  insides.set(handler, { reply, report });
  return handler;
};

const createReplier = (settings: Settings): Replier => {
  const serveRoute = createRoutes(settings);
  const { clock, emit } = settings;
  const { advise } = createAdvisor(emit);

  /** The response to a request that failed. Reports a request that an option refuses, and an option that fails. */
  const failed = (error: unknown, request: Request): Answer => {
    if (signalOf(request).aborted) {
      const reply = { status: CLIENT_CLOSED_REQUEST, headers: HEADERS, body: null };
      return { reply, outcome: 'aborted' };
    }
    if (error instanceof HttpError) {
      const { code, detail, headers, received } = error;
      const reply = problemReply(code, detail, headers);
      const option = REFUSING_OPTION[code];
      if (option === undefined || detail === undefined) return { reply, outcome: code };
      const receivedText = received === '' ? '' : ` Received: ${received}.`;
      const message = `A request was refused: ${detail}.${receivedText}`;
      advise({ option, message, docs: OPTIONS_PAGE });
      return { reply, outcome: code, detail };
    }
    if (error instanceof ServiceFailure) {
      const { retryAfter } = error.options;
      const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
      return { reply: problemReply(error.code, undefined, headers), outcome: error.code };
    }
    if (error instanceof Misconfigured) {
      const { message, option, cause } = error;
      const event = { kind: 'configuration', message, option, docs: OPTIONS_PAGE } as const;
      emit({ ...event, ...(cause === undefined ? {} : { cause }) });
      return { reply: problemReply('misconfigured'), outcome: 'misconfigured' };
    }
    emit({
      kind: 'configuration',
      message: 'The handler failed; please report this.',
      cause: error,
    });
    // The service may already have accepted a submission, so the code is not `misconfigured`.
    return { reply: problemReply('handler-failed'), outcome: 'handler-failed' };
  };

  /** Checks a request in the order 403, 401, 404, 405, 413, 415, 400, 429, then serves it. */
  const serve = async (
    request: Request,
    route: ReturnType<typeof routeOf>,
    stats: RequestStats,
  ): Promise<Reply> => {
    const source = sourceOf(request, settings);
    if (source === 'refused') {
      const origin = hostIn(request.headers.get('origin') ?? '');
      throw new HttpError('origin-not-allowed', FOREIGN_ORIGIN, {}, origin);
    }
    if (source === 'allowed' && isPreflight(request)) return preflightReply(request);
    const userId = await authorizedUserId(request, settings);
    if (!route) throw new HttpError('not-found', UNKNOWN_PATH, {}, arrivedPath(request));
    return serveRoute(route, userId, request, stats);
  };

  return async (request) => {
    const started = clock.now();
    const route = routeOf(request, settings);
    const stats: RequestStats = { retries: 0, tokenRenewed: false };
    const { reply, outcome, detail } = await serve(request, route, stats).then(
      (served): Answer => ({ reply: served, outcome: 'ok' }),
      (error: unknown) => failed(error, request),
    );
    emit({
      kind: 'request',
      route: isPreflight(request) ? 'preflight' : (route?.name ?? 'none'),
      method: request.method,
      status: reply.status,
      durationMs: clock.now() - started,
      outcome,
      ...(detail === undefined ? {} : { detail }),
      ...stats,
    });
    return {
      status: reply.status,
      headers: { ...reply.headers, ...corsHeaders(request, settings) },
      body: request.method === 'HEAD' ? null : reply.body,
    };
  };
};

const FOREIGN_ORIGIN =
  'the page is on another origin, which `allowedOrigins` or `publicOrigin` must name';
const UNKNOWN_PATH =
  'no route has this path; `basePath` must be the path where the handler is mounted';

/**
 * The option that refuses a request. The details of these codes are fixed texts, so they may be logged. The details of
 * others name what the page sent.
 */
const REFUSING_OPTION: Readonly<Partial<Record<ProblemCode, string>>> = {
  'origin-not-allowed': 'allowedOrigins, publicOrigin',
  'not-found': 'basePath',
  'file-url-not-allowed': 'allowedFileHosts',
};

const OPTIONS_PAGE = 'docs/backend.md#options';

/** Reported in the event. The client has disconnected, so nobody reads the response. */
const CLIENT_CLOSED_REQUEST = 499;

/** The origin that the client requested. `request.url` may have another host name (in Next.js it does). */
const askedOrigin = (request: Request): string => {
  const { protocol, host } = new URL(request.url);
  return `${protocol}//${request.headers.get('host') ?? host}`;
};

/**
 * Tells whether a page of the handler's own origin, a page of `allowedOrigins` or another page sends a request. Protects
 * the browser's session from other sites (CSRF).
 *
 * `Sec-Fetch-Site` decides if it is sent: the browser sets it from the requested URL, and no page can change it. A
 * browser without it (an old one, or a page over http) is judged by `Origin` against the scheme and host of the request.
 * Clients other than browsers can send any header, but they don't have another person's session.
 *
 * A page that points its own host name at this server (DNS rebinding) looks like an own page, but gets no cookies of the
 * partner's host. `publicOrigin` refuses it too if it sends `Origin`, as every POST does.
 */
const sourceOf = (
  request: Request,
  { allowedOrigins, publicOrigin }: Settings,
): 'own' | 'allowed' | 'refused' => {
  const origin = request.headers.get('origin');
  if (origin !== null && allowedOrigins.has(origin)) return 'allowed';
  const site = request.headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') return 'refused';
  // Browsers omit Origin from a same-origin GET.
  if (origin === null) return 'own';
  if (publicOrigin !== null) return publicOrigin.has(origin) ? 'own' : 'refused';
  return site === 'same-origin' || origin === askedOrigin(request) ? 'own' : 'refused';
};

const isPreflight = (request: Request): boolean =>
  request.method === 'OPTIONS' && request.headers.has('access-control-request-method');

/** `Date` tells the page how far its own clock is off. */
const READABLE_HEADERS = `Retry-After, Date, ${ANSWER_MARK.name}`;

/** The CORS headers of a response, and `Vary`. Only pages of `allowedOrigins` may read it. */
const corsHeaders = (request: Request, settings: Settings): Reply['headers'] => {
  if (settings.allowedOrigins.size === 0) return {};
  if (sourceOf(request, settings) !== 'allowed') return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': request.headers.get('origin') ?? '',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': READABLE_HEADERS,
  };
};

const HEADER_NAMES = /^[a-z0-9-]+(?: *, *[a-z0-9-]+)*$/i;

/** Answers the preflight of an allowed page. The page may send any header, for `authorize` to read. */
const preflightReply = (request: Request): Reply => {
  const asked = request.headers.get('access-control-request-headers') ?? '';
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': HEADER_NAMES.test(asked)
        ? asked
        : 'Authorization, Content-Type',
      'Access-Control-Max-Age': '600',
      ...HEADERS,
    },
    body: null,
  };
};

/** Calls the partner's `authorize` to find out who sent the request. */
const authorizedUserId = async (request: Request, { authorize }: Settings): Promise<string> => {
  let session: unknown;
  try {
    session = await authorize(request);
  } catch (cause) {
    throw new Misconfigured('authorize threw.', 'authorize', { cause });
  }
  if (session === null || session === undefined) throw new HttpError('no-session');
  try {
    return readUserId((session as { readonly userId?: unknown }).userId, 'userId');
  } catch {
    throw new Misconfigured(
      'authorize must return { userId } with 6 to 120 characters (4.3), or null: give each user a stable identifier of that length.',
      'authorize',
    );
  }
};
