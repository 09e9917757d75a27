/**
 * `/__stage/{behaviour}`: an upload plan, and a storage that stores, fails or never answers, for the states that the QA
 * console forces. It keeps nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SERVICE_PATHS } from '../src/protocol/routes.js';
import { boundedBody } from './bounded-body.js';

export const STAGE_PATH = '/__stage/';

const PARTS = 12;
/** These are stored at once. */
const STORED = 4;

/** The other name of this machine: a page holds only six connections to one host, and needs some for itself. */
const otherOrigin = (host = ''): string =>
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

const answerPart = (req: IncomingMessage, res: ServerResponse, status: number): void => {
  req.resume();
  if (status !== 0)
    req.once('end', () => {
      res.writeHead(status, { ETag: '"staged"', 'Access-Control-Expose-Headers': 'ETag' }).end();
    });
};

/** Requests of other sites get the same: nothing here is stored or secret. */
export const answerStage = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Allow-Methods', 'PUT');
  const { pathname } = new URL(req.url ?? '/', 'http://localhost');
  const [, behaviour = '', rest = ''] =
    /^\/__stage\/(slow|retry|broken)(\/.*)$/.exec(pathname) ?? [];
  const part = /^\/parts\/(\d{1,2})$/.exec(rest)?.[1];
  if (req.method === 'OPTIONS') res.writeHead(204).end();
  else if (req.method === 'POST' && rest === SERVICE_PATHS.uploadPlan) {
    const body = await boundedBody(req, res);
    if (body === null) return;
    const { filesize } = JSON.parse(body.toString()) as { readonly filesize?: unknown };
    const size = typeof filesize === 'number' && filesize > 0 ? filesize : 1;
    const base = `${otherOrigin(req.headers.host)}${STAGE_PATH}${behaviour}`;
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(planFor(size, base)));
  } else if (req.method === 'PUT' && part !== undefined)
    answerPart(req, res, statusOf(behaviour, Number(part)));
  else res.writeHead(404).end();
};
