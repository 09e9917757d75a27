import { parseCompleteUploadRequest, parseUploadPlanRequest } from '../protocol/index.js';
import { bearerToken } from './caller.js';
import { Refusal } from './refusal.js';
import { readJson } from './request-body.js';
import type { Reply } from './reply.js';
import { jsonReply } from './respond.js';
import { requireMethod, type UploadRoute } from './route.js';
import type { Service } from './service.js';
import { ServiceFailure } from './service-failure.js';
import type { Settings } from './settings.js';

/** Here the service judges the browser's own token, not this backend's credentials. */
const asBrowserFailure = (error: unknown): unknown => {
  if (!(error instanceof ServiceFailure)) return error;
  if (error.code === 'service-credentials') {
    return new Refusal('no-session', 'the service did not accept the user token', {
      'WWW-Authenticate': 'Bearer error="invalid_token"',
    });
  }
  return error.serviceStatus === 404 ? new Refusal('not-found') : error;
};

/** Passes 4.4 and 4.6 on with the browser's user token; both bodies are read and built anew on the way. */
export const serveUpload = async (
  route: UploadRoute,
  request: Request,
  settings: Settings,
  service: Service,
): Promise<Reply> => {
  const userToken = bearerToken(request);
  requireMethod(request, route);
  const { signal } = request;
  const send =
    route.name === 'upload-plan'
      ? service.planUpload(
          userToken,
          await readJson(request, settings, parseUploadPlanRequest),
          signal,
        )
      : service.completeUpload(
          userToken,
          await readJson(request, settings, parseCompleteUploadRequest),
          signal,
        );
  try {
    return jsonReply(await send);
  } catch (error) {
    throw asBrowserFailure(error);
  }
};
