/** The store on the sandbox's own disk. */
import path from 'node:path';
import { readdir, rm, stat, mkdir, rename } from 'node:fs/promises';
import { createReadStream, renameSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { FILE_TYPES } from '../../../src/protocol/types.js';
import { Refusal } from '../../service/route.js';
import type { Signer } from '../../service/secrets.js';
import type { Secrets } from '../../service/settings.js';
import type {
  BegunUpload,
  FileFacts,
  OwnStore,
  PartFacts,
  PlannedFile,
} from '../../service/store.js';
import { type Upload, partSize, type Uploads } from '../../service/uploads.js';
import { concatenated, writeStream } from '../disk.js';

// Chunks on disk. The file name is the record, so that storing a chunk is a single rename.

/** A stored chunk. */
interface StoredPart extends PartFacts {
  readonly number: number;
  readonly file: string;
}

/** Extension of chunks that are not completely stored. */
const RECEIVING = '.receiving';

/** Encodes an ETag for a file name, because faults can produce any text. */
const partFileName = (number: number, etag: string): string =>
  `${number}.${Buffer.from(etag).toString('base64url')}`;

const parsePartFileName = (
  name: string,
): { readonly number: number; readonly etag: string } | null => {
  const match = /^([1-9]\d*)\.([\w-]+)$/.exec(name);
  return match === null
    ? null
    : { number: Number(match[1]), etag: Buffer.from(match[2] ?? '', 'base64url').toString() };
};

/**
 * Lists the chunks in a folder. Deletes incomplete chunks and those of the wrong size. If there are two of the same
 * number, keeps the one that was written last.
 */
const loadParts = async (
  folder: string,
  plannedSize: (number: number) => number,
): Promise<Map<number, StoredPart>> => {
  const parts = new Map<number, StoredPart & { readonly written: bigint }>();
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const named = parsePartFileName(name);
    if (named === null) {
      if (name.endsWith(RECEIVING)) await rm(file, { force: true });
      continue;
    }
    const { size, mtimeNs: written } = await stat(file, { bigint: true });
    const other = parts.get(named.number);
    const isOlder = other !== undefined && other.written > written;
    if (Number(size) !== plannedSize(named.number) || isOlder) {
      await rm(file, { force: true });
      continue;
    }
    if (other !== undefined) await rm(other.file, { force: true });
    parts.set(named.number, { ...named, size: Number(size), file, written });
  }
  return new Map([...parts].map(([number, { written: _, ...part }]) => [number, part]));
};

export interface DiskStore extends OwnStore {
  /** Sets the storage host's origin, before the first address is created. */
  readonly listensAt: (origin: string) => void;
  /** Path of the merged file. */
  readonly fileOf: (file: PlannedFile) => string;
  /** Changes the ETag of a stored chunk; a completion must then name the new one. */
  readonly renameEtag: (uploadId: string, number: number, etag: string) => void;
  /** Restores the data of previous uploads, and deletes data that belongs to none. */
  readonly restore: (uploads: Uploads) => Promise<void>;
}

const partPath = ({ fileId, uploadId }: BegunUpload, number: number): string =>
  `/uploads/${fileId}/${uploadId}/${number}`;

const downloadPath = ({ fileId, fileType }: PlannedFile): string => `/files/${fileId}.${fileType}`;

/** File names of this store. Other files in its folders are never deleted. */
const FOLDER = /^file_[\w-]+$/;
const FILE = new RegExp(`^file_[\\w-]+\\.(?:${FILE_TYPES.join('|')})(?:\\.merging)?$`);

interface DiskStoreOptions {
  readonly directory: string;
  readonly random: Secrets['random'];
  readonly signer: Signer;
}

