/** 4.4 to 4.6 of the reference service, and its storage host. */
import { md5Of } from '../recordings/recording.js';
import { demand, jsonResponse, objectOf, Refused, type Asked, type Json } from './http.js';
import type { Faulty } from './mutants.js';
import type { ReferenceTokens } from './tokens.js';

interface Upload {
  readonly fileId: string;
  readonly uploadId: string;
  readonly user: string;
  readonly filesize: number;
  readonly filetype: string;
  readonly chunkSize: number;
  readonly count: number;
  readonly chunks: Map<number, Buffer>;
  merged: Buffer | null;
  forgotten: boolean;
  /** In ms since 1970. */
  completedAt: number;
}

export interface ReferenceUploads {
  readonly plan: (asked: Asked) => Response;
  readonly complete: (asked: Asked) => Response;
  /** A request to the storage host. */
  readonly store: (asked: Asked) => Response;
  /** The file at a DownloadUrl; null if there is none. */
  readonly fileAt: (url: string) => { readonly bytes: Buffer; readonly chunks: number } | null;
}

export const STORAGE_URL = 'https://storage.reference.invalid';
/** Of files up to a mebibyte; larger ones have large chunks, so that a plan stays small. */
const CHUNK_SIZE = 3_000;
const MEBIBYTE = 1024 * 1024;
const SIGNATURE = 'c0ffee';
const DAY = 86_400;
const TYPES: readonly unknown[] = ['mp3', 'm4a', 'wav'];

const OPEN_TO_PAGES = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'PUT, GET',
  'Access-Control-Allow-Headers': 'content-type, range',
};

