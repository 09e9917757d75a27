/**
 * The storage host (4.5). It hashes each part as it arrives, and keeps its size and ETag. It keeps the bytes only if the
 * page asks for it.
 */
import { createMd5 } from '../../src/hashing/md5.js';
import type { Link } from './link.js';
import { demand, Refused } from './service.js';
import type { StoredPart, Upload, Visit } from './visit.js';

/** The link carries this many bytes at a time, so that parts share it. */
const PIECE_BYTES = 64 * 1024;

/** Reads a body as fast as the link carries it. Firefox does not stream bodies: there, it is read at once. */
async function* piecesOf(request: Request): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const cut = function* (bytes: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.slice(at, at + PIECE_BYTES);
  };
  if (!request.body) {
    yield* cut(new Uint8Array(await request.arrayBuffer()));
    return;
  }
  const reader = request.body.getReader();
  try {
    for (let next; !(next = await reader.read()).done;) yield* cut(next.value);
  } finally {
    // After a failure, the rest of the body is not wanted.
    reader.cancel().catch(() => undefined);
  }
}

/** Bytes of one second of sound, from the header of a WAV file; null for anything else. */
export const audioRateOf = (beginning: Uint8Array<ArrayBuffer>): number | null => {
  if (beginning.length < 44) return null;
  const view = new DataView(beginning.buffer, beginning.byteOffset);
  const isWave = view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57415645;
  return isWave ? view.getUint32(28, true) || null : null;
};

export interface PartPlace {
  readonly upload: Upload;
  readonly part: StoredPart;
  /** From 1. */
  readonly number: number;
}

/** The part of an address; throws Refused as a storage host refuses addresses. */
export const findPart = (visit: Visit, request: Request, path: string): PartPlace => {
  demand(request.method === 'PUT', 405, 'MethodNotAllowed');
  const [, uploadId, digits] = /^\/uploads\/([^/]+)\/(\d+)$/.exec(path) ?? [];
  const upload = visit.uploads.find((it) => it.uploadId === uploadId);
  const number = Number(digits);
  const part = upload?.parts[number - 1];
  if (upload === undefined || part === undefined) throw new Refused(404, 'NoSuchUpload');
  const signature = new URL(request.url).searchParams.get('X-Amz-Signature');
  demand(signature === upload.signature, 403, 'SignatureDoesNotMatch');
  demand(!upload.expired, 403, 'AccessDenied: Request has expired');
  demand(upload.md5 === null, 404, 'NoSuchUpload');
  return { upload, part, number };
};

/** Receives one part over the link, and returns its ETag. `onCarried` gets how many bytes have passed so far, and the last. */
export const receivePart = async (
  { upload, part, number }: PartPlace,
  request: Request,
  link: Link,
  onCarried: (bytes: number, piece: Uint8Array<ArrayBuffer>) => void,
): Promise<string> => {
  const md5 = await createMd5();
  let carried = 0;
  for await (const piece of piecesOf(request)) {
    await link.carry(piece.length);
    demand(!upload.expired, 403, 'AccessDenied: Request has expired');
    if (carried === 0) {
      part.sends += 1;
      if (number === 1) upload.audioRate = audioRateOf(piece);
    }
    md5.update(piece);
    carried += piece.length;
    part.carried += piece.length;
    onCarried(carried, piece);
  }
  demand(carried === part.size, 400, 'IncompleteBody');
  return `"${md5.digest()}"`;
};

/** The bytes of the newest upload, in memory. */
export interface Keeper {
  readonly start: () => void;
  readonly isOn: () => boolean;
  readonly keep: (place: PartPlace, pieces: readonly Uint8Array<ArrayBuffer>[]) => void;
  /** Answers a request for a DownloadUrl. Throws Refused. */
  readonly answer: (visit: Visit, request: Request, path: string) => Response;
}

export const createKeeper = (): Keeper => {
  let on = false;
  let kept: { readonly uploadId: string; readonly parts: Map<number, Blob> } | null = null;
  return {
    start: () => void (on = true),
    isOn: () => on,
    keep: ({ upload: { uploadId }, number }, pieces) => {
      if (!on) return;
      if (kept?.uploadId !== uploadId) kept = { uploadId, parts: new Map() };
      kept.parts.set(number, new Blob([...pieces]));
    },
    answer: (visit, request, path) => {
      const upload = visit.uploads.find(({ fileId, type }) => path === `/files/${fileId}.${type}`);
      const signature = new URL(request.url).searchParams.get('X-Amz-Signature');
      demand(signature === upload?.signature, 403, 'SignatureDoesNotMatch');
      demand(upload !== undefined && upload.md5 !== null, 404, 'NoSuchKey');
      const { parts } = upload;
      const blobs = parts.flatMap((_, index) => kept?.parts.get(index + 1) ?? []);
      const isComplete = kept?.uploadId === upload.uploadId && blobs.length === parts.length;
      demand(isComplete, 404, 'NoSuchKey');
      return new Response(new Blob(blobs));
    },
  };
};
