/**
 * The reference of the conformance tests: the service of demo/service in memory, with a recogniser that knows the
 * phrases of the conformance tool, and with middleware that can break it. It needs no network.
 */
import { createHash } from 'node:crypto';
import type { Material } from '../../../conformance/recordings/material.js';
import { md5Of } from '../../../conformance/recordings/recording.js';
import type { Fetch } from '../../../conformance/service/ports.js';
import { PATHS } from '../../../conformance/service/requests.js';
import { createMemoryStore } from '../../../demo/service/memory-store.js';
import { createSigner } from '../../../demo/service/secrets.js';
import { createFetch } from '../../../demo/service/serve.js';
import { jsonRefusal, openService, type Service } from '../../../demo/service/service.js';
import {
  DEFAULT_LIFETIMES,
  type Credentials,
  type Lifetimes,
} from '../../../demo/service/settings.js';
import { storageRoutes, xmlRefusal } from '../../../demo/service/storage-routes.js';
import { recordsIn, type OwnStore } from '../../../demo/service/store.js';
import { WorkFailed, type TaskWork } from '../../../demo/service/tasks.js';
import type { TaskRecord } from '../../../demo/service/task-record.js';
import type { Token } from '../../../demo/service/tokens.js';
import type { Upload, UploadRecord } from '../../../demo/service/uploads.js';

const KINDS = {
  [PATHS.exchange]: 'exchange',
  [PATHS.refresh]: 'refresh',
  [PATHS.userToken]: 'user-token',
  [PATHS.plan]: 'plan',
  [PATHS.complete]: 'complete',
  [PATHS.transcriptions]: 'submit',
} as const;

export type Kind =
  | (typeof KINDS)[keyof typeof KINDS]
  | 'query'
  | 'part'
  | 'download'
  | 'preflight'
  | 'other';

/** A request, which middleware may change. */
export interface Call {
  readonly kind: Kind;
  readonly method: string;
  url: URL;
  readonly headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
  /** Undefined if the body is not JSON. It replaces the bytes. */
  json: unknown;
  readonly service: Reference;
}

type Next = (call: Call) => Promise<Response>;
export type Middleware = (call: Call, next: Next) => Promise<Response>;

export interface Reference {
  readonly core: Service;
  readonly store: OwnStore;
  readonly credentials: Credentials;
  readonly now: () => number;
  /** The bodies of submissions, by transcription_id. */
  readonly submissions: Map<string, unknown>;
  readonly partnerTokens: string[];
  /** What middleware remembers. */
  readonly memory: Map<string, unknown>;
  /** The upload that a request names in its path or its body. */
  readonly uploadOf: (call: Call) => Upload | undefined;
  /** Makes the address of a request valid, whatever its signature was. */
  readonly signAnew: (call: Call) => void;
}

export interface ReferenceOptions {
  readonly now: () => number;
  /** What it can recognise. */
  readonly material: Pick<Material, 'speech' | 'others'>;
  readonly lifetimes?: Partial<Lifetimes>;
  readonly credentials?: Partial<Credentials>;
  readonly middleware?: readonly Middleware[];
}

export interface ReferenceService {
  readonly serviceUrl: string;
  readonly credentials: Credentials;
  readonly fetch: Fetch;
}

export const SERVICE_URL = 'https://service.reference.invalid';
export const STORAGE_URL = 'https://storage.reference.invalid';
const CREDENTIALS: Credentials = {
  clientId: 'reference-client',
  clientSecret: 'the-secret-of-the-reference',
  apiKey: 'the-api-key-of-the-reference',
};
export const MEBIBYTE = 1024 * 1024;
const SAMPLE_BYTES = 2;

export const field = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null
    ? (json as Readonly<Record<string, unknown>>)[name]
    : undefined;

