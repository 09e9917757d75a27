/** The service: 4.1 to 4.4 and 4.6 to 4.8. */
import { ContractError } from '../../src/protocol/read.js';
import {
  parseCompleteUploadRequest,
  parseTranscriptionRequest,
  parseUploadPlanRequest,
} from '../../src/protocol/requests.js';
import { SERVICE_PATHS } from '../../src/protocol/routes.js';
import type { UploadPlan } from '../../src/protocol/types.js';
import { completeUpload, type Upload, MOST_PARTS, type Uploads } from './uploads.js';
import {
  type Cors,
  jsonBody,
  optionalJsonBody,
  Refusal,
  exactly,
  json,
  pattern,
  type Answer,
  type Exchange,
  type Route,
} from './route.js';
import { requireBasic, requireKeyPair } from './secrets.js';
import type { Clock, Credentials, Lifetimes, Secrets } from './settings.js';
import type { Store } from './store.js';
import {
  parsePartnerRefreshRequest,
  parsePartnerTokenRequest,
  parseUserTokenRequest,
} from './token-requests.js';
import type { Tasks } from './tasks.js';
import type { Tokens } from './tokens.js';

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

const uploadRoutes = (context: ServiceContext): readonly Route[] => [
  {
    kind: 'upload-plan',
    method: 'POST',
    match: exactly(SERVICE_PATHS.uploadPlan),
    cors: PAGES,
    handle: async (exchange) => {
      const userId = context.tokens.requireUser(exchange.headers);
      const request = parseUploadPlanRequest(await jsonBody(exchange));
      const chunkSize = context.chunkSize(request.filesize, exchange.session);
      return json(await planOf(await context.uploads.create(userId, request, chunkSize), context));
    },
  },
  {
    kind: 'complete-upload',
    method: 'POST',
    match: exactly(SERVICE_PATHS.completeUpload),
    cors: PAGES,
    handle: (exchange) => complete(context, exchange),
  },
];

const tokenRoutes = ({ tokens, credentials, secrets }: ServiceContext): readonly Route[] => [
  {
    kind: 'partner-token',
    method: 'POST',
    match: exactly(SERVICE_PATHS.partnerToken),
    handle: async (exchange) => {
      requireBasic(exchange.headers, credentials, secrets);
      parsePartnerTokenRequest(await optionalJsonBody(exchange));
      return json(await tokens.issuePartner());
    },
  },
  {
    kind: 'partner-refresh',
    method: 'POST',
    match: exactly(SERVICE_PATHS.partnerRefresh),
    handle: async (exchange) => {
      requireBasic(exchange.headers, credentials, secrets);
      const { refresh_token } = parsePartnerRefreshRequest(await jsonBody(exchange));
      return json(await tokens.refreshPartner(refresh_token));
    },
  },
  {
    kind: 'user-token',
    method: 'POST',
    match: exactly(SERVICE_PATHS.userToken),
    handle: async (exchange) => {
      tokens.requirePartner(exchange.headers);
      const request = parseUserTokenRequest(await jsonBody(exchange));
      if ((request.expires_in ?? 0) > Number.MAX_SAFE_INTEGER / 1_000_000)
        throw new ContractError('expires_in', 'is too large');
      return json(await tokens.issueUser(request.user_id, request.expires_in));
    },
  },
];

const taskRoutes = ({ credentials, secrets, tasks }: ServiceContext): readonly Route[] => [
  {
    kind: 'submit',
    method: 'POST',
    match: exactly(SERVICE_PATHS.transcriptions),
    handle: async (exchange) => {
      requireKeyPair(exchange.headers, credentials, secrets);
      const request = parseTranscriptionRequest(await jsonBody(exchange));
      return json(await tasks.submit(request, exchange.session));
    },
  },
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

export const serviceRoutes = (context: ServiceContext): readonly Route[] => [
  ...tokenRoutes(context),
  ...uploadRoutes(context),
  ...taskRoutes(context),
];

export const jsonRefusal = ({ status, code, message }: Refusal): Answer =>
  json({ error: code, message }, status);
