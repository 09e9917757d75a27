/**
 * `/__stage/{behaviour}`: an upload plan, and a storage that stores, fails or never answers, for the states that the QA
 * console forces. It keeps nothing.
 */
import { SERVICE_PATHS } from '../src/protocol/routes.js';
import { readBounded } from '../src/server/http-messages.js';

export const STAGE_PATH = '/__stage/';

/** The body of a request may have 1 MiB. */
export const MOST_BYTES = 1024 * 1024;

const PARTS = 12;
/** These are stored at once. */
const STORED = 4;

/** The other name of this machine: a page holds only six connections to one host, and needs some for itself. */
const otherOrigin = (host: string): string =>
  `http://${host.startsWith('localhost') ? host.replace('localhost', '127.0.0.1') : host.replace('127.0.0.1', 'localhost')}`;

const planFor = (size: number, base: string): object => {
  const ChunkSize = Math.max(1, Math.ceil(size / PARTS));
  const Parts = Array.from({ length: Math.ceil(size / ChunkSize) }, (_, index) => ({
    PartNumber: index + 1,
    PresignedUrl: `${base}/parts/${index + 1}`,
  }));
  return { FileId: 'staged-file', UploadId: 'staged-upload', ChunkSize, Parts };
};

/** 0: never answers. */
const statusOf = (behaviour: string, part: number): number => {
  if (behaviour === 'broken') return 503;
  if (behaviour === 'retry' && part === 3) return 500;
  return part <= STORED ? 200 : 0;
};

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'PUT',
  'Access-Control-Expose-Headers': 'ETag',
};

/** Requests of other sites get the same: nothing here is stored or secret. Rejects with BodyTooLarge. */
export const answerStage = async (request: Request): Promise<Response> => {
  const { method, signal } = request;
  const { pathname, host } = new URL(request.url);
  const [, behaviour = '', rest = ''] =
    /^\/__stage\/(slow|retry|broken)(\/.*)$/.exec(pathname) ?? [];
  const part = /^\/parts\/(\d{1,2})$/.exec(rest)?.[1];
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  if (method === 'POST' && rest === SERVICE_PATHS.uploadPlan) {
    const body = new TextDecoder().decode(await readBounded(request, MOST_BYTES, signal));
    const { filesize } = JSON.parse(body) as { readonly filesize?: unknown };
    const size = typeof filesize === 'number' && filesize > 0 ? filesize : 1;
    const base = `${otherOrigin(host)}${STAGE_PATH}${behaviour}`;
    return Response.json(planFor(size, base), { headers: CORS });
  }
  if (method !== 'PUT' || part === undefined) return new Response(null, { status: 404 });
  await request.arrayBuffer();
  const status = statusOf(behaviour, Number(part));
  if (status === 0) return new Promise(() => undefined);
  return new Response(null, { status, headers: { ...CORS, ETag: '"staged"' } });
};