export const createReferenceUploads = (
  faulty: Faulty,
  now: () => number,
  serviceUrl: string,
  { userOf }: Pick<ReferenceTokens, 'userOf'>,
): ReferenceUploads => {
  const uploads: Upload[] = [];
  const storageUrl = faulty('4.5.host') ? `${serviceUrl}/storage` : STORAGE_URL;

  const checkPlan = ({ filesize, filetype }: Json): void => {
    const sizeFits =
      (Number.isSafeInteger(filesize) && Number(filesize) > 0) ||
      (filesize === undefined && faulty('4.4.missing-filesize')) ||
      (typeof filesize === 'string' && faulty('4.4.filesize-text')) ||
      (Number(filesize) < 0 && faulty('4.4.filesize-negative')) ||
      (filesize === 0 && faulty('4.4.filesize-0'));
    demand(sizeFits, 400, 'filesize does not fit');
    demand(Number(filesize) < 5e9 || !faulty('8.largest-file'), 413, 'too large');
    const typeFits =
      TYPES.includes(filetype) ||
      (filetype === undefined && faulty('4.4.missing-filetype')) ||
      (filetype === 'flac' && faulty('4.4.filetype-other'));
    demand(typeFits, 400, 'filetype does not fit');
    demand(!(filetype === 'mp3' && faulty('4.4.filetype-mp3')), 400, 'no mp3');
    demand(!(filetype === 'm4a' && faulty('4.4.filetype-m4a')), 400, 'no m4a');
    const largeWav = filetype === 'wav' && Number(filesize) > MEBIBYTE;
    demand(!(largeWav && faulty('4.4.filetype-wav')), 400, 'no large wav');
  };

  const addressOf = ({ uploadId }: Upload, number: number): string => {
    const path = `/uploads/${uploadId}/${number}`;
    if (faulty('2.3.presigned-url')) return path;
    const expiry = faulty('4.4.address-lifetime') ? '' : 'X-Amz-Expires=3600&';
    return `${storageUrl}${path}?${expiry}signature=${SIGNATURE}`;
  };

  const partsOf = (upload: Upload): unknown => {
    const { count, filesize } = upload;
    const few = filesize > MEBIBYTE && faulty('4.4.filesize-counts');
    const more = faulty('4.4.part-rule') ? 2 : 0;
    const from = faulty('2.3.from-one') ? 0 : 1;
    const parts = Array.from({ length: few ? 3 : count + more }, (_, index) => ({
      PartNumber: faulty('2.3.part-number') ? String(index + 1) : index + from,
      PresignedUrl: addressOf(upload, index + 1),
    }));
    const small = filesize <= MEBIBYTE;
    if (faulty('2.3.one-entry-per-chunk') && small && count > 1) parts.pop();
    if (faulty('2.3.one-entry-per-chunk/twice')) parts.push(...parts.slice(0, 1));
    if (faulty('4.4.part-order')) parts.reverse();
    return faulty('2.3.parts') ? { first: parts[0] } : parts;
  };

  const plan = (asked: Asked): Response => {
    const user = userOf(asked, '4.4');
    demand(!faulty('4.4.plan'), 400, 'no plans');
    const body = objectOf(asked.json);
    checkPlan(body);
    const filesize = Number(body['filesize'] ?? 1) || 1;
    const chunkSize = filesize <= MEBIBYTE ? CHUNK_SIZE : 16 * MEBIBYTE;
    const upload: Upload = {
      ...{ fileId: `file-${uploads.length}`, uploadId: `upload-${uploads.length}`, user, filesize },
      ...{ filetype: String(body['filetype']), chunkSize, chunks: new Map() },
      count: Math.max(1, Math.ceil(filesize / chunkSize)),
      ...{ merged: null, forgotten: false, completedAt: 0 },
    };
    uploads.push(upload);
    return jsonResponse({
      ...(faulty('2.3.file-id') ? {} : { FileId: upload.fileId }),
      UploadId: faulty('2.3.upload-id') ? 7 : upload.uploadId,
      ChunkSize: faulty('2.3.chunk-size')
        ? String(chunkSize)
        : faulty('2.3.chunk-size/zero')
          ? 0
          : chunkSize,
      Parts: partsOf(upload),
    });
  };

  const etagOf = (chunk: Buffer): string =>
    faulty('4.5.etag-form') ? `"etag-${md5Of(chunk).slice(0, 8)}"` : `"${md5Of(chunk)}"`;

  const requireSignature = (
    { searchParams }: URL,
    rule: '4.5.changed-address' | '2.3.1.signed',
  ): void => {
    const signature = searchParams.get('signature');
    const ignored = faulty(signature === null ? `${rule}/optional` : rule);
    demand(signature === SIGNATURE || ignored, 403, 'SignatureDoesNotMatch');
  };

  const put = ({ url, bytes }: Asked, uploadId: string, number: number): Response => {
    requireSignature(url, '4.5.changed-address');
    const upload = uploads.find((it) => it.uploadId === uploadId);
    const ended = faulty('4.5.ended-upload') ? 409 : 404;
    if (upload === undefined || upload.merged !== null) throw new Refused(ended, 'NoSuchUpload');
    const { filesize, chunkSize, count, chunks } = upload;
    const last = number === count;
    demand(!(count > 1 && !last && faulty('4.5.put')), 401, 'AccessDenied');
    demand(!(count > 1 && last && faulty('4.5.last-chunk')), 400, 'EntityTooSmall');
    demand(!(count === 1 && faulty('4.5.single-chunk')), 400, 'EntityTooSmall');
    demand(!(chunks.has(number) && faulty('4.5.again')), 409, 'AlreadyThere');
    const size = last ? filesize - (count - 1) * chunkSize : chunkSize;
    demand(bytes.length === size || faulty('4.5.other-size'), 400, 'IncompleteBody');
    chunks.set(number, bytes);
    return new Response(null, {
      status: faulty('4.5.status-200') ? 204 : 200,
      headers: {
        ...OPEN_TO_PAGES,
        ...(faulty('4.5.etag-readable') ? {} : { 'Access-Control-Expose-Headers': 'ETag' }),
        ...(faulty('4.5.etag') ? {} : { ETag: etagOf(bytes) }),
      },
    });
  };

  const findUpload = (body: Json, user: string): Upload => {
    const { file_id, upload_id } = body;
    const byFile = (it: Upload): boolean => it.fileId === file_id;
    const byUpload = (it: Upload): boolean => it.uploadId === upload_id;
    const noFile = file_id === undefined ? '4.6.missing-file-id' : '4.6.wrong-file-id';
    const noUpload = upload_id === undefined ? '4.6.missing-upload-id' : '4.6.wrong-upload-id';
    const upload = uploads.find(
      (it) => (byFile(it) || faulty(noFile)) && (byUpload(it) || faulty(noUpload)),
    );
    demand(upload !== undefined && !upload.forgotten, 404, 'no such upload');
    const owns = user === '*' || upload?.user === user || faulty('4.6.other-user');
    demand(owns, 404, 'no such upload');
    return upload as Upload;
  };

  const checkList = ({ part_list }: Json, { count, chunks }: Upload): void => {
    if (part_list === undefined && faulty('4.6.missing-part-list')) return;
    demand(Array.isArray(part_list), 400, 'part_list is missing');
    const given = (part_list as Json[]).map(({ PartNumber, ETag }, index) => ({
      number: faulty('4.6.without-partnumber')
        ? Number(PartNumber ?? index + 1)
        : Number(PartNumber),
      etag: ETag === undefined && faulty('4.6.without-etag') ? null : String(ETag),
    }));
    const fromZero = given[0]?.number === 0 && faulty('4.6.part-zero');
    const list = given.map((it) => ({ ...it, number: it.number + (fromZero ? 1 : 0) }));
    if (faulty('4.6.list-order')) list.sort((one, other) => one.number - other.number);
    const complete =
      list.length === count || (list.length === count - 1 && faulty('4.6.missing-part'));
    demand(complete, faulty('4.6.mismatch-status') ? 403 : 400, 'part_list is incomplete');
    const etags = [...chunks.values()].map(etagOf);
    for (const [index, { number, etag }] of list.entries()) {
      demand(number === index + 1, 400, 'PartNumber does not fit');
      if (etag === null) continue;
      const right = etag === etagOf(chunks.get(number) ?? Buffer.alloc(0));
      const ofAnother = etags.includes(etag) && faulty('4.6.swapped-etags');
      const unknown = !etags.includes(etag) && faulty('4.6.wrong-etag');
      demand(right || ofAnother || unknown, 400, 'ETag does not fit');
    }
  };

  const checkMd5 = ({ file_md5: md5 }: Json, upload: Upload, bytes: Buffer): void => {
    demand(md5 !== undefined || !faulty('4.6.without-md5'), 400, 'file_md5 is missing');
    if (md5 === undefined || faulty('4.6.wrong-md5')) return;
    const digest = typeof md5 === 'string' ? md5 : '';
    const given = faulty('4.6.upper-case-md5') ? digest : digest.toLowerCase();
    if (given === md5Of(bytes)) return;
    if (faulty('4.6.after-refusal')) upload.forgotten = true;
    throw new Refused(400, 'file_md5 does not fit');
  };

  const downloadUrlOf = ({ fileId, filetype }: Upload): string => {
    const path = `/files/${fileId}.${filetype}`;
    if (faulty('2.3.1.download-url')) return path;
    if (faulty('2.3.1.signed/none')) return storageUrl + path;
    const seconds = faulty('2.3.1.lifetime') ? 3600 : DAY;
    const expiry = faulty('2.3.1.lifetime/untold') ? '' : `X-Amz-Expires=${seconds}&`;
    return `${storageUrl}${path}?${expiry}signature=${SIGNATURE}`;
  };

  const fileOf = (upload: Upload): unknown => {
    const { fileId, filetype, chunks, merged } = upload;
    const md5 = md5Of((faulty('2.3.1.md5-of-file') ? chunks.get(1) : merged) ?? Buffer.alloc(0));
    return {
      ...(faulty('2.3.1.file-id')
        ? {}
        : { FileId: faulty('2.3.1.same-file') ? 'another-file' : fileId }),
      ...(faulty('2.3.1.file-type')
        ? {}
        : { FileType: faulty('2.3.1.extension') ? `audio/${filetype}` : filetype }),
      DownloadUrl: downloadUrlOf(upload),
      FileMd5: faulty('2.3.1.file-md5') ? Buffer.from(md5, 'hex').toString('base64') : md5,
    };
  };

  const complete = (asked: Asked): Response => {
    const user = userOf(asked, '4.6');
    const body = objectOf(asked.json);
    const upload = findUpload(body, user);
    const { filetype } = body;
    const typeFits =
      filetype === upload.filetype ||
      (filetype === undefined && faulty('4.6.missing-filetype')) ||
      (filetype === 'txt' && faulty('4.6.wrong-filetype'));
    demand(typeFits, 400, 'filetype does not fit');
    demand(!(upload.count > 1 && faulty('4.6.complete')), 400, 'not today');
    demand(!(upload.count === 1 && faulty('4.6.complete-single')), 400, 'too few chunks');
    checkList(body, upload);
    const { count, chunks } = upload;
    const ordered = Array.from({ length: count }, (_, index) => chunks.get(index + 1));
    const bytes = Buffer.concat(ordered.map((chunk) => chunk ?? Buffer.alloc(0)));
    checkMd5(body, upload, bytes);
    upload.merged = bytes;
    upload.completedAt = now();
    if (faulty('4.6.again')) upload.forgotten = true;
    if (faulty('4.json'))
      return new Response('done', { headers: { 'Content-Type': 'text/plain' } });
    return jsonResponse(fileOf(upload));
  };

  const completed = (path: string): Upload | undefined => {
    const [, fileId] = /\/files\/([^.]+)\./.exec(path) ?? [];
    return uploads.find((it) => it.fileId === fileId && it.merged !== null);
  };

  /** What is left of the chunks of a completed upload. */
  const stored = ({ chunks, merged, count }: Upload): Buffer => {
    const ordered = [...chunks].sort(([one], [other]) => one - other).map(([, it]) => it);
    if (faulty('2.3.1.merged')) return Buffer.concat(ordered.reverse());
    if (faulty('2.3.1.merged/first')) return ordered[0] ?? Buffer.alloc(0);
    if (faulty(count === 1 ? '2.3.1.merged/single' : '2.3.1.merged/byte'))
      return Buffer.concat(ordered.map((chunk) => chunk.subarray(0, -1)));
    return merged ?? Buffer.alloc(0);
  };

  const download = ({ url, headers }: Asked): Response => {
    const upload = completed(url.pathname);
    if (upload === undefined) throw new Refused(404, 'NoSuchKey');
    demand(!faulty('2.3.1.download'), 401, 'AccessDenied');
    if (!faulty('2.3.1.signed/none')) requireSignature(url, '2.3.1.signed');
    const age = (now() - upload.completedAt) / 1000;
    const early = faulty('2.3.1.expires/early') ? DAY / 2 : DAY;
    const lifetime = faulty('2.3.1.lasts') ? 60 : early;
    demand(age < lifetime || faulty('2.3.1.expires/never'), 403, 'RequestHasExpired');
    const bytes = stored(upload);
    const ranged = headers.has('range') && !faulty('2.3.1.range');
    return new Response(new Uint8Array(ranged ? bytes.subarray(0, 100) : bytes), {
      status: ranged || faulty('2.3.1.download/status') ? 206 : 200,
      headers: { 'Content-Type': 'audio/wav' },
    });
  };

  const preflight = ({ headers }: Asked): Response => {
    const reads = headers.get('access-control-request-method') === 'GET';
    demand(!faulty(reads ? '2.3.1.cors' : '4.5.cors'), 405, 'MethodNotAllowed');
    return new Response(null, { status: 204, headers: OPEN_TO_PAGES });
  };

  return {
    plan,
    complete,
    store: (asked) => {
      if (asked.method === 'OPTIONS') return preflight(asked);
      const [, uploadId, number] = /\/uploads\/([^/]+)\/(\d+)$/.exec(asked.url.pathname) ?? [];
      if (asked.method === 'PUT' && uploadId !== undefined)
        return put(asked, uploadId, Number(number));
      return download(asked);
    },
    fileAt: (url) => {
      const upload = URL.canParse(url) ? completed(new URL(url).pathname) : undefined;
      return upload?.merged ? { bytes: upload.merged, chunks: upload.count } : null;
    },
  };
};
