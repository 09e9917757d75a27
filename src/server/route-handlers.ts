/** The routes that the handler serves. */
import {
  parseCompleteUploadRequest,
  parseTranscriptionRequest,
  parseUploadPlanRequest,
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
  signalOf,
} from './http-messages.js';
import type { RequestStats } from './handler-events.js';
import { hostIn, refuseFileUrl } from './file-url-guard.js';
import type { Settings } from './handler-settings.js';
import { createSealer } from './sealed-id.js';
import { ServiceFailure } from './service-failures.js';
import { createService } from './service.js';
import { createSubmissionKeys, readAttempt, type Submission } from './submission-keys.js';
import { withDeadline } from './deadlines.js';
import { createUserLimits } from './user-limits.js';
import type { SubmittedTask, TaskPage } from './watcher/task.js';

/** Served only with `proxyUploads`. Needs a user token besides the session. */
interface UploadRoute {
  readonly name: 'upload-plan' | 'complete-upload';
  readonly method: 'POST';
}

export type Route =
  | UploadRoute
  | { readonly name: 'user-token' | 'submit'; readonly method: 'POST' }
  | { readonly name: 'list'; readonly method: 'GET' }
  | { readonly name: 'query'; readonly method: 'GET'; readonly sealedId: string };

/**
 * One spelling of a path (RFC 3986, 6.2.2). Frameworks add a slash at the end, proxies double the one at their mount
 * path, and some clients escape more than they must.
 */
export const canonicalPath = (pathname: string): string =>
  pathname
    .replace(/%[0-9a-f]{2}/gi, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
    })
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');

/** HEAD is a GET whose answer has no body. */
const methodOf = ({ method }: Request): string => (method === 'HEAD' ? 'GET' : method);

/** Of an id, a token or a name of a file, nothing is logged. */
const PLAIN_SEGMENT = /^[a-z][a-z_-]{0,23}\d{0,2}$/;

/** The path of a request that no route has, for the log, and the `basePath` for which one would have it. */
export const arrivedPath = ({ url }: Request): string => {
  const pathname = canonicalPath(new URL(url).pathname);
  const segments = pathname.split('/').slice(1);
  const isPlain = (segment: string): boolean => PLAIN_SEGMENT.test(segment);
  const shown = segments.map((segment) => (isPlain(segment) ? segment : '…')).slice(0, 8);
  const path = `/${shown.join('/')}`;
  const at = segments.findLastIndex((each) => OWN_SEGMENTS.has(`/${each}`));
  if (at === -1 || at >= shown.length) return path;
  return `${path}, which needs basePath /${shown.slice(0, at).join('/')}`;
};

const OWN_SEGMENTS: ReadonlySet<string> = new Set([
  BACKEND_PATHS.userToken,
  BACKEND_PATHS.transcriptions,
]);

/** The route of a request; null if nothing is served at its path. */
export const routeOf = (
  request: Request,
  { basePath, proxyUploads, listTranscriptions }: Settings,
): Route | null => {
  const pathname = canonicalPath(new URL(request.url).pathname);
  const base = canonicalPath(basePath);
  if (!pathname.startsWith(`${base}/`)) return null;
  const path = pathname.slice(base.length);
  switch (path) {
    case BACKEND_PATHS.userToken:
      return { name: 'user-token', method: 'POST' };
    case BACKEND_PATHS.transcriptions:
      return listTranscriptions && methodOf(request) === 'GET'
        ? { name: 'list', method: 'GET' }
        : { name: 'submit', method: 'POST' };
    case SERVICE_PATHS.uploadPlan:
      return proxyUploads ? { name: 'upload-plan', method: 'POST' } : null;
    case SERVICE_PATHS.completeUpload:
      return proxyUploads ? { name: 'complete-upload', method: 'POST' } : null;
  }
  if (!path.startsWith(`${BACKEND_PATHS.transcriptions}/`)) return null;
  const sealedId = path.slice(BACKEND_PATHS.transcriptions.length + 1);
  return { name: 'query', method: 'GET', sealedId };
};

