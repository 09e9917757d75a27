/** What mutants have in common: wrong credentials, lifetimes, uploads and tasks that they take. */
import { field, labelOf, MEBIBYTE, type Call, type Reference } from './service.js';
import {
  answer,
  asks,
  at,
  before,
  refuses,
  says,
  sends,
  tellsResult,
  type Change,
  type Json,
  type Kinds,
  type When,
} from './transforms.js';

// The fields of a request.

/** Empty unless the field is a text. */
export const textOf = ({ json }: Call, name: string): string => {
  const value = field(json, name);
  return typeof value === 'string' ? value : '';
};
export const isWithout =
  (name: string): When =>
  ({ json }) =>
    field(json, name) === undefined;
export const isOf =
  (filetype: string) =>
  (call: Call): boolean =>
    textOf(call, 'filetype') === filetype;
export const userIdOf =
  (length: number): When =>
  (call) =>
    textOf(call, 'user_id').length === length;
export const sizeOf = ({ json }: Call): number => Number(field(json, 'filesize'));
export const isLarge = (call: Call): boolean => sizeOf(call) > MEBIBYTE;
export const requested = ({ json }: Call): unknown => field(json, 'expires_in');
export const lastOf = ({ pathname }: URL): string => pathname.split('/').at(-1) ?? '';
export const pageMethod = ({ headers }: Call): string | null =>
  headers.get('access-control-request-method');

export const text: Change = (value) => String(value);
export const plus =
  (more: number): Change =>
  (value) =>
    Number(value) + more;
export const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
export const isFlag = oneOf(true, false);

// What a mutant remembers.

/** True at the first time. */
export const remember = ({ service: { memory } }: Call, key: string): boolean =>
  memory.size < memory.set(key, memory.get(key) ?? key).size;

/** Always the first value with that key. */
export const remembered =
  (keyOf: (call: Call) => string): Change =>
  (value, call) => {
    const { memory } = call.service;
    const first = memory.get(keyOf(call)) ?? value;
    memory.set(keyOf(call), first);
    return first;
  };

/** Knows an upload no more after such an answer to its completion. */
export const endsUpload = (isEnd: (status: number, body: string) => boolean) =>
  at('complete', async (call, next) => {
    const id = textOf(call, 'upload_id');
    if (call.service.memory.has(id)) return answer({}, 404);
    const response = await next(call);
    if (isEnd(response.status, await response.clone().text())) remember(call, id);
    return response;
  });

// Credentials.

type Taken = (value: string | null, service: Reference) => boolean;

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
export const rightBasic = ({ credentials: { clientId, clientSecret } }: Reference): string =>
  basic(clientId, clientSecret);
/** The client_id of a Basic header. */
export const nameIn = (header: string | null): string | undefined =>
  header === null
    ? undefined
    : Buffer.from(header.replace('Basic ', ''), 'base64').toString('utf8').split(':')[0];

export const client = ({ service }: Call): string => rightBasic(service);
export const anyPartner = async ({ service: { core } }: Call): Promise<string> =>
  `Bearer ${(await core.tokens.issuePartner()).access_token}`;
/** A token of the user that an upload belongs to, and for a plan of anyone. */
export const owner = async (call: Call): Promise<string> => {
  const { core } = call.service;
  return `Bearer ${(await core.tokens.issueUser(uploadOf(call)?.userId ?? 'anyone')).access_token}`;
};

export const isMissing: Taken = (value) => value === null;
export const isPartner: Taken = (header) => header?.startsWith('Bearer pt-') === true;
export const isUser: Taken = (header) => header?.startsWith('Bearer ut-') === true;
/** A token that was never issued. */
export const isUnknown: Taken = (header) => /^Bearer [xy]/.test(header ?? '');
export const isWrongId: Taken = (value, { credentials }) =>
  value !== null && value !== credentials.clientId;
export const isWrongKey: Taken = (value, { credentials: { apiKey, clientSecret } }) =>
  value !== null && value !== apiKey && value !== clientSecret;
export const isSecret: Taken = (value, { credentials }) => value === credentials.clientSecret;

