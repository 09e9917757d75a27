import type { ProblemCode } from '../protocol/index.js';
import { createDirectHooks } from './direct-hooks.js';
import { HttpError, Misconfigured, problemResponse } from './errors.js';
import type { Emit, RequestStats, RouteName } from './events.js';
import type { PartnerHandlerOptions } from './options.js';
import { corsHeaders, isPreflight, preflightResponse, sourceOf } from './origin-policy.js';
import {
  authorizedUserId,
  routeOf,
  serveUpload,
  serveUser,
  type HandlerContext,
  type Route,
} from './routes.js';
import { createSealer } from './sealed-id.js';
import { ServiceFailure } from './service-client.js';
import { createService } from './service.js';
import { readSettings } from './settings.js';
import { createUserLimits } from './user-limits.js';

export type PartnerHandler = (request: Request) => Promise<Response>;

interface Answer {
  readonly response: Response;
  readonly outcome: 'ok' | 'aborted' | ProblemCode;
}

/**
 * Creates the partner's backend: it issues user tokens (4.1 to 4.3) and submits and queries transcriptions (4.7, 4.8)
 * for the pages of one partner. Every secret stays on the server (section 5).
 *
 * Throws TranscribeError `configuration` if an option is missing or malformed. The handler itself never rejects.
 */
export const createPartnerHandler = (options: PartnerHandlerOptions): PartnerHandler => {
  const settings = readSettings(options);
  const context: Omit<HandlerContext, 'stats'> = {
    settings,
    service: createService(settings),
    sealer: createSealer(settings.sealingKeys),
    userLimits: createUserLimits(settings),
    tasks: settings.watcher ?? createDirectHooks(settings),
  };
  const { clock, emit } = settings;

  return async (request) => {
    const started = clock.now();
    const route = routeOf(new URL(request.url).pathname, request.method, settings);
    const stats: RequestStats = { retries: 0, tokenRenewed: false };
    const { response, outcome } = await serve(request, route, { ...context, stats }).then(
      (served): Answer => ({ response: served, outcome: 'ok' }),
      (error: unknown) => failed(error, request, emit),
    );
    const name: RouteName = isPreflight(request) ? 'preflight' : (route?.name ?? 'none');
    emit({
      kind: 'request',
      route: name,
      method: request.method,
      status: response.status,
      durationMs: clock.now() - started,
      outcome,
      ...stats,
    });
    for (const [header, value] of Object.entries(corsHeaders(request, settings))) {
      response.headers.set(header, value);
    }
    return response;
  };
};

/** Reported in the event. The client has disconnected, so nobody reads the response. */
const CLIENT_CLOSED_REQUEST = 499;

/** Checks a request in the order 403, 401, 404, 405, 413, 415, 400, 429, then serves it. */
const serve = async (
  request: Request,
  route: Route | null,
  context: HandlerContext,
): Promise<Response> => {
  const { settings } = context;
  const source = sourceOf(request, settings);
  if (source === 'refused') throw new HttpError('origin-not-allowed');
  if (source === 'allowed' && isPreflight(request)) return preflightResponse(request);
  const userId = await authorizedUserId(request, settings);
  if (!route) throw new HttpError('not-found');
  return route.access === 'upload'
    ? serveUpload(route, userId, request, context)
    : serveUser(route, userId, request, context);
};

const failed = (error: unknown, request: Request, emit: Emit): Answer => {
  if (request.signal.aborted) {
    return {
      response: new Response(null, { status: CLIENT_CLOSED_REQUEST }),
      outcome: 'aborted',
    };
  }
  if (error instanceof HttpError) {
    const { code, detail, headers } = error;
    return { response: problemResponse(code, detail, headers), outcome: code };
  }
  if (error instanceof ServiceFailure) {
    const { retryAfter } = error.options;
    const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
    return { response: problemResponse(error.code, undefined, headers), outcome: error.code };
  }
  // The service may already have accepted a submission when an unexpected error occurs, so the code is not
  // `misconfigured`.
  const isExpected = error instanceof Misconfigured;
  const code = isExpected ? 'misconfigured' : 'handler-failed';
  const message = isExpected ? error.message : 'The handler failed; please report this.';
  const cause: unknown = isExpected ? error.cause : error;
  emit({ kind: 'configuration', message, ...(cause === undefined ? {} : { cause }) });
  return { response: problemResponse(code), outcome: code };
};
