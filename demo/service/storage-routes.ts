/** The storage host: 4.5 and DownloadUrl. Responds like an S3 store. */
import { type Cors, Refusal, pattern, type Answer, type Exchange, type Route } from './route.js';
import { MEDIA_TYPES, type OwnStore } from './store.js';
import { type Upload, partSize, type Uploads } from './uploads.js';

/** Both ends are included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a Range header for a file of `size` bytes (RFC 9110, section 14). Null for the whole file, which several ranges
 * or an invalid header mean too.
 */
const parseByteRange = (
  header: string | null,
  size: number,
): ByteRange | 'unsatisfiable' | null => {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
};

interface StorageContext {
  readonly store: OwnStore;
  readonly uploads: Uploads;
}

/** Headers with credentials, which no request to the storage host may contain (4.5; section 5, rule 6). */
export const isCredentialHeader = (name: string): boolean =>
  name === 'authorization' || name === 'cookie' || name.startsWith('x-client-');

const refuseCredentials = (exchange: Exchange, tolerated: readonly string[] = []): void => {
  const names = [...exchange.headers.keys()]
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

const wrongSize = (got: number, expected: number): Refusal =>
  new Refusal(
    400,
    got > expected ? 'EntityTooLarge' : 'IncompleteBody',
    `This chunk must have exactly ${expected} bytes, not ${got}.`,
  );

/** The body of a chunk. Throws at its first byte too many. */
async function* limited(exchange: Exchange, expected: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const bytes of exchange.body) {
    size += bytes.length;
    if (size > expected) throw wrongSize(size, expected);
    yield bytes;
  }
}

const putPart = async ({ store, uploads }: StorageContext, exchange: Exchange): Promise<Answer> => {
  refuseCredentials(exchange);
  store.verify('PUT', exchange.path, exchange.query);
  const upload = openUpload(uploads, exchange);
  const number = Number(exchange.parameters['part']);
  const expected = partSize(upload, number);
  const declared = Number(exchange.headers.get('content-length') ?? expected);
  if (declared !== expected) throw wrongSize(declared, expected);

  const part = await store.receive(upload, number, limited(exchange, expected)).catch((error) => {
    // Completed in the meantime: its data may be gone, which would be a misleading error.
    openUpload(uploads, exchange);
    throw error;
  });
  try {
    if (part.size !== expected) throw wrongSize(part.size, expected);
    // No await between this check of the upload and `keep`, so that both are atomic.
    openUpload(uploads, exchange);
    return { status: 200, headers: { ETag: part.keep() } };
  } catch (error) {
    await part.discard();
    throw error;
  }
};

const noSuchKey = (): Refusal => new Refusal(404, 'NoSuchKey', 'There is no such file.');

const requestedFile = (
  uploads: Uploads,
  name: string,
): { readonly upload: Upload; readonly etag: string } => {
  const [fileId = '', fileType] = name.split('.');
  const upload = uploads.byFileId(fileId);
  if (upload?.fileType !== fileType || upload?.stage.kind !== 'complete') throw noSuchKey();
  return { upload, etag: `"${upload.stage.md5}"` };
};

const getFile = ({ store, uploads }: StorageContext, exchange: Exchange): Answer => {
  // For an <audio>, browsers send the cookies of the same host name, for any port.
  refuseCredentials(exchange, ['cookie']);
  store.verify('GET', exchange.path, exchange.query);
  const { upload, etag } = requestedFile(uploads, exchange.parameters['name'] ?? '');
  const { filesize: size, fileType } = upload;
  const condition = exchange.headers.get('if-range');
  const range = condition === null || condition === etag ? exchange.headers.get('range') : null;
  const wanted = parseByteRange(range, size);
  if (wanted === 'unsatisfiable')
    throw new Refusal(416, 'InvalidRange', `The file has ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}`, 'Accept-Ranges': 'bytes' },
    });
  const { start, end } = wanted ?? { start: 0, end: size - 1 };
  const body = store.bytesOf(upload, start, end);
  if (body === null) throw noSuchKey();
  return {
    status: wanted === null ? 200 : 206,
    headers: {
      'Content-Type': MEDIA_TYPES[fileType],
      'Accept-Ranges': 'bytes',
      ETag: etag,
      'Cache-Control': 'private, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ...(wanted && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    },
    body,
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
