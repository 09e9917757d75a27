import { parseCompleteUploadRequest, parseUploadPlanRequest } from '../protocol/index.js';
import { bearerToken } from './caller.js';
import { HttpError } from './http-error.js';
import { readJson } from './request-body.js';
import type { Reply } from './reply.js';
import { jsonReply } from './respond.js';
import { requireMethod, type UploadRoute } from './route.js';
import type { Service } from './service.js';
import { ServiceFailure } from './service-failure.js';
import type { Settings } from './settings.js';
import type { HandlerContext } from './user-routes.js';

/** Here the service judges the browser's own token, not this backend's credentials. */
const asBrowserFailure = (error: unknown): unknown => {
  if (!(error instanceof ServiceFailure)) return error;
  if (error.code === 'service-credentials') {
    return new HttpError('no-session', 'the service did not accept the user token', {
      'WWW-Authenticate': 'Bearer error="invalid_token"',
    });
  }
  return error.serviceStatus === 404 ? new HttpError('not-found') : error;
};

/** Reads and checks the body; the call itself is made later. */
const readCall = async (
  { name }: UploadRoute,
  userToken: string,
  request: Request,
  settings: Settings,
  service: Service,
): Promise<() => Promise<unknown>> => {
  const { signal } = request;
  if (name === 'upload-plan') {
    const body = await readJson(request, settings, parseUploadPlanRequest);
    return () => service.planUpload(userToken, body, signal);
  }
  const body = await readJson(request, settings, parseCompleteUploadRequest);
  return () => service.completeUpload(userToken, body, signal);
};

/**
 * Passes 4.4 and 4.6 on with the browser's user token; both bodies are read and built anew. `authorize` says who may
 * use the relay and is counted; whose the token is, only the service can judge.
 */
export const serveUpload = async (
  route: UploadRoute,
  userId: string,
  request: Request,
  { settings, service, userLimits }: HandlerContext,
): Promise<Reply> => {
  const userToken = bearerToken(request);
  requireMethod(request, route);
  const send = await readCall(route, userToken, request, settings, service);
  await userLimits.count('uploads', userId);
  try {
    return jsonReply(await send());
  } catch (error) {
    throw asBrowserFailure(error);
  }
};