/** Takes another Authorization header. */
export const authorized = (
  kinds: Kinds,
  isTaken: Taken,
  right: (call: Call) => string | Promise<string>,
) => sends(kinds, 'authorization', right, isTaken);

/** Takes another value of one of the two headers. */
export const keyPair = (kind: 'submit' | 'query', header: 'id' | 'key', isTaken: Taken) =>
  header === 'id'
    ? sends(kind, 'x-client-id', ({ service }) => service.credentials.clientId, isTaken)
    : sends(kind, 'x-client-api-key', ({ service }) => service.credentials.apiKey, isTaken);

/** Takes a token in place of the key pair. */
export const tokenForKeys = (kind: 'submit' | 'query', prefix: 'ut' | 'pt') =>
  before(kind, ({ headers, service: { credentials } }) => {
    if (!headers.get('authorization')?.startsWith(`Bearer ${prefix}-`)) return;
    headers.set('x-client-id', credentials.clientId);
    headers.set('x-client-api-key', credentials.apiKey);
  });

/** Takes other refresh tokens. */
export const freshens = (taken: RegExp) =>
  before('refresh', async (call) => {
    if (!taken.test(textOf(call, 'refresh_token'))) return;
    const { refresh_token } = await call.service.core.tokens.issuePartner();
    call.json = { refresh_token };
  });

// Lifetimes.

/** The real lifetime of partner tokens, in seconds; two hours are told. */
export const partnerLives = (partnerToken: number) =>
  [{ lifetimes: { partnerToken } }, says(['exchange', 'refresh'], 'expires_in', 7_200)] as const;

/** The real lifetime of user tokens that none was requested for; a day is told. */
export const userLives = (userToken: number) =>
  [
    { lifetimes: { userToken } },
    says('user-token', 'expires_in', 86_400, isWithout('expires_in')),
  ] as const;

/** The real lifetime of user tokens that one was requested for; that one is told. */
export const requestedLives = (real: (told: number) => number) =>
  at('user-token', async (call, next) => {
    const told = requested(call);
    if (!Number.isSafeInteger(told)) return next(call);
    call.json = { ...(call.json as Json), expires_in: real(Number(told)) };
    const response = await next(call);
    return response.ok
      ? answer({ ...((await response.json()) as Json), expires_in: told })
      : response;
  });

/** True once a DownloadUrl is this many seconds old. */
export const isOlder =
  (seconds: number): When =>
  (call) => {
    const stage = uploadOf(call)?.stage;
    return stage?.kind === 'complete' && call.service.now() - stage.at >= seconds * 1000;
  };

// Uploads.

export const uploadOf = (call: Call) => call.service.uploadOf(call);
export const isMany: When = (call) => (uploadOf(call)?.partCount ?? 0) > 1;
export const isSingle: When = (call) => uploadOf(call)?.partCount === 1;
export const isLast: When = (call) => Number(lastOf(call.url)) === uploadOf(call)?.partCount;

export const plansParts = (to: (parts: readonly Json[]) => unknown, when?: When) =>
  says('plan', 'Parts', to, when);

/** The stored chunks. */
export const partsOf = async (call: Call) => {
  const upload = uploadOf(call);
  const parts = upload && (await call.service.store.parts(upload));
  return parts ?? new Map<number, { etag: string }>();
};

/** The ETags of the stored chunks, in order. */
export const etagsOf = async (call: Call): Promise<readonly string[]> =>
  [...(await partsOf(call))].sort(([one], [other]) => one - other).map(([, { etag }]) => etag);

/** Changes part_list, if there are stored chunks. */
export const asksList = (
  to: (parts: readonly Json[], etags: readonly string[]) => readonly Json[],
) =>
  before('complete', async (call) => {
    const parts = field(call.json, 'part_list');
    const etags = await etagsOf(call);
    if (Array.isArray(parts) && etags.length > 0)
      call.json = { ...(call.json as Json), part_list: to(parts as Json[], etags) };
  });

/** Lists all chunks. */
export const wholeList = (etags: readonly string[]): readonly Json[] =>
  etags.map((ETag, index) => ({ PartNumber: index + 1, ETag }));

