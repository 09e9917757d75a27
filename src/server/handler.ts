import type { ProblemCode } from '../protocol/index.js';
import { authorizedUserId } from './caller.js';
import type { RequestStats, Emit, RouteName } from './events.js';
import type { PartnerHandlerOptions } from './options.js';
import { corsHeaders, isPreflight, preflightReply, sourceOf } from './origin-policy.js';
import { Misconfigured, HttpError } from './http-error.js';
import { toHandler, type Reply } from './reply.js';
import { problemReply } from './respond.js';
import { routeOf, type Route } from './route.js';
import { createSealer } from './sealed-id.js';
import { createService } from './service.js';
import { ServiceFailure } from './service-failure.js';
import { readSettings } from './settings.js';
import { serveUpload } from './upload-routes.js';
import { createUserLimits } from './user-limits.js';
import { serveUser, type HandlerContext } from './user-routes.js';

export type PartnerHandler = (request: Request) => Promise<Response>;

interface Answer {
  readonly reply: Reply;
  readonly outcome: 'ok' | 'aborted' | ProblemCode;
}

/** Checks a request in the order 403, 401, 404, 405, 413, 415, 400, 429, then serves it. */
const serve = async (
  request: Request,
  route: Route | null,
  parts: HandlerContext,
): Promise<Reply> => {
  const { settings } = parts;
  const source = sourceOf(request, settings);
  if (source === 'refused') throw new HttpError('origin-not-allowed');
  if (source === 'allowed' && isPreflight(request)) return preflightReply(request);
  const userId = await authorizedUserId(request, settings);
  if (!route) throw new HttpError('not-found');
  return route.access === 'upload'
    ? serveUpload(route, userId, request, parts)
    : serveUser(route, userId, request, parts);
};

const answerTo = (error: unknown, request: Request, emit: Emit): Answer => {
  if (request.signal.aborted) {
    return { reply: { status: 499, headers: {}, text: null }, outcome: 'aborted' };
  }
  if (error instanceof HttpError) {
    const { code, detail, headers } = error;
    return { reply: problemReply(code, detail, headers), outcome: code };
  }
  if (error instanceof ServiceFailure) {
    const { retryAfter } = error.options;
    const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
    return { reply: problemReply(error.code, undefined, headers), outcome: error.code };
  }
  // An unexpected error may have come after a submission was taken, so it must not read as `misconfigured`.
  const isExpected = error instanceof Misconfigured;
  const code = isExpected ? 'misconfigured' : 'handler-failed';
  const message = isExpected ? error.message : 'The handler failed; please report this.';
  const cause: unknown = isExpected ? error.cause : error;
  emit({ kind: 'configuration', message, ...(cause === undefined ? {} : { cause }) });
  return { reply: problemReply(code), outcome: code };
};

/**
 * The partner's backend: issues user tokens (4.1 to 4.3) and submits and queries transcriptions (4.7, 4.8) for the
 * pages of one partner, so that every secret stays on the server (section 5).
 *
 * Throws TranscribeError `configuration` where an option is missing or malformed. The handler itself never rejects.
 */
export const createPartnerHandler = (options: PartnerHandlerOptions): PartnerHandler => {
  const settings = readSettings(options);
  const parts: Omit<HandlerContext, 'effort'> = {
    settings,
    service: createService(settings),
    sealer: createSealer(settings.sealingKeys),
    userLimits: createUserLimits(settings),
  };
  const { clock, emit } = settings;

  return toHandler(async (request) => {
    const started = clock.now();
    const route = routeOf(new URL(request.url).pathname, settings);
    const effort: RequestStats = { retries: 0, tokenRenewed: false };
    const answer = await serve(request, route, { ...parts, effort }).then(
      (reply): Answer => ({ reply, outcome: 'ok' }),
      (error: unknown) => answerTo(error, request, emit),
    );
    const name: RouteName = isPreflight(request) ? 'preflight' : (route?.name ?? 'none');
    emit({
      kind: 'request',
      route: name,
      method: request.method,
      status: answer.reply.status,
      durationMs: clock.now() - started,
      outcome: answer.outcome,
      ...effort,
    });
    const { reply } = answer;
    return { ...reply, headers: { ...reply.headers, ...corsHeaders(request, settings) } };
  });
};
