/** The routes that the handler serves, and who may use them. */
import {
  parseCompleteUploadRequest,
  parseTranscriptionRequest,
  parseUploadPlanRequest,
  userId as readUserId,
} from '../protocol/requests.js';
import type { RawTask, TaskText } from '../protocol/responses.js';
import { BACKEND_PATHS, SERVICE_PATHS, SUBMISSION_HEADERS } from '../protocol/routes.js';
import {
  HttpError,
  jsonReply,
  jsonTextReply,
  Misconfigured,
  type Reply,
  readEmptyBody,
  readJson,
} from './http-messages.js';
import type { RequestStats } from './handler-events.js';
import { hostIn, refuseFileUrl } from './file-url-guard.js';
import type { Settings } from './options.js';
import type { Sealer } from './sealed-id.js';
import { ServiceFailure } from './service-client.js';
import type { Service } from './service.js';
import { readAttempt, type SubmissionKeys } from './submission-keys.js';
import { listTasks } from './task-list.js';
import { withDeadline } from './deadlines.js';
import type { UserLimits } from './user-limits.js';
import type { SubmittedTask, TaskRecorder } from './watcher/task.js';

/** Everything needed to serve one request. */
export interface HandlerContext {
  readonly settings: Settings;
  readonly service: Service;
  readonly sealer: Sealer;
  readonly userLimits: UserLimits;
  readonly submissionKeys: SubmissionKeys;
  readonly stats: RequestStats;
  /** Gets each task. Null if there is no watcher. */
  readonly tasks: TaskRecorder | null;
}

/** Requires a session. */
type UserRoute =
  | { readonly access: 'user'; readonly name: 'user-token' | 'submit'; readonly method: 'POST' }
  | { readonly access: 'user'; readonly name: 'list'; readonly method: 'GET' }
  | {
      readonly access: 'user';
      readonly name: 'query';
      readonly method: 'GET';
      readonly sealedId: string;
    };

/** Requires a session and a user token. Served only with `proxyUploads`. */
interface UploadRoute {
  readonly access: 'upload';
  readonly name: 'upload-plan' | 'complete-upload';
  readonly method: 'POST';
}

export type Route = UserRoute | UploadRoute;

/** The route of a path; null if nothing is served there. */
export const routeOf = (
  pathname: string,
  method: string,
  {
    basePath,
    proxyUploads,
    listTranscriptions,
  }: Pick<Settings, 'basePath' | 'proxyUploads' | 'listTranscriptions'>,
): Route | null => {
  if (!pathname.startsWith(`${basePath}/`)) return null;
  const path = pathname.slice(basePath.length);
  switch (path) {
    case BACKEND_PATHS.userToken:
      return { name: 'user-token', method: 'POST', access: 'user' };
    case BACKEND_PATHS.transcriptions:
      return listTranscriptions && method === 'GET'
        ? { name: 'list', method, access: 'user' }
        : { name: 'submit', method: 'POST', access: 'user' };
    case SERVICE_PATHS.uploadPlan:
      return proxyUploads ? { name: 'upload-plan', method: 'POST', access: 'upload' } : null;
    case SERVICE_PATHS.completeUpload:
      return proxyUploads ? { name: 'complete-upload', method: 'POST', access: 'upload' } : null;
  }
  if (!path.startsWith(`${BACKEND_PATHS.transcriptions}/`)) return null;
  const sealedId = path.slice(BACKEND_PATHS.transcriptions.length + 1);
  return { name: 'query', method: 'GET', access: 'user', sealedId };
};

/** The service does not know what the page asks for. */
const unlessUnknown = (error: unknown): unknown =>
  error instanceof ServiceFailure && error.serviceStatus === 404
    ? new HttpError('not-found')
    : error;

const requireMethod = (request: Request, { method }: Route, allowed: string = method): void => {
  if (request.method === method) return;
  throw new HttpError('method-not-allowed', undefined, { Allow: allowed });
};