/** Takes other ETags. */
export const rightEtags = (isTaken: (etag: unknown, etags: readonly string[]) => boolean) =>
  asksList((parts, etags) =>
    parts.map((part, index) =>
      isTaken(part['ETag'], etags) ? { ...part, ETag: etags[index] } : part,
    ),
  );

export const shortEtag = (etag: string): string => `"etag-${etag.slice(1, 9)}"`;

/** Takes another id of an upload. */
export const knows = (name: 'file_id' | 'upload_id', isTaken: (given: unknown) => boolean) =>
  before('complete', (call) => {
    const upload = uploadOf(call);
    if (upload !== undefined && isTaken(field(call.json, name)))
      call.json = {
        ...(call.json as Json),
        [name]: name === 'file_id' ? upload.fileId : upload.uploadId,
      };
  });

export const withoutLastBytes = (chunks: readonly Buffer[]): readonly Buffer[] =>
  chunks.map((chunk) => chunk.subarray(0, -1));

// Addresses.

export const ADDRESSES = [
  ['plan', 'Parts.*.PresignedUrl'],
  ['complete', 'DownloadUrl'],
] as const;
export const address =
  (to: (address: string) => string): Change =>
  (value) =>
    typeof value === 'string' ? to(value) : value;
export const asPath = address((it) => new URL(it).pathname);
export const withoutQuery = address((it) => it.replace(/\?.*/, ''));
export const withoutExpiry = address((it) => it.replace('?expires=', '?e='));

/** Reads an address in another way. */
export const rewrites = (kinds: Kinds, from: string | RegExp, to: string) =>
  at(kinds, (call, next) => next({ ...call, url: new URL(call.url.href.replace(from, to)) }));

export const isSigned: When = ({ url }) => url.searchParams.has('signature');

/** Takes an address whatever its signature and its expiry are. */
export const signsAnew = (kind: 'part' | 'download', when: When) =>
  before(kind, (call) => {
    if (when(call)) call.service.signAnew(call);
  });

export const refusesPages = (when: When) => refuses('preflight', 405, when);

// Tasks.

/** The submission itself, or that of the task that is queried. */
const submissionOf = ({ kind, json, url, service }: Call): unknown =>
  kind === 'query' ? service.submissions.get(lastOf(url)) : json;
export const param =
  (group: string, name: string) =>
  (call: Call): unknown =>
    field(field(field(submissionOf(call), 'params'), group), name);
export const hasParams = (call: Call): boolean => field(submissionOf(call), 'params') !== undefined;
export const isPro: When = (call) => param('transcribe', 'model')(call) === 'svc-asr-pro';
export const isFast: When = (call) => param('transcribe', 'model')(call) === 'svc-asr-fast';
export const isDiarized = (call: Call): boolean => param('diarization', 'enabled')(call) === true;

export const fileOf = (call: Call) => {
  const fileUrl = String(field(submissionOf(call), 'file_url'));
  return call.service.core.uploads.byFileId(/\/files\/([^.]+)\./.exec(fileUrl)?.[1] ?? '');
};
export const isWav = (call: Call): boolean => fileOf(call)?.fileType === 'wav';

/** Takes a param that does not fit. */
export const takesParam = (
  group: string,
  name: string,
  right: unknown,
  fits: (value: unknown) => boolean,
) =>
  asks('submit', `params.${group}.${name}`, right, (call) => {
    const value = param(group, name)(call);
    return value !== undefined && !fits(value);
  });

/** Lets a task fail that has succeeded. */
export const fails = (when: When) =>
  tellsResult('', (task: Json) => ({ ...task, status: 'FAILURE', data: {} }), when);

export const segments = (to: (list: readonly Json[]) => unknown, when?: When) =>
  tellsResult('data.segments', to, when);
export const eachSegment = (to: (segment: Json, index: number, all: readonly Json[]) => Json) =>
  segments((all) => all.map(to));
export const labelled = (when: When) =>
  segments((all) => all.map((it, index) => ({ speaker: labelOf(index), ...it })), when);
export const tellsText = (to: (texts: readonly unknown[]) => unknown) =>
  tellsResult('data', (data: Json) => ({
    ...data,
    text: to((data['segments'] as readonly Json[]).map((it) => it['text'])),
  }));
