/** What each fault does to a request while a route handles it. */
import type { Fault } from './catalogue.js';
import {
  around,
  Refusal,
  type Answer,
  type Exchange,
  type NoAnswer,
  type Route,
} from '../../service/route.js';
import type { Clock } from '../../service/settings.js';
import type { Timer } from '../timer.js';
import type { ServiceContext } from '../../service/service.js';
import type { DiskStore } from '../storage/disk-store.js';
import type { Sessions } from '../sessions/sessions.js';
import {
  foreignDigestEtag,
  opaqueEtag,
  otherMd5,
  shuffled,
  tooShort,
  withDuplicate,
  withExtraParts,
  withField,
  weakEtag,
  withJson,
  drain,
  dripping,
  readSome,
  withChangedByte,
} from './answers.js';
import {
  mergeSlowly,
  otherSlash,
  pageInBetween,
  redirectSlash,
  refuseInPlace,
  type BetweenState,
} from './in-between.js';
import { malformedTask, withMalformedResult } from './malformed.js';
import { STORAGE_ERRORS } from './storage-errors.js';

interface FaultContext extends Pick<ServiceContext, 'clock' | 'tokens' | 'tasks'> {
  readonly timer: Timer;
  /** Undefined if the chunks are not sent to the sandbox. */
  readonly renameEtag?: DiskStore['renameEtag'] | undefined;
}

type Handle = Route['handle'];

const RESET: NoAnswer = { connection: 'reset' };
const HELD: NoAnswer = { connection: 'held' };

const withHeaders = (
  answer: Answer | NoAnswer,
  change: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
): Answer | NoAnswer =>
  'status' in answer ? { ...answer, headers: change(answer.headers ?? {}) } : answer;

/** HTTP dates have whole seconds, so this rounds up, so that no client retries too early. */
const retryAfter = (
  { retryAfterSeconds, retryAfterAs }: Extract<Fault, { name: 'status' }>,
  clock: Clock,
): Record<string, string> => {
  if (retryAfterSeconds === undefined) return {};
  if (retryAfterAs !== 'date') return { 'Retry-After': String(retryAfterSeconds) };
  const at = Math.ceil(clock.now() / 1000 + retryAfterSeconds) * 1000;
  return { 'Retry-After': new Date(at).toUTCString() };
};

const answerWithStatus = async (
  fault: Extract<Fault, { name: 'status' }>,
  exchange: Exchange,
  clock: Clock,
): Promise<Answer> => {
  const { status, body, mediaType = 'text/plain; charset=utf-8' } = fault;
  const headers = retryAfter(fault, clock);
  if (body === undefined)
    return refuseInPlace(
      exchange,
      new Refusal(status, 'fault', 'The sandbox was told to answer like this.', { headers }),
    );
  await drain(exchange);
  return { status, headers: { ...headers, 'Content-Type': mediaType }, body };
};

const storeUnder = async (
  exchange: Exchange,
  handle: Handle,
  { renameEtag }: FaultContext,
  rename: (etag: string) => string,
): Promise<Answer | NoAnswer> => {
  const answer = await handle(exchange);
  return withHeaders(answer, (headers) => {
    const etag = rename(headers['ETag'] ?? '');
    const { upload = '', part } = exchange.parameters;
    renameEtag?.(upload, Number(part), etag);
    return { ...headers, ETag: etag };
  });
};

/** On a submission, ends the task after the response; on a query, before it. */
const endTask = async (
  exchange: Exchange,
  handle: Handle,
  end: (id: string) => void,
): Promise<Answer | NoAnswer> => {
  const { id } = exchange.parameters;
  if (id !== undefined) end(id);
  return withJson(await handle(exchange), (task) => {
    if (id === undefined) end(String(task['transcription_id']));
    return task;
  });
};

/** The status before the current one. */
const leftBehind = ({ tasks }: FaultContext, task: Readonly<Record<string, unknown>>): string =>
  tasks.history(String(task['transcription_id'])).at(-2)?.status ?? 'PENDING';