/** The service does not know what the page asks for. */
const unlessUnknown = (error: unknown): unknown =>
  error instanceof ServiceFailure && error.serviceStatus === 404
    ? new HttpError('not-found')
    : error;

const requireMethod = (
  request: Request,
  { method }: Route,
  allowed = method === 'GET' ? 'GET, HEAD' : method,
): void => {
  if (methodOf(request) === method) return;
  throw new HttpError('method-not-allowed', undefined, { Allow: allowed });
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

/** Told to the watcher when the first answer about a task is lost. The watcher then asks the service. */
const unansweredTask = (transcriptionId: string): RawTask => ({
  transcription_id: transcriptionId,
  status: 'PENDING',
  raw: {},
});

const MOST_TASKS = 100;
const USUAL_TASKS = 50;
const CURSOR = /^[\w.-]{1,200}$/;

/** Which page of a list is asked for. Throws HttpError. */
const readPage = (search: URLSearchParams): { limit: number; after: string | null } => {
  for (const name of new Set(search.keys())) {
    const isKnown = name === 'limit' || name === 'after';
    if (!isKnown || search.getAll(name).length > 1) {
      throw new HttpError('bad-request', 'the query may hold limit and after, once each');
    }
  }
  const limit = search.get('limit') ?? String(USUAL_TASKS);
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST_TASKS) {
    throw new HttpError('bad-request', `limit must be a whole number from 1 to ${MOST_TASKS}`);
  }
  const after = search.get('after');
  if (after !== null && !CURSOR.test(after)) {
    throw new HttpError('bad-request', 'after must be next of another page');
  }
  return { limit: Number(limit), after };
};

const iso = (ms: number): string => new Date(ms).toISOString();

/** Longer than a watcher waits for its storage, in ms. */
const RECORD_TIMEOUT_MS = 12_000;