const kindOf = (method: string, path: string): Kind => {
  if (method === 'OPTIONS') return 'preflight';
  if (method === 'PUT') return 'part';
  if (method === 'GET' && path.startsWith(PATHS.transcriptions)) return 'query';
  if (method === 'GET') return 'download';
  return KINDS[path as keyof typeof KINDS] ?? 'other';
};

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
};

const callOf = (address: string, init: RequestInit, service: Reference): Call => {
  const url = new URL(address);
  const method = init.method ?? 'GET';
  const kind = kindOf(method, url.pathname);
  const bytes = Uint8Array.from((init.body as Uint8Array | undefined) ?? []);
  const headers = new Headers(init.headers);
  const json = kind === 'part' ? undefined : parsed(bytes);
  return { kind, method, url, headers, bytes, json, service };
};

/** The phrases in a WAV file, in order, with the voices by turns. */
const listen = (bytes: Buffer, { speech, others }: ReferenceOptions['material']) => {
  const known = others.find(({ md5 }) => md5 === md5Of(bytes));
  if (known !== undefined) {
    const seconds = known.seconds ?? 0;
    const text = known.words ?? '';
    return { seconds, segments: [{ start_ms: 0, end_ms: seconds * 1000, text }] };
  }
  const data = bytes.indexOf('data') + 8;
  const msOf = (offset: number): number =>
    Math.round(((offset - data) / SAMPLE_BYTES / speech.sampleRate) * 1000);
  const segments = speech.phrases.flatMap(({ text, samples }) => {
    const at = bytes.indexOf(samples, data);
    return at < 0 ? [] : [{ start_ms: msOf(at), end_ms: msOf(at + samples.length), text }];
  });
  return { seconds: msOf(bytes.length) / 1000, segments };
};

export const labelOf = (index: number): string => (index % 2 === 0 ? 'A' : 'B');

/** Lets a task advance by one step with each query, so that every status is seen. */
const createSteps = () => {
  const queries = new Map<string, number>();
  const waiting = new Map<string, { readonly at: number; readonly resolve: () => void }>();
  return {
    until: (id: string, at: number): Promise<void> =>
      new Promise((resolve) => {
        waiting.set(id, { at, resolve });
      }),
    next: async (id: string): Promise<void> => {
      const count = (queries.get(id) ?? 0) + 1;
      queries.set(id, count);
      // The work may begin only now, and needs a turn of the event loop for each step.
      const turn = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 0));
      await turn();
      const { at = Infinity, resolve } = waiting.get(id) ?? {};
      if (count >= at) resolve?.();
      await turn();
    },
  };
};

