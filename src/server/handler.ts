import type { ProblemCode } from '../protocol/problem.js';
import { HttpError, Misconfigured, problemReply, type Reply, toResponse } from './http-messages.js';
import { createAdvisor, type RequestStats, type RouteName } from './handler-events.js';
import { hostIn } from './file-url-guard.js';
import type { PartnerHandlerOptions } from './options.js';
import { corsHeaders, isPreflight, preflightReply, sourceOf } from './origin-policy.js';
import {
  authorizedUserId,
  routeOf,
  serveUpload,
  serveUser,
  type HandlerContext,
  type Route,
} from './route-handlers.js';
import { createSealer } from './sealed-id.js';
import { ServiceFailure } from './service-client.js';
import { createService } from './service.js';
import { readSettings } from './handler-settings.js';
import { createSubmissionKeys } from './submission-keys.js';
import { createUserLimits } from './user-limits.js';

export type PartnerHandler = (request: Request) => Promise<Response>;

type Replier = (request: Request) => Promise<Reply>;

const repliers = new WeakMap<PartnerHandler, Replier>();

/** The part of a handler that creates no Response. Undefined for a function that wraps a handler. */
export const replierOf = (handler: PartnerHandler): Replier | undefined => repliers.get(handler);

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
  const reply = createReplier(options);
  const handler: PartnerHandler = async (request) => toResponse(await reply(request));
  repliers.set(handler, reply);
  return handler;
};

const createReplier = (options: PartnerHandlerOptions): Replier => {
  const settings = readSettings(options);
  const context: Omit<HandlerContext, 'stats'> = {
    settings,
    service: createService(settings),
    sealer: createSealer(settings.sealingKeys),
    userLimits: createUserLimits(settings),
    submissionKeys: createSubmissionKeys(settings),
    tasks: settings.watcher,
  };
  const { clock, emit } = settings;
  const { advise } = createAdvisor(emit);

  /** Reports a request that an option refuses, and an option that fails. */
  const report = (error: unknown): void => {
    if (error instanceof HttpError) {
      const option = REFUSING_OPTION[error.code];
      if (option === undefined || error.detail === undefined) return;
      const received = error.received === '' ? '' : ` Received: ${error.received}.`;
      const message = `A request was refused: ${error.detail}.${received}`;
      advise({ option, message, docs: OPTIONS_PAGE });
    } else if (error instanceof Misconfigured) {
      const { message, option, cause } = error;
      const event = { kind: 'configuration', message, option, docs: OPTIONS_PAGE } as const;
      emit({ ...event, ...(cause === undefined ? {} : { cause }) });
    } else if (!(error instanceof ServiceFailure)) {
      const message = 'The handler failed; please report this.';
      emit({ kind: 'configuration', message, cause: error });
    }
  };

  return async (request) => {
    const started = clock.now();
    const route = routeOf(new URL(request.url).pathname, request.method, settings);
    const stats: RequestStats = { retries: 0, tokenRenewed: false };
    const { reply, outcome, detail } = await serve(request, route, { ...context, stats }).then(
      (served): Answer => ({ reply: served, outcome: 'ok' }),
      (error: unknown) => {
        if (!request.signal.aborted) report(error);
        return failed(error, request);
      },
    );
    const name: RouteName = isPreflight(request) ? 'preflight' : (route?.name ?? 'none');
    emit({
      kind: 'request',
      route: name,
      method: request.method,
      status: reply.status,
      durationMs: clock.now() - started,
      outcome,
      ...(detail === undefined ? {} : { detail }),
      ...stats,
    });
    return { ...reply, headers: { ...reply.headers, ...corsHeaders(request, settings) } };
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

/** Checks a request in the order 403, 401, 404, 405, 413, 415, 400, 429, then serves it. */
const serve = async (
  request: Request,
  route: Route | null,
  context: HandlerContext,
): Promise<Reply> => {
  const { settings } = context;
  const source = sourceOf(request, settings);
  if (source === 'refused') {
    const origin = hostIn(request.headers.get('origin') ?? '');
    throw new HttpError('origin-not-allowed', FOREIGN_ORIGIN, {}, origin);
  }
  if (source === 'allowed' && isPreflight(request)) return preflightReply(request);
  const userId = await authorizedUserId(request, settings);
  if (!route) throw new HttpError('not-found', UNKNOWN_PATH);
  return route.access === 'upload'
    ? serveUpload(route, userId, request, context)
    : serveUser(route, userId, request, context);
};

const failed = (error: unknown, request: Request): Answer => {
  if (request.signal.aborted) {
    return {
      reply: { status: CLIENT_CLOSED_REQUEST, headers: {}, body: null },
      outcome: 'aborted',
    };
  }
  if (error instanceof HttpError) {
    const { code, detail, headers } = error;
    return {
      reply: problemReply(code, detail, headers),
      outcome: code,
      ...(detail !== undefined && code in REFUSING_OPTION ? { detail } : {}),
    };
  }
  if (error instanceof ServiceFailure) {
    const { retryAfter } = error.options;
    const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
    return { reply: problemReply(error.code, undefined, headers), outcome: error.code };
  }
  // The service may already have accepted a submission when an unexpected error occurs, so the code is not
  // `misconfigured`.
  const code = error instanceof Misconfigured ? 'misconfigured' : 'handler-failed';
  return { reply: problemReply(code), outcome: code };
};