/** Creates what serves a route for a user with a session. It rejects with HttpError, Misconfigured or ServiceFailure. */
export const createRoutes = (settings: Settings) => {
  const { watcher, emit } = settings;
  const service = createService(settings);
  const sealer = createSealer(settings.sealingKeys);
  const userLimits = createUserLimits(settings);
  const submissionKeys = createSubmissionKeys(settings);

  const issueUserToken = async (
    userId: string,
    request: Request,
    stats: RequestStats,
  ): Promise<Reply> => {
    await readEmptyBody(request, settings);
    await userLimits.count('userTokens', userId);
    void submissionKeys.prepare();
    const token = await service.issueUserToken(userId, signalOf(request), stats);
    const [userKey, ...userKeyAliases] = await sealer.userKeys(userId);
    return jsonReply({ ...token, userKey, ...(userKeyAliases.length > 0 && { userKeyAliases }) });
  };

  /** The task exists and costs money, so a failing watcher must not fail the submission. True if it has kept the task. */
  const recordSubmission = async (task: SubmittedTask, response: RawTask): Promise<boolean> => {
    if (watcher === null) return true;
    try {
      await withDeadline(RECORD_TIMEOUT_MS, undefined, () => watcher.submitted(task, response));
      return true;
    } catch (cause) {
      const message = 'watcher.submitted failed, or took too long: a task may not be watched.';
      emit({ kind: 'configuration', message, option: 'watcher', cause }, [
        ...[task.transcriptionId, task.sealedId, task.userId],
      ]);
      return false;
    }
  };

  const submit = async (userId: string, request: Request): Promise<Reply> => {
    const body = await readJson(request, settings, parseTranscriptionRequest);
    const reason = refuseFileUrl(body.file_url, settings.allowedFileHosts);
    if (reason !== null) {
      throw new HttpError('file-url-not-allowed', `file_url ${reason}`, {}, hostIn(body.file_url));
    }
    const attempt = readAttempt(request);
    // Another user has uploaded the recording: the cookie of the session may have changed since then.
    const userKey = request.headers.get(SUBMISSION_HEADERS.userKey);
    if (userKey !== null && !(await sealer.userKeys(userId)).includes(userKey)) {
      throw new HttpError('another-user');
    }
    // If somebody waits for the task, a browser that disconnects must not abort the call: the task may exist already.
    const isAwaited = attempt !== null || watcher !== null;
    const signal = isAwaited ? new AbortController().signal : signalOf(request);
    const submitOnce = async (): Promise<Submission<TaskText>> => {
      await userLimits.count('submissions', userId);
      const task = await service.submit(body, signal);
      return { task, sealedId: await sealer.seal(task.transcription_id, userId) };
    };
    const tell = async ({ sealedId, task }: Submission<TaskText>): Promise<boolean> => {
      const transcriptionId = task?.transcription_id ?? (await sealer.open(sealedId, userId));
      // The key that sealed it is no longer in use.
      if (transcriptionId === null) return false;
      const submitted = { userId, transcriptionId, sealedId, request: body };
      return recordSubmission(submitted, task ?? unansweredTask(transcriptionId));
    };
    let submission: Submission<TaskText>;
    if (attempt === null) {
      submission = await submitOnce();
      await tell(submission);
    } else {
      submission = await submissionKeys.once(userId, attempt, body, submitOnce, tell);
    }
    // If an earlier attempt has submitted it, the page queries the task, so its status does not matter.
    const { sealedId, task = { status: 'PENDING', dataText: '{}' } } = submission;
    return taskReply(task, sealedId);
  };

  /** The answer of the watcher if it knows one, or else the service's. */
  const query = async (
    route: Extract<Route, { name: 'query' }>,
    userId: string,
    request: Request,
  ): Promise<Reply> => {
    const { sealedId } = route;
    const transcriptionId = await sealer.open(sealedId, userId);
    if (transcriptionId === null) throw new HttpError('not-found');
    requireMethod(request, route);
    await userLimits.count('queries', userId);
    const ask = (): Promise<TaskText> => service.query(transcriptionId, signalOf(request));
    try {
      if (watcher === null) return taskReply(await ask(), sealedId);
      const { status, data } = await watcher.query({ userId, transcriptionId, sealedId }, ask);
      const known = status === 'SUCCESS' ? data : {};
      return jsonReply({ transcription_id: sealedId, status, data: known });
    } catch (error) {
      // `data` is nested too deeply for JSON.stringify.
      if (error instanceof RangeError) throw new ServiceFailure('service-result-invalid', 200);
      throw unlessUnknown(error);
    }
  };

  /** The tasks of the user. */
  const list = async (userId: string, request: Request): Promise<Reply> => {
    await userLimits.count('queries', userId);
    const asked = readPage(new URL(request.url).searchParams);
    let page: TaskPage;
    try {
      page = await watcher!.list!(userId, asked);
    } catch (cause) {
      const message = 'The watcher could not list tasks: check its storage.';
      throw new Misconfigured(message, 'watcher', { cause });
    }
    const transcriptions = await Promise.all(
      page.tasks.map(async ({ transcriptionId, status, submittedAt, endedAt }) => ({
        transcriptionId: await sealer.seal(transcriptionId, userId),
        status,
        submittedAt: iso(submittedAt),
        endedAt: endedAt === null ? null : iso(endedAt),
      })),
    );
    return jsonReply({ transcriptions, next: page.next });
  };

  /**
   * Forwards 4.4 and 4.6 with the browser's user token. Both bodies are parsed and rebuilt. `authorize` decides who may
   * use the proxy, and calls are counted for that user; only the service can tell who the token belongs to.
   */
  const upload = async (route: UploadRoute, userId: string, request: Request): Promise<Reply> => {
    const userToken = bearerToken(request);
    requireMethod(request, route);
    const signal = signalOf(request);
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

  return async (
    route: Route,
    userId: string,
    request: Request,
    stats: RequestStats,
  ): Promise<Reply> => {
    switch (route.name) {
      case 'query':
        return query(route, userId, request);
      case 'list':
        return list(userId, request);
      case 'submit':
        requireMethod(request, route, settings.listTranscriptions ? 'GET, HEAD, POST' : 'POST');
        return submit(userId, request);
      case 'user-token':
        requireMethod(request, route);
        return issueUserToken(userId, request, stats);
      default:
        return upload(route, userId, request);
    }
  };
};
