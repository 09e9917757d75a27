/** The whole service of the specification. Its clock, ids, store and recogniser are given to it. */
import {
  type Route,
  type Cors,
  jsonBody,
  optionalJsonBody,
  Refusal,
  exactly,
  json,
  pattern,
  type Answer,
  type Exchange,
} from './route.js';
import type { Records, Store } from './store.js';
import type { TaskRecord } from './task-record.js';
import { loadTasks, type TasksOptions, type Tasks } from './tasks.js';
import { loadTokens, type Token, type Tokens } from './tokens.js';
import {
  loadUploads,
  type UploadRecord,
  completeUpload,
  type Upload,
  MOST_PARTS,
  type Uploads,
} from './uploads.js';
import {
  ContractError,
  filledText,
  oneOf,
  onlyRecord,
  positiveInteger,
} from '../../src/protocol/read.js';
import {
  parseCompleteUploadRequest,
  parseTranscriptionRequest,
  parseUploadPlanRequest,
  userId,
} from '../../src/protocol/requests.js';
import { SERVICE_PATHS } from '../../src/protocol/routes.js';
import type { UploadPlan } from '../../src/protocol/types.js';
import { requireBasic, requireKeyPair } from './secrets.js';
import type { Clock, Credentials, Lifetimes, Secrets } from './settings.js';

/** Loaded from the records. */
type Loaded = 'tokens' | 'uploads' | 'tasks';

interface ServiceOptions
  extends Omit<ServiceContext, Loaded>, Omit<TasksOptions, 'records' | 'secrets'> {
  readonly records: {
    readonly tokens: Records<Token>;
    readonly uploads: Records<UploadRecord>;
    readonly tasks: Records<TaskRecord>;
  };
}

export interface Service extends Pick<ServiceContext, Loaded> {
  /** 4.1 to 4.4 and 4.6 to 4.8. */
  readonly routes: readonly Route[];
}

/** Restores what the records have. Call `tasks.start` once `file_url` can be reached. */
export const openService = async (options: ServiceOptions): Promise<Service> => {
  const { records, ...shared } = options;
  const tokens = await loadTokens({ ...shared, records: records.tokens });
  const uploads = await loadUploads({ ...shared, records: records.uploads });
  const tasks = await loadTasks({ ...shared, records: records.tasks });
  return {
    routes: serviceRoutes({ ...shared, tokens, uploads, tasks }),
    ...{ tokens, uploads, tasks },
  };
};

// The service: 4.1 to 4.4 and 4.6 to 4.8.

export interface ServiceContext {
  readonly clock: Clock;
  readonly store: Store;
  readonly credentials: Credentials;
  readonly lifetimes: Lifetimes;
  readonly tokens: Tokens;
  readonly uploads: Uploads;
  readonly tasks: Tasks;
  readonly secrets: Secrets;
  /** Chunk size in bytes for a file of this size. */
  readonly chunkSize: (filesize: number, session: string | null) => number;
}

/** 4.4 and 4.6 use user tokens, which pages hold. All other routes are for backends and have no CORS. */
const PAGES: Cors = {
  methods: ['POST'],
  requestHeaders: ['Authorization', 'Content-Type'],
  exposedHeaders: ['Retry-After'],
};

/** A body of 4.6 lists up to 10 000 chunks. */
const COMPLETION_LIMIT = 1024 + MOST_PARTS * 100;

const planOf = async (
  upload: Upload,
  { store, clock, lifetimes }: ServiceContext,
): Promise<UploadPlan> => {
  const validity = { from: clock.now(), seconds: lifetimes.uploadAddress };
  const addresses = await store.partAddresses(upload, validity);
  return {
    FileId: upload.fileId,
    UploadId: upload.uploadId,
    ChunkSize: upload.chunkSize,
    Parts: addresses.map((PresignedUrl, index) => ({ PartNumber: index + 1, PresignedUrl })),
  };
};

