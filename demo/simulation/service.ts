/** The service of the specification for one visit: 4.1 to 4.4 and 4.6 to 4.8. The storage host (4.5) is beside it. */
import {
  CLIENT_HEADERS,
  ContractError,
  LIMITS,
  parseCompleteUploadRequest,
  parsePartnerRefreshRequest,
  parsePartnerTokenRequest,
  parseTranscriptionRequest,
  parseUploadPlanRequest,
  parseUserTokenRequest,
  SERVICE_PATHS,
  TRANSCRIPTION_DEFAULTS,
} from '../../src/protocol/index.js';
import {
  addUpload,
  CHUNK_SIZE,
  type Token,
  type Upload,
  type Visit,
  madeUpTranscript,
} from './visit.js';
/** A request that breaks a rule of the specification. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const demand: (condition: boolean, status: number, message: string) => asserts condition = (
  condition,
  status,
  message,
) => {
  if (!condition) throw new Refused(status, message);
};

/** They protect nothing: both sides are in the visitor's own browser. */
export const CREDENTIALS = {
  clientId: 'simulated-client',
  clientSecret: 'the-client-secret-of-the-simulation',
  apiKey: 'the-api-key-of-the-simulation',
} as const;

/** Lifetime of presigned upload addresses, in seconds. */
const ADDRESS_SECONDS = 3_600;
const REFRESH_SECONDS = 30 * 86_400;
const TOKENS_KEPT = 20;

interface ServiceOptions {
  readonly visit: Visit;
  /** {base_url} and the base of the storage host, without a trailing slash. */
  readonly serviceUrl: string;
  readonly storageUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Random characters for a URL. */
  readonly newId: () => string;
}

/** Answers a request to `serviceUrl`. */
type Service = (request: Request) => Promise<Response>;

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });

const bodyOf = async (request: Request): Promise<unknown> => {
  const type = request.headers.get('content-type') ?? 'application/json';
  demand(type.startsWith('application/json'), 415, 'The body must be JSON.');
  const text = await request.text();
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    throw new Refused(400, 'The body is not JSON.');
  }
};

