/** A store in memory, for a service worker and for tests. It keeps the bytes only if it is told to. */
import { Refusal } from './route.js';
import type { Signer } from './secrets.js';
import type { Secrets } from './settings.js';
import type { BegunUpload, OwnStore, PartFacts, PlannedFile } from './store.js';

interface Md5 {
  readonly update: (bytes: Uint8Array<ArrayBuffer>) => unknown;
  /** Hexadecimal. */
  readonly digest: () => string;
}

export interface MemoryStoreOptions {
  /** {upload_url}, without a trailing slash. */
  readonly url: string;
  readonly signer: Signer;
  readonly random: Secrets['random'];
  readonly createMd5: () => Md5 | Promise<Md5>;
  /** The stored chunks of open uploads, by UploadId and number. */
  readonly parts: Map<string, Map<number, PartFacts>>;
  /** Without its bytes, a file cannot be read, and its MD5 is the one that the client sends. */
  readonly keepsBytes: () => boolean;
}

export const createMemoryStore = (options: MemoryStoreOptions): OwnStore => {
  const { url, signer, random, createMd5, parts, keepsBytes } = options;
  /** The bytes of chunks, by UploadId and number, and of merged files, by FileId. */
  const chunks = new Map<string, Blob>();
  const files = new Map<string, Blob>();

  const chunkName = ({ uploadId }: BegunUpload, number: number): string => `${uploadId}/${number}`;
  const numbersOf = ({ partCount }: PlannedFile): readonly number[] =>
    Array.from({ length: partCount }, (_, index) => index + 1);

  const md5Of = async (file: Blob): Promise<string> => {
    const md5 = await createMd5();
    md5.update(new Uint8Array(await file.arrayBuffer()));
    return md5.digest();
  };

  return {
    name: 'memory',
    url: () => url,
    verify: signer.verify,
    begin: () => Promise.resolve(random('upload')),
    partAddresses: (upload, validity) => {
      const path = `/uploads/${upload.fileId}/${upload.uploadId}`;
      const sign = (number: number): string => signer.sign('PUT', `${path}/${number}`, validity);
      return Promise.resolve(numbersOf(upload).map((number) => url + sign(number)));
    },
    parts: ({ uploadId }) => Promise.resolve(parts.get(uploadId) ?? new Map()),
    merge: async (upload, _etags, md5) => {
      const bytes = numbersOf(upload).flatMap(
        (number) => chunks.get(chunkName(upload, number)) ?? [],
      );
      if (bytes.length < upload.partCount) {
        if (md5 !== undefined) return { size: upload.filesize, md5 };
        throw new Refusal(
          400,
          'md5-required',
          'This service keeps no bytes, so it needs file_md5.',
        );
      }
      const file = new Blob(bytes);
      const merged = { size: file.size, md5: await md5Of(file) };
      if (md5 !== undefined && md5 !== merged.md5) return 'refused';
      files.set(upload.fileId, file);
      return merged;
    },
    downloadAddress: ({ fileId, fileType }, validity) =>
      Promise.resolve(url + signer.sign('GET', `/files/${fileId}.${fileType}`, validity)),
    abort: (upload) => {
      parts.delete(upload.uploadId);
      for (const number of numbersOf(upload)) chunks.delete(chunkName(upload, number));
      return Promise.resolve();
    },
    remove: ({ fileId }) => Promise.resolve(void files.delete(fileId)),
    receive: async (upload, number, body) => {
      const md5 = await createMd5();
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      let size = 0;
      for await (const piece of body as AsyncIterable<Uint8Array<ArrayBuffer>>) {
        md5.update(piece);
        size += piece.length;
        if (keepsBytes()) pieces.push(piece);
      }
      const etag = `"${md5.digest()}"`;
      return {
        size,
        keep: () => {
          const stored = parts.get(upload.uploadId) ?? new Map<number, PartFacts>();
          parts.set(upload.uploadId, stored.set(number, { size, etag }));
          if (keepsBytes()) chunks.set(chunkName(upload, number), new Blob(pieces));
          return etag;
        },
        discard: () => Promise.resolve(),
      };
    },
    bytesOf: ({ fileId }, start, end) => {
      const file = files.get(fileId)?.slice(start, end + 1);
      if (file === undefined) return null;
      return {
        length: file.size,
        read: async function* () {
          yield new Uint8Array(await file.arrayBuffer());
        },
      };
    },
  };
};
