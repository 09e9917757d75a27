import { parseTranscriptionRequest } from '../protocol/index.js';
import type { RequestStats } from './events.js';
import { refuseFileUrl } from './file-url-guard.js';
import { HttpError } from './http-error.js';
import type { Reply } from './reply.js';
import { readJson, readNothing } from './request-body.js';
import { jsonReply, taskBody } from './respond.js';
import { requireMethod, type UserRoute } from './route.js';
import type { Sealer } from './sealed-id.js';
import type { Service } from './service.js';
import { ServiceFailure } from './service-failure.js';
import type { Settings } from './settings.js';
import type { UserLimits } from './user-limits.js';

/** What a request is served with. */
export interface HandlerContext {
  readonly settings: Settings;
  readonly service: Service;
  readonly sealer: Sealer;
  readonly userLimits: UserLimits;
  readonly effort: RequestStats;
}

const issueUserToken = async (
  userId: string,
  request: Request,
  { settings, service, sealer, userLimits, effort }: HandlerContext,
): Promise<Reply> => {
  await readNothing(request, settings);
  await userLimits.count('userTokens', userId);
  const token = await service.issueUserToken(userId, request.signal, effort);
  return jsonReply({ ...token, storage_scope: await sealer.storageScope(userId) });
};

const submit = async (
  userId: string,
  request: Request,
  { settings, service, sealer, userLimits }: HandlerContext,
): Promise<Reply> => {
  const body = await readJson(request, settings, parseTranscriptionRequest);
  const reason = refuseFileUrl(body.file_url, settings.allowedFileHosts);
  if (reason !== null) throw new HttpError('file-url-not-allowed', `file_url ${reason}`);
  await userLimits.count('submissions', userId);
  const task = await service.submit(body, request.signal);
  return jsonReply(taskBody(task, await sealer.seal(task.transcription_id, userId)));
};

const query = async (
  sealedId: string,
  transcriptionId: string,
  request: Request,
  { service }: HandlerContext,
): Promise<Reply> => {
  try {
    const task = await service.query(transcriptionId, request.signal);
    if (task.transcription_id === transcriptionId) return jsonReply(taskBody(task, sealedId));
  } catch (error) {
    const unknown = error instanceof ServiceFailure && error.serviceStatus === 404;
    throw unknown ? new HttpError('not-found') : error;
  }
  // The answer to another question could be another user's transcript.
  throw new ServiceFailure('service-answer-invalid', 200);
};

/** Serves a signed-in user. */
export const serveUser = async (
  route: UserRoute,
  userId: string,
  request: Request,
  parts: HandlerContext,
): Promise<Reply> => {
  if (route.name === 'query') {
    const transcriptionId = await parts.sealer.open(route.sealedId, userId);
    if (transcriptionId === null) throw new HttpError('not-found');
    requireMethod(request, route);
    await parts.userLimits.count('queries', userId);
    return query(route.sealedId, transcriptionId, request, parts);
  }
  requireMethod(request, route);
  return route.name === 'submit'
    ? submit(userId, request, parts)
    : issueUserToken(userId, request, parts);
};
