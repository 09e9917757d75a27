/** The storage host: 4.5 and DownloadUrl. Responds like an S3 store. */
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { FileType } from '../../src/protocol/index.js';
import { TooManyBytes, writeStream } from './disk.js';
import {
  type Cors,
  Refusal,
  pattern,
  type Answer,
  type Exchange,
  type Route,
} from './http/route.js';
import { MEDIA_TYPES } from './media-types.js';
import type { Signer } from './secrets.js';
import { type DiskStore, RECEIVING } from './storage/disk-store.js';
import { type Upload, partSize, type Uploads } from './uploads.js';
/** RFC 9110, section 14, for a single byte range. */
type ByteRange =
  | { readonly kind: 'whole' }
  /** Both ends are included. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

/** Parses a Range header for a file of `size` bytes. Several ranges or an invalid header mean the whole file. */
const parseByteRange = (header: string | undefined, size: number): ByteRange => {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end };
};

interface StorageContext {
  readonly store: DiskStore;
  readonly uploads: Uploads;
  readonly signer: Signer;
}

/** Headers with credentials, which no request to the storage host may contain (4.5; section 5, rule 6). */
export const isCredentialHeader = (name: string): boolean =>
  name === 'authorization' || name === 'cookie' || name.startsWith('x-client-');

const refuseCredentials = (exchange: Exchange, tolerated: readonly string[] = []): void => {
  const names = Object.keys(exchange.request.headers)
    .filter((name) => isCredentialHeader(name) && !tolerated.includes(name))
    .join(', ');
  if (names !== '')
    throw new Refusal(
      400,
      'InvalidArgument',
      `A presigned address needs no credentials: send it without ${names}.`,
      { violation: `Credentials were sent to the storage host: ${names}.` },
    );
};

const CORS: Cors = {
  methods: ['GET', 'HEAD', 'PUT'],
  requestHeaders: ['Content-Type', 'Range', 'If-Range'],
  exposedHeaders: ['ETag', 'Accept-Ranges', 'Content-Range', 'Content-Length', 'Retry-After'],
};

const noSuchUpload = (): Refusal =>
  new Refusal(404, 'NoSuchUpload', 'The upload does not exist, or was completed already.');

const openUpload = (uploads: Uploads, exchange: Exchange): Upload => {
  const upload = uploads.byUploadId(exchange.parameters['upload'] ?? '');
  if (upload?.fileId !== exchange.parameters['file'] || upload?.stage.kind !== 'open')
    throw noSuchUpload();
  return upload;
};

const declaredSize = ({ request }: Exchange): number => {
  const length = request.headers['content-length'];
  if (length === undefined)
    throw new Refusal(411, 'MissingContentLength', 'Send the chunk with a Content-Length.');
  return Number(length);
};

const wrongSize = (got: number, expected: number): Refusal =>
  new Refusal(
    400,
    got > expected ? 'EntityTooLarge' : 'IncompleteBody',
    `This chunk must have exactly ${expected} bytes, not ${got}.`,
  );

const putPart = async (
  { store, uploads, signer }: StorageContext,
  exchange: Exchange,
): Promise<Answer> => {
  refuseCredentials(exchange);
  signer.verify('PUT', exchange.path, exchange.query);
  const upload = openUpload(uploads, exchange);
  const number = Number(exchange.parameters['part']);
  const expected = partSize(upload, number);
  const declared = declaredSize(exchange);
  if (declared !== expected) throw wrongSize(declared, expected);

  const temporary = path.join(store.folderOf(upload), `${randomUUID()}${RECEIVING}`);
  try {
    const part = await writeStream(exchange.body, temporary, { limit: expected });
    if (part.size !== expected) throw wrongSize(part.size, expected);
    // No await between this check of the upload and the rename, so that both are atomic.
    openUpload(uploads, exchange);
    return { status: 200, headers: { ETag: store.keepPart(upload, number, temporary, part) } };
  } catch (error) {
    await rm(temporary, { force: true });
    // Completed in the meantime: its folder may be gone, which would be a misleading error.
    openUpload(uploads, exchange);
    throw error instanceof TooManyBytes ? wrongSize(exchange.received, expected) : error;
  }
};

const requestedFile = (
  { store, uploads }: StorageContext,
  name: string,
): {
  readonly file: string;
  readonly fileType: FileType;
  readonly size: number;
  readonly etag: string;
} => {
  const [fileId = '', fileType] = name.split('.');
  const upload = uploads.byFileId(fileId);
  if (upload?.fileType !== fileType || upload?.stage.kind !== 'complete')
    throw new Refusal(404, 'NoSuchKey', 'There is no such file.');
  const { stage, filesize: size } = upload;
  return { file: store.fileOf(upload), fileType: upload.fileType, size, etag: `"${stage.md5}"` };
};

const getFile = (context: StorageContext, exchange: Exchange): Answer => {
  // For an <audio>, browsers send the cookies of the same host name, for any port.
  refuseCredentials(exchange, ['cookie']);
  context.signer.verify('GET', exchange.path, exchange.query);
  const { file, fileType, size, etag } = requestedFile(context, exchange.parameters['name'] ?? '');
  const { range, 'if-range': condition } = exchange.request.headers;
  const wanted = parseByteRange(
    condition === undefined || condition === etag ? range : undefined,
    size,
  );
  if (wanted.kind === 'unsatisfiable')
    throw new Refusal(416, 'InvalidRange', `The file has ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}`, 'Accept-Ranges': 'bytes' },
    });
  const { start, end } = wanted.kind === 'part' ? wanted : { start: 0, end: size - 1 };
  return {
    status: wanted.kind === 'part' ? 206 : 200,
    headers: {
      'Content-Type': MEDIA_TYPES[fileType],
      'Accept-Ranges': 'bytes',
      ETag: etag,
      'Cache-Control': 'private, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ...(wanted.kind === 'part' ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
    },
    body: { file, start, end },
  };
};

export const storageRoutes = (context: StorageContext): readonly Route[] => {
  const download = {
    kind: 'download',
    match: pattern('/files/:name'),
    handle: async (exchange: Exchange) => Promise.resolve(getFile(context, exchange)),
    cors: CORS,
  };
  return [
    {
      kind: 'part',
      method: 'PUT',
      match: pattern('/uploads/:file/:upload/:part'),
      handle: (exchange) => putPart(context, exchange),
      cors: CORS,
    },
    { ...download, method: 'GET' },
    { ...download, method: 'HEAD' },
  ];
};

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** An error in S3's format. */
export const xmlRefusal = ({ status, code, message }: Refusal): Answer => ({
  status,
  headers: { 'Content-Type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${escaped(code)}</Code><Message>${escaped(message)}</Message></Error>`,
});