export const createService = ({
  visit,
  serviceUrl,
  storageUrl,
  now,
  newId,
}: ServiceOptions): Service => {
  const addToken = (level: Token['level'], user: string, seconds: number): string => {
    const value = `${level}-${newId()}`;
    const valid = visit.tokens.filter(({ until }) => until > now());
    const token = { value, level, user, until: now() + seconds * 1000 };
    visit.tokens = [...valid, token].slice(-TOKENS_KEPT);
    return value;
  };
  const findToken = (value: string | undefined, level: Token['level']): Token => {
    const token = visit.tokens.find((it) => it.value === value && it.until > now());
    demand(token !== undefined, 401, 'The token is unknown or has expired.');
    demand(token.level === level, 403, `This needs a ${level} token.`);
    return token;
  };
  const bearer = ({ headers }: Request, level: Token['level']): Token =>
    findToken(/^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1], level);

  const requireBasic = ({ headers }: Request): void => {
    const { clientId, clientSecret } = CREDENTIALS;
    const expected = `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
    demand(headers.get('authorization') === expected, 401, 'The client credentials are wrong.');
  };
  const requireKeys = ({ headers }: Request): void => {
    const id = headers.get(CLIENT_HEADERS.clientId);
    demand(id === CREDENTIALS.clientId, 401, 'The client id is wrong.');
    demand(headers.get(CLIENT_HEADERS.apiKey) === CREDENTIALS.apiKey, 401, 'The key is wrong.');
  };

  const partnerToken = (): Response =>
    json({
      access_token: addToken('partner', '', LIMITS.partnerTokenSeconds),
      expires_in: LIMITS.partnerTokenSeconds,
      refresh_token: addToken('refresh', '', REFRESH_SECONDS),
    });

  const exchange: Service = async (request) => {
    requireBasic(request);
    parsePartnerTokenRequest(await bodyOf(request));
    return partnerToken();
  };

  const refresh: Service = async (request) => {
    requireBasic(request);
    const { refresh_token } = parsePartnerRefreshRequest(await bodyOf(request));
    const used = findToken(refresh_token, 'refresh');
    visit.tokens = visit.tokens.filter((token) => token !== used);
    return partnerToken();
  };

  const issueUserToken: Service = async (request) => {
    bearer(request, 'partner');
    const { user_id, expires_in = LIMITS.userTokenSeconds } = parseUserTokenRequest(
      await bodyOf(request),
    );
    const access_token = addToken('user', user_id, expires_in);
    return json({ access_token, token_type: 'bearer', expires_in });
  };

  const plan: Service = async (request) => {
    const { user } = bearer(request, 'user');
    const { filesize, filetype } = parseUploadPlanRequest(await bodyOf(request));
    const upload = addUpload(visit, {
      fileId: `file-${newId()}`,
      uploadId: `upload-${newId()}`,
      signature: newId(),
      user,
      size: filesize,
      type: filetype,
    });
    const { fileId, uploadId, signature, parts } = upload;
    const query = `X-Amz-Expires=${ADDRESS_SECONDS}&X-Amz-Signature=${signature}`;
    return json({
      FileId: fileId,
      UploadId: uploadId,
      ChunkSize: CHUNK_SIZE,
      Parts: parts.map((_, index) => ({
        PartNumber: index + 1,
        PresignedUrl: `${storageUrl}/uploads/${uploadId}/${index + 1}?${query}`,
      })),
    });
  };

  const addressOf = ({ fileId, type, signature }: Upload): string =>
    `${storageUrl}/files/${fileId}.${type}?X-Amz-Expires=${LIMITS.downloadUrlSeconds}&X-Amz-Signature=${signature}`;

  const complete: Service = async (request) => {
    const { user } = bearer(request, 'user');
    const body = parseCompleteUploadRequest(await bodyOf(request));
    const upload = visit.uploads.find(
      ({ fileId, uploadId }) => fileId === body.file_id && uploadId === body.upload_id,
    );
    demand(upload !== undefined && upload.user === user, 404, 'There is no such upload.');
    demand(body.filetype === upload.type, 400, 'The file type differs from the plan.');
    demand(body.part_list.length === upload.parts.length, 400, 'A part is missing.');
    for (const [index, { PartNumber, ETag }] of body.part_list.entries()) {
      demand(PartNumber === index + 1, 400, 'The parts are not in order.');
      demand(upload.parts[index]?.etag === ETag, 400, `The ETag of part ${PartNumber} is wrong.`);
    }
    // The bytes of the parts are not kept, so the whole file cannot be hashed here. The element has compared the ETag of
    // each part with the MD5 of its bytes.
    demand(body.file_md5 !== undefined, 400, 'This simulation needs file_md5.');
    upload.md5 = body.file_md5.toLowerCase();
    return json({
      FileId: upload.fileId,
      FileType: upload.type,
      DownloadUrl: addressOf(upload),
      FileMd5: upload.md5,
    });
  };

  const submit: Service = async (request) => {
    requireKeys(request);
    const { file_url, params = {} } = parseTranscriptionRequest(await bodyOf(request));
    const upload = visit.uploads.find((it) => it.md5 !== null && addressOf(it) === file_url);
    demand(upload !== undefined, 422, 'The recording cannot be read at file_url.');
    const task = {
      id: `task-${newId()}`,
      fileId: upload.fileId,
      language: params.transcribe?.language ?? TRANSCRIPTION_DEFAULTS.language,
      speakers: params.diarization?.enabled ?? false,
    };
    visit.tasks = [...visit.tasks, task];
    return json({ transcription_id: task.id, status: 'PENDING', data: {} });
  };

  const query = (request: Request, id: string): Response => {
    requireKeys(request);
    const task = visit.tasks.find((it) => it.id === id);
    const upload = visit.uploads.find(({ fileId }) => fileId === task?.fileId);
    demand(task !== undefined && upload !== undefined, 404, 'There is no such task.');
    const data = madeUpTranscript(task, upload, visit);
    return json({ transcription_id: task.id, status: 'SUCCESS', data });
  };

  const routes: Readonly<Record<string, Service>> = {
    [SERVICE_PATHS.partnerToken]: exchange,
    [SERVICE_PATHS.partnerRefresh]: refresh,
    [SERVICE_PATHS.userToken]: issueUserToken,
    [SERVICE_PATHS.uploadPlan]: plan,
    [SERVICE_PATHS.completeUpload]: complete,
    [SERVICE_PATHS.transcriptions]: submit,
  };

  const serve = (request: Request): Promise<Response> | Response => {
    const path = request.url.slice(serviceUrl.length).replace(/\?.*/, '');
    const route = routes[path];
    if (request.method === 'POST' && route !== undefined) return route(request);
    demand(request.method === 'GET', 405, 'This method is not allowed.');
    demand(path.startsWith(SERVICE_PATHS.transcriptions), 404, 'There is no such path.');
    return query(request, decodeURIComponent(path.slice(SERVICE_PATHS.transcriptions.length)));
  };

  return async (request) => {
    try {
      return await serve(request);
    } catch (error) {
      if (error instanceof Refused) return json({ error: error.message }, error.status);
      if (error instanceof ContractError) return json({ error: error.message }, 400);
      throw error;
    }
  };
};