const open = async (options: ReferenceOptions, credentials: Credentials) => {
  const { now, material } = options;
  const clock = { now };
  const ids = new Map<string, number>();
  const secrets = {
    random: (prefix: string) => {
      const number = (ids.get(prefix) ?? 0) + 1;
      ids.set(prefix, number);
      return `${prefix}-of-the-reference-${number}`;
    },
    digest: (secret: string) => secret,
    sign: (text: string) => `c0ffee${md5Of(Buffer.from(text))}`,
  };
  const signer = createSigner(clock, secrets);
  const store = createMemoryStore({
    ...{ url: STORAGE_URL, signer, random: secrets.random, parts: new Map() },
    createMd5: () => {
      const hash = createHash('md5');
      return { update: (bytes) => hash.update(bytes), digest: () => hash.digest('hex') };
    },
    keepsBytes: () => true,
  });
  const steps = createSteps();
  const fileAt = (url: string): Upload | undefined =>
    core.uploads.byFileId(/\/files\/([^.]+)\./.exec(url)?.[1] ?? '');

  const bytesOf = async (upload: Upload | undefined): Promise<Buffer> => {
    const file = upload && store.bytesOf(upload, 0, upload.filesize);
    if (!file) throw new WorkFailed('There is no file at file_url.');
    const pieces: Uint8Array[] = [];
    for await (const piece of file.read()) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const work: TaskWork = async (id, { file_url, params }, { onStarted, onDecoded }) => {
    await steps.until(id, 2);
    await onStarted();
    await steps.until(id, 3);
    onDecoded();
    await steps.until(id, 4);
    const { seconds, segments } = listen(await bytesOf(fileAt(file_url)), material);
    const speaker = (index: number) =>
      params?.diarization?.enabled === true ? { speaker: labelOf(index) } : {};
    return {
      text: segments.map(({ text }) => text).join(' '),
      ...{ language: 'en', duration: Math.round(seconds) },
      segments: segments.map((segment, index) => ({ ...speaker(index), ...segment })),
    };
  };
  const core = await openService({
    ...{ clock, credentials, secrets, store, work, queueLength: 100, workers: 100 },
    lifetimes: { ...DEFAULT_LIFETIMES, ...options.lifetimes },
    records: {
      tokens: recordsIn(new Map<string, Token>()),
      uploads: recordsIn(new Map<string, UploadRecord>()),
      tasks: recordsIn(new Map<string, TaskRecord>()),
    },
    // Larger files have large chunks, so that a plan stays small.
    chunkSize: (filesize) => (filesize <= MEBIBYTE ? 3_000 : 16 * MEBIBYTE),
  });
  core.tasks.start();

  const byIds = (file: unknown, upload: unknown): Upload | undefined =>
    core.uploads.byFileId(String(file)) ?? core.uploads.byUploadId(String(upload));
  const reference: Reference = {
    ...{ core, store, credentials, now },
    ...{ submissions: new Map(), partnerTokens: [], memory: new Map() },
    uploadOf: ({ url, json }) => {
      const [, , file = '', upload] = url.pathname.replace(/^\/storage/, '').split('/');
      return (
        byIds(field(json, 'file_id'), field(json, 'upload_id')) ??
        byIds(file.replace(/\.\w+$/, ''), upload)
      );
    },
    signAnew: (call) => {
      const method = call.method === 'PUT' ? 'PUT' : 'GET';
      const address = signer.sign(method, call.url.pathname, { from: now(), seconds: 60 });
      call.url = new URL(address, STORAGE_URL);
    },
  };
  const service = createFetch({ routes: core.routes, refuse: jsonRefusal }, SERVICE_URL);
  const storage = createFetch(
    { routes: storageRoutes({ store, uploads: core.uploads }), refuse: xmlRefusal },
    STORAGE_URL,
  );

  const send: Next = async ({ kind, method, url, headers, bytes, json }) => {
    if (kind === 'query') await steps.next(url.pathname.slice(PATHS.transcriptions.length));
    const body = json === undefined ? bytes : JSON.stringify(json);
    const init = { method, headers, ...(body.length === 0 ? {} : { body }) };
    const response = await (url.origin === SERVICE_URL ? service : storage)(new Request(url, init));
    if (url.origin === SERVICE_URL) response.headers.set('x-request-id', 'request-1');
    if (!response.ok || (kind !== 'exchange' && kind !== 'refresh' && kind !== 'submit'))
      return response;
    const answer = parsed(new Uint8Array(await response.clone().arrayBuffer()));
    if (kind === 'submit')
      reference.submissions.set(String(field(answer, 'transcription_id')), json);
    else reference.partnerTokens.push(String(field(answer, 'access_token')));
    return response;
  };
  return { reference, send };
};

export const createReferenceService = (options: ReferenceOptions): ReferenceService => {
  const credentials = { ...CREDENTIALS, ...options.credentials };
  const opened = open(options, credentials);
  return {
    ...{ serviceUrl: SERVICE_URL, credentials },
    fetch: async (url, init = {}) => {
      const { reference, send } = await opened;
      const handle = (options.middleware ?? []).reduceRight<Next>(
        (next, middleware) => (call) => middleware(call, next),
        send,
      );
      return handle(callOf(url, init, reference));
    },
  };
};
