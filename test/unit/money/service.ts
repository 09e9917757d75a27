/** A strict service of the specification with its storage host. It knows whose recording everything belongs to. */
import { createHash } from 'node:crypto';
import type { HttpRequest, HttpResponse, PartResponse } from '../../../src/engine.js';
import { SERVICE_PATHS } from '../../../src/protocol/routes.js';
import { unmeasuredWave } from '../../support/recording.js';
import { jsonResponse } from '../../support/simulated-world.js';
import type { Fact } from './facts.js';

export interface ServiceOptions {
  readonly name: string;
  readonly now: () => number;
  readonly add: (fact: Fact) => void;
  /** Lifetime of user tokens, in seconds. */
  readonly tokenSeconds: number;
  /** Lifetime of the addresses of parts, in seconds. */
  readonly partSeconds: number;
  /** How long a task takes, in ms. */
  readonly taskMs: number;
  /** True if every third task fails. */
  readonly failing: boolean;
  /** True if an upload is unknown once it is complete, as with S3. */
  readonly isForgetful: boolean;
}

interface Upload {
  readonly fileId: string;
  readonly uploadId: string;
  readonly recording: string;
  readonly user: string;
  readonly endsAt: number;
  etag: string | null;
  isComplete: boolean;
}

interface Task {
  readonly id: string;
  readonly recording: string;
  readonly endsAt: number;
  readonly end: 'SUCCESS' | 'FAILURE';
}

/** The size of each recording names it, as a plan says nothing else of a file (4.4). */
const FIRST_SIZE = 100;
export const contentOf = (number: number): Uint8Array<ArrayBuffer> =>
  unmeasuredWave(FIRST_SIZE + number, String(number));
export const nameOf = (number: number): string => `r${number}.wav`;
const nameOfSize = (size: number): string => nameOf(size - FIRST_SIZE);

export const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