export const createDiskStore = async ({
  directory,
  random,
  signer,
}: DiskStoreOptions): Promise<DiskStore> => {
  const folders = path.join(directory, 'parts');
  const files = path.join(directory, 'files');
  for (const folder of [folders, files]) await mkdir(folder, { recursive: true, mode: 0o700 });
  const byUploadId = new Map<string, Map<number, StoredPart>>();
  let origin = '';

  const folderOf = ({ fileId }: PlannedFile): string => path.join(folders, fileId);
  const fileOf = ({ fileId, fileType }: PlannedFile): string =>
    path.join(files, `${fileId}.${fileType}`);
  const partsOf = ({ uploadId }: BegunUpload): Map<number, StoredPart> => {
    const parts = byUploadId.get(uploadId) ?? new Map<number, StoredPart>();
    byUploadId.set(uploadId, parts);
    return parts;
  };

  /** Turns a file in the upload's folder into a chunk, replacing the previous one. */
  const keepPart = (
    upload: BegunUpload,
    number: number,
    received: string,
    { size, md5 }: FileFacts,
  ): string => {
    const parts = partsOf(upload);
    const etag = `"${md5}"`;
    const file = path.join(folderOf(upload), partFileName(number, etag));
    const before = parts.get(number);
    renameSync(received, file);
    if (before !== undefined && before.file !== file) rmSync(before.file, { force: true });
    parts.set(number, { number, size, etag, file });
    return etag;
  };

  const restoreOne = async (upload: Upload, uploads: Uploads): Promise<void> => {
    if (upload.stage.kind !== 'complete') {
      const folder = folderOf(upload);
      await mkdir(folder, { recursive: true });
      byUploadId.set(
        upload.uploadId,
        await loadParts(folder, (number) => partSize(upload, number)),
      );
      return;
    }
    const { size } = await stat(fileOf(upload)).catch(() => ({ size: null }));
    if (size === upload.filesize) return;
    console.error(`The sandbox has lost the file ${upload.fileId}: its upload is forgotten.`);
    await uploads.forget(upload);
  };

  const removeOthers = async (folder: string, ours: RegExp, kept: ReadonlySet<string>) => {
    for (const name of await readdir(folder))
      if (ours.test(name) && !kept.has(name))
        await rm(path.join(folder, name), { recursive: true, force: true });
  };

  return {
    name: 'disk',
    url: () => origin,
    listensAt: (url) => {
      origin = url;
    },
    fileOf,
    verify: signer.verify,
    begin: async (file) => {
      await mkdir(folderOf(file), { mode: 0o700 });
      return random('upload');
    },
    partAddresses: (upload, validity) =>
      Promise.resolve(
        Array.from(
          { length: upload.partCount },
          (_, index) => origin + signer.sign('PUT', partPath(upload, index + 1), validity),
        ),
      ),
    parts: (upload) => Promise.resolve(partsOf(upload)),
    merge: async (upload, etags, md5) => {
      const parts = partsOf(upload);
      const sources = etags.map((_, index) => parts.get(index + 1)?.file ?? '');
      const file = fileOf(upload);
      const temporary = `${file}.merging`;
      const merged = await writeStream(concatenated(sources), temporary);
      try {
        if (merged.size !== upload.filesize)
          throw new Refusal(
            400,
            'size-mismatch',
            `The merged file has ${merged.size} bytes, not ${upload.filesize}.`,
          );
        if (md5 !== undefined && merged.md5 !== md5) return 'refused';
        await rename(temporary, file);
        return merged;
      } finally {
        await rm(temporary, { force: true });
      }
    },
    downloadAddress: (upload, validity) =>
      Promise.resolve(origin + signer.sign('GET', downloadPath(upload), validity)),
    abort: async (upload) => {
      byUploadId.delete(upload.uploadId);
      await rm(folderOf(upload), { recursive: true, force: true });
    },
    remove: (upload) => rm(fileOf(upload), { force: true }),
    receive: async (upload, number, body) => {
      const temporary = path.join(folderOf(upload), `${randomUUID()}${RECEIVING}`);
      const received = await writeStream(body, temporary);
      return {
        size: received.size,
        keep: () => keepPart(upload, number, temporary, received),
        discard: () => rm(temporary, { force: true }),
      };
    },
    bytesOf: (file, start, end) => ({
      length: end - start + 1,
      read: () => createReadStream(fileOf(file), { start, end }),
    }),
    renameEtag: (uploadId, number, etag) => {
      const parts = byUploadId.get(uploadId);
      const part = parts?.get(number);
      if (parts === undefined || part === undefined) return;
      const file = path.join(path.dirname(part.file), partFileName(number, etag));
      renameSync(part.file, file);
      parts.set(number, { ...part, etag, file });
    },
    restore: async (uploads) => {
      for (const upload of uploads.all()) await restoreOne(upload, uploads);
      const isComplete = ({ stage }: Upload): boolean => stage.kind === 'complete';
      const all = uploads.all();
      const open = all.filter((upload) => !isComplete(upload));
      await removeOthers(folders, FOLDER, new Set(open.map(({ fileId }) => fileId)));
      const merged = all.filter(isComplete).map((upload) => path.basename(fileOf(upload)));
      await removeOthers(files, FILE, new Set(merged));
    },
  };
};
