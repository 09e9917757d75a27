/**
 * The storage host of the upload benchmark, with the parts of the service that an upload needs, in its own process.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { BACKEND_PATHS, SERVICE_PATHS } from '../src/protocol/routes.js';
import type {
  CompleteUploadRequest,
  UploadedFile,
  UploadPlan,
  UploadPlanRequest,
  UserToken,
} from '../src/protocol/types.js';
import { removeAbandoned } from './temp-folder.js';
import { faultOf } from './upload-faults.js';
import type { HostCounts, HostMessage, HostSettings } from './upload-host.js';
import { createLink } from './upload-link.js';

const TOKEN = 'token-of-the-upload-bench';

interface Stored {
  readonly bytes: number;
  readonly etag: string;
}

interface Run {
  readonly settings: HostSettings;
  readonly link: ReturnType<typeof createLink>;
  readonly counts: { -readonly [name in Exclude<keyof HostCounts, 'cpuSeconds'>]: number };
  readonly cpuAtStart: NodeJS.CpuUsage;
  readonly uploads: Map<string, Map<number, Stored>>;
}

type Serve = (current: Run, request: IncomingMessage, response: ServerResponse) => Promise<void>;

let run: Run | null = null;

const send = (message: HostMessage): void => void process.send?.(message);

const tell = ({ counts, cpuAtStart }: Run): HostCounts => {
  const { user, system } = process.cpuUsage(cpuAtStart);
  return { ...counts, cpuSeconds: (user + system) / 1e6 };
};

const startRun = (settings: HostSettings): Run => ({
  settings,
  link: createLink(settings.bandwidth),
  counts: { puts: 0, resets: 0, refusals: 0, receivedBytes: 0, completed: 0 },
  cpuAtStart: process.cpuUsage(),
  uploads: new Map(),
});

const answer = (response: ServerResponse, status: number, body?: object): void => {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.end(body === undefined ? '' : JSON.stringify(body));
};

/** Begins an upload, and returns its name. */
const begin = ({ uploads }: Run): string => {
  const id = String(uploads.size + 1);
  uploads.set(id, new Map());
  return id;
};

/** 4.4. */
const plan = (current: Run, { filesize }: UploadPlanRequest): UploadPlan => {
  const { partSize } = current.settings.recording;
  const uploadId = begin(current);
  return {
    FileId: 'recording',
    UploadId: uploadId,
    ChunkSize: partSize,
    Parts: Array.from({ length: Math.ceil(filesize / partSize) }, (_, index) => ({
      PartNumber: index + 1,
      PresignedUrl: `${address()}/storage/${uploadId}/${index + 1}?X-Amz-Expires=3600`,
    })),
  };
};

/** 4.6; null if the bytes that arrived are not the recording. */
const complete = (
  { settings, uploads, counts }: Run,
  { upload_id, part_list }: Pick<CompleteUploadRequest, 'upload_id' | 'part_list'>,
): UploadedFile | null => {
  const { size, partSize, md5, partMd5s } = settings.recording;
  const stored = uploads.get(upload_id);
  const isWhole =
    part_list.length === Math.ceil(size / partSize) &&
    part_list.every(({ PartNumber, ETag }, index) => {
      const part = stored?.get(PartNumber);
      return (
        PartNumber === index + 1 &&
        part?.bytes === Math.min(partSize, size - index * partSize) &&
        part.etag === ETag &&
        (settings.etags === 'opaque' || !partMd5s || ETag === `"${partMd5s[index]}"`)
      );
    });
  if (!isWhole) return null;
  counts.completed++;
  return {
    FileId: 'recording',
    FileType: 'wav',
    DownloadUrl: `${address()}/files/recording.wav`,
    FileMd5: md5,
  };
};

/**
 * Reads a whole body over the link and discards it, because browsers read no response before they have sent all of it.
 * Then calls `end` with its size and MD5, unless the request is to fail.
 */
const receive = (
  { settings, link, counts }: Run,
  request: IncomingMessage,
  response: ServerResponse,
  end: (bytes: number, md5: string | null) => void,
): void => {
  const fault = faultOf(settings.faults, counts.puts);
  const resetAt =
    fault.kind === 'reset' ? fault.share * Number(request.headers['content-length']) : Infinity;
  const hash = settings.etags === 'md5' ? createHash('md5') : null;
  const sent = link.open();
  let bytes = 0;
  counts.puts++;
  request.on('close', sent);
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    counts.receivedBytes += chunk.length;
    if (bytes >= resetAt) {
      counts.resets++;
      request.socket.resetAndDestroy();
      return;
    }
    hash?.update(chunk);
    const wait = link.carry(chunk.length);
    if (wait < 1) return;
    request.pause();
    setTimeout(() => request.resume(), wait);
  });
  request.on('end', () => {
    sent();
    if (fault.kind === 'busy') {
      counts.refusals++;
      return answer(response, 503);
    }
    end(bytes, hash?.digest('hex') ?? null);
  });
};

/** 4.5. */
const store = (
  current: Run,
  request: IncomingMessage,
  response: ServerResponse,
  [uploadId = '', number = '']: readonly string[],
): void =>
  receive(current, request, response, (bytes, md5) => {
    const upload = current.uploads.get(uploadId);
    if (upload === undefined) return answer(response, 404);
    const etag = `"${md5 ?? `part-${number}`}"`;
    upload.set(Number(number), { bytes, etag });
    response.setHeader('etag', etag);
    response.end();
  });