/** Calls the partner's `authorize` to find out who sent the request. */
export const authorizedUserId = async (
  request: Request,
  { authorize }: Pick<Settings, 'authorize'>,
): Promise<string> => {
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

/** Serves the routes that need only a session. */
export const serveUser = async (
  route: UserRoute,
  userId: string,
  request: Request,
  context: HandlerContext,
): Promise<Reply> => {
  if (route.name === 'query') {
    const transcriptionId = await context.sealer.open(route.sealedId, userId);
    if (transcriptionId === null) throw new HttpError('not-found');
    requireMethod(request, route);
    await context.userLimits.count('queries', userId);
    return context.tasks === null
      ? query(route.sealedId, transcriptionId, request, context)
      : queryKnown({ userId, transcriptionId, sealedId: route.sealedId }, request, context);
  }
  if (route.name === 'list') {
    await context.userLimits.count('queries', userId);
    return listTasks(userId, request, context.tasks!.list!.bind(context.tasks), context.sealer);
  }
  const isListed = route.name === 'submit' && context.settings.listTranscriptions;
  requireMethod(request, route, isListed ? 'GET, POST' : 'POST');
  return route.name === 'submit'
    ? submit(userId, request, context)
    : issueUserToken(userId, request, context);
};

const issueUserToken = async (
  userId: string,
  request: Request,
  { settings, service, sealer, userLimits, stats }: HandlerContext,
): Promise<Reply> => {
  await readEmptyBody(request, settings);
  await userLimits.count('userTokens', userId);
  const token = await service.issueUserToken(userId, request.signal, stats);
  return jsonReply({ ...token, userKey: await sealer.userKey(userId) });
};

/** Refuses a recording that another user has uploaded: the cookie of the session may have changed since then. */
const refuseAnotherUser = async (
  { headers }: Request,
  userId: string,
  sealer: Sealer,
): Promise<void> => {
  const userKey = headers.get(SUBMISSION_HEADERS.userKey);
  if (userKey === null || userKey === (await sealer.userKey(userId))) return;
  throw new HttpError('another-user');
};

const submit = async (
  userId: string,
  request: Request,
  context: HandlerContext,
): Promise<Reply> => {
  const { settings, service, sealer, userLimits, submissionKeys } = context;
  const body = await readJson(request, settings, parseTranscriptionRequest);
  const reason = refuseFileUrl(body.file_url, settings.allowedFileHosts);
  if (reason !== null) {
    throw new HttpError('file-url-not-allowed', `file_url ${reason}`, {}, hostIn(body.file_url));
  }
  const attempt = readAttempt(request);
  await refuseAnotherUser(request, userId, sealer);
  // If somebody waits for the task, a browser that disconnects must not abort the call: the task may exist already.
  const isAwaited = attempt !== null || context.tasks !== null;
  const signal = isAwaited ? new AbortController().signal : request.signal;
  const submitOnce = async (): Promise<{ readonly task: TaskText; readonly sealedId: string }> => {
    await userLimits.count('submissions', userId);
    const task = await service.submit(body, signal);
    return { task, sealedId: await sealer.seal(task.transcription_id, userId) };
  };
  const done =
    attempt === null ? await submitOnce() : await submissionKeys.once(userId, attempt, submitOnce);
  // An earlier attempt has submitted it. The page queries the task, so its status does not matter.
  if (done.task === undefined)
    return taskReply({ status: 'PENDING', dataText: '{}' }, done.sealedId);
  const { task, sealedId } = done;
  await recordSubmission({ userId, sealedId, request: body }, task, context);
  return taskReply(task, sealedId);
};

/** Longer than a watcher waits for its storage, in ms. */
const RECORD_TIMEOUT_MS = 12_000;

/** The task exists and costs money, so a failing watcher must not fail the submission. */
const recordSubmission = async (
  submission: Pick<SubmittedTask, 'userId' | 'sealedId' | 'request'>,
  task: RawTask,
  { tasks, settings: { emit } }: HandlerContext,
): Promise<void> => {
  if (tasks === null) return;
  const recorded = { ...submission, transcriptionId: task.transcription_id };
  try {
    await withDeadline(RECORD_TIMEOUT_MS, undefined, () => tasks.submitted(recorded, task));
  } catch (cause) {
    emit(
      {
        kind: 'configuration',
        message: 'watcher.submitted failed, or took too long: a task may not be watched.',
        option: 'watcher',
        cause,
      },
      [task.transcription_id, submission.sealedId, submission.userId],
    );
  }
};

/** Like `query`, with the answer of the watcher if it knows one. */
const queryKnown = async (
  task: Pick<SubmittedTask, 'userId' | 'transcriptionId' | 'sealedId'>,
  request: Request,
  { service, tasks }: HandlerContext,
): Promise<Reply> => {
  const ask = async (): Promise<RawTask> => {
    const answer = await service.query(task.transcriptionId, request.signal);
    if (answer.transcription_id === task.transcriptionId) return answer;
    throw new ServiceFailure('service-answer-invalid', 200);
  };
  try {
    const { status, data } = await tasks!.query(task, ask);
    const isDone = status === 'SUCCESS';
    return jsonReply({ transcription_id: task.sealedId, status, data: isDone ? data : {} });
  } catch (error) {
    // `data` is nested too deeply for JSON.stringify.
    if (error instanceof RangeError) throw new ServiceFailure('service-result-invalid', 200);
    throw unlessUnknown(error);
  }
};

const query = async (
  sealedId: string,
  transcriptionId: string,
  request: Request,
  { service }: HandlerContext,
): Promise<Reply> => {
  try {
    const task = await service.query(transcriptionId, request.signal);
    if (task.transcription_id === transcriptionId) return taskReply(task, sealedId);
  } catch (error) {
    throw unlessUnknown(error);
  }
  // A task with another id may be another user's.
  throw new ServiceFailure('service-answer-invalid', 200);
};

/**
 * Sends a task (2.4) under its sealed id. `data` goes out as the service sent it, including fields that the
 * specification does not name, such as a voiceprint. It is empty until the task has succeeded.
 */
const taskReply = (
  { status, dataText }: Pick<TaskText, 'status' | 'dataText'>,
  sealedId: string,
): Reply =>
  jsonTextReply(
    `{"transcription_id":${JSON.stringify(sealedId)},"status":${JSON.stringify(status)},"data":${dataText}}`,
  );

/**
 * Forwards 4.4 and 4.6 with the browser's user token. Both bodies are parsed and rebuilt. `authorize` decides who may
 * use the proxy, and calls are counted for that user; only the service can tell who the token belongs to.
 */
export const serveUpload = async (
  route: UploadRoute,
  userId: string,
  request: Request,
  { settings, service, userLimits }: HandlerContext,
): Promise<Reply> => {
  const userToken = bearerToken(request);
  requireMethod(request, route);
  const { signal } = request;
  let send: () => Promise<unknown>;
  if (route.name === 'upload-plan') {
    const body = await readJson(request, settings, parseUploadPlanRequest);
    send = () => service.planUpload(userToken, body, signal);
  } else {
    const body = await readJson(request, settings, parseCompleteUploadRequest);
    send = () => service.completeUpload(userToken, body, signal);
  }
  await userLimits.count('uploads', userId);
  try {
    return jsonReply(await send());
  } catch (error) {
    throw uploadFailure(error);
  }
};

/** The user token that the browser sent. The service checks it. */
const bearerToken = (request: Request): string => {
  const match = /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.get('authorization') ?? '');
  if (match?.[1] !== undefined) return match[1];
  throw new HttpError('no-session', 'the user token is missing', { 'WWW-Authenticate': 'Bearer' });
};

/** A 401 or 403 here is about the browser's user token, not about this backend's credentials. */
const uploadFailure = (error: unknown): unknown =>
  error instanceof ServiceFailure && error.code === 'service-credentials'
    ? new HttpError('no-session', 'the service did not accept the user token', {
        'WWW-Authenticate': 'Bearer error="invalid_token"',
      })
    : unlessUnknown(error);