const strike = async (
  fault: Fault,
  exchange: Exchange,
  handle: Handle,
  context: FaultContext & BetweenState,
): Promise<Answer | NoAnswer> => {
  const wait = (ms: number) => context.timer.wait(ms, exchange.ended);
  const changingJson = async (change: Parameters<typeof withJson>[1]) =>
    withJson(await handle(exchange), change);
  switch (fault.name) {
    case 'expired':
      return refuseInPlace(
        exchange,
        new Refusal(403, 'AccessDenied', 'Request has expired: ask for a new address.'),
      );
    case 'unknown-upload':
      return refuseInPlace(
        exchange,
        fault.at === 'part'
          ? new Refusal(404, 'NoSuchUpload', 'The upload does not exist, or was completed already.')
          : new Refusal(404, 'upload-not-found', 'This user has no such upload.'),
      );
    case 'status':
      return answerWithStatus(fault, exchange, context.clock);
    case 'storage-error':
      return refuseInPlace(
        exchange,
        new Refusal(
          STORAGE_ERRORS.get(fault.code) ?? 400,
          fault.code,
          'The sandbox was told to answer like this.',
        ),
      );
    case 'html-error':
    case 'sign-in-page':
    case 'offline-page':
      await drain(exchange);
      return pageInBetween(fault);
    case 'slash-redirect':
      await drain(exchange);
      return redirectSlash(exchange, context);
    case 'slow-merge':
      return mergeSlowly(fault.ms ?? 180_000, exchange, handle, context);
    case 'not-json':
      return { ...(await handle(exchange)), body: '{"unfinished":' };
    case 'changed-field':
      return changingJson((value) => withField(value, fault.field.split('.'), fault.value));
    case 'cut-answer':
      return { ...(await handle(exchange)), cutAfter: fault.bytes ?? 10 };
    case 'cors-blocked':
      return withHeaders(await handle(exchange), (headers) => ({
        ...headers,
        'Access-Control-Allow-Origin': 'https://elsewhere.invalid',
      }));
    case 'no-cors-headers':
      return { ...(await handle(exchange)), withoutCors: true };
    case 'reset-at-once':
      return RESET;
    case 'reset-mid-body':
      await readSome(exchange, fault.bytes ?? 1);
      return RESET;
    case 'reset-after-body':
      await handle(exchange);
      return RESET;
    case 'black-hole':
      return HELD;
    case 'no-answer':
      await handle(exchange);
      return HELD;
    case 'slow-drip':
      exchange.body = dripping(exchange.body, fault.bytes ?? 4096, () => wait(fault.ms ?? 50));
      return handle(exchange);
    case 'slow-answer': {
      const answer = await handle(exchange);
      await wait(fault.ms ?? 1000);
      return answer;
    }
    case 'dripping-answer': {
      const { bytes = 4096, ms = 50 } = fault;
      const through: Answer['through'] = (body) => dripping(body, bytes, () => wait(ms));
      return { ...(await handle(exchange)), through };
    }
    case 'missing-etag':
      return withHeaders(await handle(exchange), ({ ETag: _dropped, ...headers }) => headers);
    case 'hidden-etag':
      return withHeaders(await handle(exchange), (headers) => ({
        ...headers,
        'Access-Control-Expose-Headers': 'Content-Length',
      }));
    case 'opaque-etag':
      return storeUnder(exchange, handle, context, (etag) =>
        opaqueEtag(etag, fault.form ?? 'suffixed'),
      );
    case 'weak-etag':
      return withHeaders(await handle(exchange), (headers) => ({
        ...headers,
        ETag: weakEtag(headers['ETag'] ?? ''),
      }));
    case 'foreign-digest-etag':
      return storeUnder(exchange, handle, context, foreignDigestEtag);
    case 'corrupted-body':
      exchange.body = withChangedByte(exchange.body, fault.byte ?? 0);
      return handle(exchange);
    case 'corrupted-download':
      return {
        ...(await handle(exchange)),
        through: (body) => withChangedByte(body, fault.byte ?? 0),
      };
    case 'wrong-file-md5':
      return changingJson((file) => ({ ...file, FileMd5: otherMd5(String(file['FileMd5'])) }));
    case 'plan-too-short':
      return changingJson(tooShort);
    case 'plan-extra-parts':
      return changingJson(withExtraParts(fault.count ?? 1));
    case 'plan-shuffled':
      return changingJson(shuffled);
    case 'plan-duplicate-part':
      return changingJson(withDuplicate);
    case 'bad-chunk-size':
      return changingJson((plan) => ({ ...plan, ChunkSize: fault.value ?? 0 }));
    case 'token-expires':
      context.tokens.expire(exchange.headers);
      return handle(exchange);
    case 'unknown-status':
      return changingJson((task) => ({ ...task, status: fault.status ?? 'ARCHIVING', data: {} }));
    case 'earlier-status':
      return changingJson((task) => ({
        ...task,
        status: fault.status ?? leftBehind(context, task),
        data: {},
      }));
    case 'task-failure':
      return endTask(exchange, handle, (id) =>
        context.tasks.fail(id, 'A fault let the task fail.'),
      );
    case 'task-revoked':
      return endTask(exchange, handle, (id) => context.tasks.revoke(id));
    case 'malformed-task':
      return changingJson((task) => malformedTask(task, fault.form ?? 'no-id'));
    case 'malformed-result':
      return changingJson((task) => withMalformedResult(task, fault.form ?? 'no-data'));
  }
};

/** The same routes, each of which first checks for a fault. */
export const withFaults = (
  routes: readonly Route[],
  sessions: Pick<Sessions, 'nextFault'>,
  context: FaultContext,
): readonly Route[] => {
  const between = { redirected: new Set<string>(), merges: new Map<string | null, number>() };
  const known = { ...context, ...between };
  const bothSlashes = routes.map((route) => ({
    ...route,
    match: (path: string) =>
      route.match(path) ?? (between.redirected.has(path) ? route.match(otherSlash(path)) : null),
  }));
  return around(bothSlashes, (exchange, route) => {
    const { part } = exchange.parameters;
    const number = part === undefined ? undefined : Number(part);
    const fault = sessions.nextFault(exchange.session, route.kind, number);
    if (fault === undefined) return route.handle(exchange);
    exchange.fault = fault.name;
    return strike(fault, exchange, route.handle, known);
  });
};