/** FilePond's own protocol: it names the recording with POST, and sends the next bytes with PATCH. */
const storeNext = (
  current: Run,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
): void => {
  if (request.method === 'POST') {
    request.resume();
    response.setHeader('content-type', 'text/plain');
    response.end(begin(current));
    return;
  }
  const upload = current.uploads.get(id);
  const stored = (): number =>
    [...(upload?.values() ?? [])].reduce((sum, { bytes }) => sum + bytes, 0);
  if (request.method === 'HEAD') {
    response.setHeader('upload-offset', stored());
    response.end();
    return;
  }
  receive(current, request, response, (bytes) => {
    upload?.set(Number(request.headers['upload-offset']), { bytes, etag: '' });
    // FilePond repeats a chunk whose answer it did not get.
    if (stored() === current.settings.recording.size) current.counts.completed = 1;
    answer(response, 204);
  });
};

const xml = (response: ServerResponse, body: string): void => {
  response.setHeader('content-type', 'application/xml');
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
};

const PART = /<Part>.*?<\/Part>/gs;

/** The S3 API, which Uppy 6 and the SDK of AWS speak. */
const storeInS3: Serve = async (current, request, response) => {
  const { searchParams } = new URL(request.url ?? '', address());
  const id = searchParams.get('uploadId') ?? '';
  if (request.method === 'PUT') {
    return store(current, request, response, [id, searchParams.get('partNumber') ?? '']);
  }
  const sent = await text(request);
  if (request.method === 'DELETE') return answer(response, 204);
  const names = '<Bucket>bucket</Bucket><Key>recording</Key>';
  if (request.method === 'GET') {
    const parts = [...(current.uploads.get(id) ?? [])].map(
      ([number, { bytes, etag }]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${bytes}</Size></Part>`,
    );
    return xml(response, `<ListPartsResult>${names}${parts.join('')}</ListPartsResult>`);
  }
  if (id === '') {
    const result = `${names}<UploadId>${begin(current)}</UploadId>`;
    return xml(
      response,
      `<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`,
    );
  }
  const part_list = [...sent.matchAll(PART)].map(([part]) => ({
    PartNumber: Number(/<PartNumber>(\d+)/.exec(part)?.[1]),
    ETag: `"${/<ETag>(?:"|&quot;)?([\da-f]+)/.exec(part)?.[1]}"`,
  }));
  if (complete(current, { upload_id: id, part_list }) === null) return answer(response, 400);
  xml(
    response,
    `<CompleteMultipartUploadResult>${names}<Location>${address()}</Location><ETag>"etag"</ETag></CompleteMultipartUploadResult>`,
  );
};

const route: Serve = async (current, request, response) => {
  const { pathname } = new URL(request.url ?? '/', address());
  if (pathname === BACKEND_PATHS.userToken) {
    const token: UserToken = { access_token: TOKEN, token_type: 'bearer', expires_in: 3600 };
    return answer(response, 200, token);
  }
  if (request.headers.authorization !== `Bearer ${TOKEN}`) return answer(response, 401);
  const body = await json(request);
  if (pathname === SERVICE_PATHS.uploadPlan) {
    return answer(response, 200, plan(current, body as UploadPlanRequest));
  }
  if (pathname !== SERVICE_PATHS.completeUpload) return answer(response, 404);
  const uploaded = complete(current, body as CompleteUploadRequest);
  return uploaded === null ? answer(response, 400) : answer(response, 200, uploaded);
};

const server = createServer((request, response) => {
  // The element sends cookies to its backend.
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-expose-headers', 'ETag, Retry-After, Upload-Offset');
  response.setHeader('timing-allow-origin', '*');
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT, POST, PATCH, DELETE');
    const asked = request.headers['access-control-request-headers'];
    response.setHeader('access-control-allow-headers', asked ?? '');
    response.setHeader('access-control-max-age', '7200');
    return answer(response, 204);
  }
  if (run === null) return answer(response, 503);
  const part = /^\/storage\/(\d+)\/(\d+)(?:\?|$)/.exec(request.url ?? '');
  if (part && request.method === 'PUT') return store(run, request, response, part.slice(1));
  const [, next] = /^\/filepond\/?(\d*)/.exec(request.url ?? '') ?? [];
  if (next !== undefined) return storeNext(run, request, response, next);
  const serve = request.url?.startsWith('/s3/') ? storeInS3 : route;
  serve(run, request, response).catch(() => answer(response, 400));
});

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let isLost = false;
server.on('connection', (socket) => {
  if (isLost) socket.destroy();
});

process.on('message', (message: HostSettings | { readonly isLost: boolean }) => {
  if ('isLost' in message) {
    ({ isLost } = message);
    if (isLost) server.closeAllConnections();
    return;
  }
  const next = startRun(message);
  send(tell(run ?? next));
  run = next;
});

// The benchmark was killed, so this process cleans up.
process.on('disconnect', () => {
  const [folder] = process.argv.slice(2);
  server.close();
  server.closeAllConnections();
  void (folder === undefined ? Promise.resolve() : removeAbandoned(folder)).finally(() =>
    process.exit(1),
  );
});

server.listen(0, '127.0.0.1', () => send({ port: (server.address() as AddressInfo).port }));