export const createService = (options: ServiceOptions) => {
  const { name, now, add } = options;
  const uploads = new Map<string, Upload>();
  const tasks = new Map<string, Task>();
  const tokens = new Map<string, { readonly user: string; readonly endsAt: number }>();
  const host = `https://storage-${name}.example.com`;
  let count = 0;

  const received = (
    what: Extract<Fact, { kind: 'received' }>['what'],
    recording: string | null,
    user: string,
  ): void => add({ kind: 'received', what, recording, service: name, user });

  const userOf = ({ headers }: HttpRequest): string | null => {
    const token = tokens.get((headers['Authorization'] ?? '').replace('Bearer ', ''));
    return token === undefined || now() >= token.endsAt ? null : token.user;
  };

  const plan = (user: string, { filesize }: { readonly filesize: number }): HttpResponse => {
    const fileId = `${name}-file-${++count}`;
    const uploadId = `${name}-upload-${count}`;
    const recording = nameOfSize(filesize);
    const endsAt = now() + options.partSeconds * 1000;
    received('plan', recording, user);
    uploads.set(fileId, {
      ...{ fileId, uploadId, recording, user, endsAt, etag: null, isComplete: false },
    });
    const PresignedUrl = `${host}/${fileId}/1?X-Amz-Expires=${options.partSeconds}`;
    const Parts = [{ PartNumber: 1, PresignedUrl }];
    return jsonResponse(200, { FileId: fileId, UploadId: uploadId, ChunkSize: 1_000, Parts });
  };

  interface Completion {
    readonly file_id: string;
    readonly upload_id: string;
    readonly file_md5: string;
    readonly part_list: readonly { readonly ETag: string }[];
  }

  const complete = (user: string, body: Completion): HttpResponse => {
    const upload = uploads.get(body.file_id);
    received('completion', upload?.recording ?? null, user);
    const isUnknown = upload === undefined || (upload.isComplete && options.isForgetful);
    if (isUnknown || upload.user !== user || upload.uploadId !== body.upload_id) {
      return jsonResponse(404, { error: 'not found' });
    }
    const [part] = body.part_list;
    if (upload.etag === null || part?.ETag !== upload.etag) {
      return jsonResponse(400, { error: 'the parts are not those that were stored' });
    }
    upload.isComplete = true;
    return jsonResponse(200, {
      FileId: upload.fileId,
      FileType: 'wav',
      FileMd5: body.file_md5,
      DownloadUrl: `${host}/${upload.fileId}/audio?X-Amz-Expires=86400`,
    });
  };

  const recordingAt = (fileUrl: string): string | null => {
    const [, place = '', path = ''] = /^https:\/\/([^/]+)\/(.*?)(?:\?|$)/.exec(fileUrl) ?? [];
    if (place === 'public.example.com') return path;
    const upload = fileUrl.startsWith(host) ? uploads.get(path.split('/')[0] ?? '') : undefined;
    return upload?.isComplete === true ? upload.recording : null;
  };

  const submit = (user: string, { file_url: fileUrl }: { file_url: string }): Response => {
    const recording = recordingAt(fileUrl);
    received('submission', recording, user);
    if (recording === null) return Response.json({ error: 'no such file' }, { status: 422 });
    const id = `${name}-task-${++count}`;
    const end = options.failing && count % 3 === 0 ? 'FAILURE' : 'SUCCESS';
    tasks.set(id, { id, recording, end, endsAt: now() + options.taskMs });
    add({ kind: 'paid', recording, task: id, user });
    return Response.json({ transcription_id: id, status: 'PENDING', data: {} });
  };

  const query = (id: string): Response => {
    const task = tasks.get(id);
    if (task === undefined) return Response.json({ error: 'not found' }, { status: 404 });
    const status = now() < task.endsAt ? 'PROGRESS' : task.end;
    const segments = [{ start: 0, end: 1, text: task.recording }];
    const data = { text: task.recording, language: 'en', duration: 1, segments };
    return Response.json({ transcription_id: id, status, data: status === 'SUCCESS' ? data : {} });
  };

  return {
    name,
    recordingAt,
    url: `https://${name}.example.com`,
    host,
    /** A call of the partner's handler for this user (4.1, 4.3, 4.7, 4.8). */
    fromHandler(pathname: string, method: string, body: unknown, user: string): Response {
      if (pathname === SERVICE_PATHS.partnerToken) {
        return Response.json({ access_token: 'partner', expires_in: 7_200 });
      }
      if (pathname === SERVICE_PATHS.userToken) {
        const { user_id: of } = body as { readonly user_id: string };
        const token = `token-${++count}`;
        tokens.set(token, { user: of, endsAt: now() + options.tokenSeconds * 1000 });
        const lifetime = { token_type: 'bearer', expires_in: options.tokenSeconds };
        return Response.json({ access_token: token, ...lifetime });
      }
      if (method === 'POST') return submit(user, body as { file_url: string });
      return query(decodeURIComponent(pathname.split('/').pop() ?? ''));
    },
    /** A call of a page (4.4, 4.6). */
    fromPage(request: HttpRequest): HttpResponse {
      const user = userOf(request);
      if (user === null) return jsonResponse(401, { error: 'the token is not valid' });
      const body: unknown = JSON.parse(request.body ?? '{}');
      return new URL(request.url).pathname === SERVICE_PATHS.uploadPlan
        ? plan(user, body as { filesize: number })
        : complete(user, body as Completion);
    },
    /** A part (4.5). */
    put(url: string, bytes: Uint8Array): PartResponse {
      const upload = uploads.get(new URL(url).pathname.split('/')[1] ?? '');
      if (upload === undefined || now() >= upload.endsAt) {
        return { status: 403, etag: null, retryAfter: null };
      }
      const isRight = nameOfSize(bytes.length) === upload.recording;
      received('part', isRight ? upload.recording : null, upload.user);
      upload.etag = `"${md5Of(bytes)}"`;
      return { status: 200, etag: upload.etag, retryAfter: null };
    },
    recordingOf: (task: string): string | null => tasks.get(task)?.recording ?? null,
  };
};

export type Service = ReturnType<typeof createService>;