const complete = async (context: ServiceContext, exchange: Exchange): Promise<Answer> => {
  const userId = context.tokens.requireUser(exchange.headers);
  const request = parseCompleteUploadRequest(await jsonBody(exchange, COMPLETION_LIMIT));
  const upload = context.uploads.byUploadId(request.upload_id);
  // Another user's upload gets the same response as an unknown one, so that its existence is not revealed.
  if (upload?.fileId !== request.file_id || upload?.userId !== userId)
    throw new Refusal(
      404,
      'upload-not-found',
      'This user has no upload with this file_id and upload_id.',
    );
  const { store, uploads, lifetimes } = context;
  const downloadSeconds = lifetimes.downloadAddress;
  return json(await completeUpload(upload, request, { store, uploads, downloadSeconds }));
};

const serviceRoutes = (context: ServiceContext): readonly Route[] => {
  const { credentials, secrets, tasks, tokens, uploads } = context;
  const post = (kind: string, path: string, handle: Route['handle']): Route => ({
    ...{ kind, method: 'POST', match: exactly(path), handle },
  });
  return [
    post('partner-token', SERVICE_PATHS.partnerToken, async (exchange) => {
      requireBasic(exchange.headers, credentials, secrets);
      parsePartnerTokenRequest(await optionalJsonBody(exchange));
      return json(await tokens.issuePartner());
    }),
    post('partner-refresh', SERVICE_PATHS.partnerRefresh, async (exchange) => {
      requireBasic(exchange.headers, credentials, secrets);
      const { refresh_token } = parsePartnerRefreshRequest(await jsonBody(exchange));
      return json(await tokens.refreshPartner(refresh_token));
    }),
    post('user-token', SERVICE_PATHS.userToken, async (exchange) => {
      tokens.requirePartner(exchange.headers);
      const request = parseUserTokenRequest(await jsonBody(exchange));
      if ((request.expires_in ?? 0) > Number.MAX_SAFE_INTEGER / 1_000_000)
        throw new ContractError('expires_in', 'is too large');
      return json(await tokens.issueUser(request.user_id, request.expires_in));
    }),
    {
      ...post('upload-plan', SERVICE_PATHS.uploadPlan, async (exchange) => {
        const userId = tokens.requireUser(exchange.headers);
        const request = parseUploadPlanRequest(await jsonBody(exchange));
        const chunkSize = context.chunkSize(request.filesize, exchange.session);
        return json(await planOf(await uploads.create(userId, request, chunkSize), context));
      }),
      cors: PAGES,
    },
    {
      ...post('complete-upload', SERVICE_PATHS.completeUpload, (it) => complete(context, it)),
      cors: PAGES,
    },
    post('submit', SERVICE_PATHS.transcriptions, async (exchange) => {
      requireKeyPair(exchange.headers, credentials, secrets);
      const request = parseTranscriptionRequest(await jsonBody(exchange));
      return json(await tasks.submit(request, exchange.session));
    }),
    {
      kind: 'query',
      method: 'GET',
      match: pattern(`${SERVICE_PATHS.transcriptions}:id`),
      handle: async (exchange) => {
        requireKeyPair(exchange.headers, credentials, secrets);
        const task = await tasks.query(exchange.parameters['id'] ?? '');
        if (task === undefined)
          throw new Refusal(404, 'task-not-found', 'There is no task with this transcription_id.');
        return json(task);
      },
    },
  ];
};

export const jsonRefusal = ({ status, code, message }: Refusal): Answer =>
  json({ error: code, message }, status);

// The requests for tokens. Only the service reads them; the handler sends them. Parsers throw ContractError.

/** 4.1. A missing body counts as an empty one. */
const parsePartnerTokenRequest = (json: unknown) =>
  onlyRecord({}, { grant_type: oneOf(['client_credentials']) })(json === undefined ? {} : json, '');

/** 4.2. */
const parsePartnerRefreshRequest = (json: unknown) =>
  onlyRecord({ refresh_token: filledText }, { grant_type: oneOf(['refresh_token']) })(json, '');

/** 4.3. */
const parseUserTokenRequest = (json: unknown) =>
  onlyRecord({ user_id: userId }, { expires_in: positiveInteger })(json, '');
