/** The state of the uploads: what is planned, which chunks are stored, whether they are merged. */
import type { UploadPlanRequest } from '../../src/protocol/index.js';
import { Refusal } from './http/refusal.js';
import type { Clock } from './options.js';
import { randomName } from './secrets.js';
import type { RecordFolder } from './state/record-files.js';
import type { FileFacts, PlannedFile, Store } from './storage/store.js';
import {
  partCountOf,
  uploadRecord,
  type Stage,
  type Upload,
  type UploadRecord,
} from './upload-record.js';

/** S3's limit, because the specification has none. */
export const MOST_PARTS = 10_000;

/** Size of one part in bytes; every part but the last is a full chunk. */
export const partSize = (
  { filesize, chunkSize, partCount }: PlannedFile,
  number: number,
): number => (number < partCount ? chunkSize : filesize - chunkSize * (partCount - 1));

export interface Uploads {
  /** `chunkSize` is in bytes; null for the default. */
  readonly create: (
    userId: string,
    request: UploadPlanRequest,
    chunkSize: number | null,
  ) => Promise<Upload>;
  readonly byUploadId: (uploadId: string) => Upload | undefined;
  readonly byFileId: (fileId: string) => Upload | undefined;
  readonly all: () => readonly Upload[];
  /** Marks an upload as complete; resolves once this is stored and survives a restart. */
  readonly complete: (upload: Upload, file: FileFacts, etags: readonly string[]) => Promise<void>;
  /** Marks the upload as deleted at once. Its record is deleted last, after `remove` has deleted the data. */
  readonly forget: (upload: Upload, remove?: () => Promise<void>) => Promise<void>;
}

export interface UploadsOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly records: RecordFolder<UploadRecord>;
  /** Chunk size in bytes for a file of this size. */
  readonly chunkSizeFor: (filesize: number) => number;
}

/** Restores the uploads of this store, and ignores those of another store. */
export const loadUploads = async (options: UploadsOptions): Promise<Uploads> => {
  const { clock, store, records, chunkSizeFor } = options;
  const byUploadId = new Map<string, Upload>();
  const byFileId = new Map<string, Upload>();

  const keep = (upload: Upload): Upload => {
    byUploadId.set(upload.uploadId, upload);
    byFileId.set(upload.fileId, upload);
    return upload;
  };
  const write = (upload: Upload, stage: Stage): Promise<void> =>
    records.write(upload.fileId, uploadRecord(upload, stage, store.name));

  for (const [fileId, { store: place, completed, ...planned }] of await records.load()) {
    if (place !== store.name) continue;
    const stage: Stage =
      completed === undefined ? { kind: 'open' } : { kind: 'complete', ...completed };
    keep({ ...planned, fileId, partCount: partCountOf(planned), stage });
  }

  const chunkSizeOf = (filesize: number, wanted: number | null): number => {
    const chunkSize = wanted ?? chunkSizeFor(filesize);
    if (!Number.isSafeInteger(chunkSize) || chunkSize < 1)
      throw new Error('The option chunkSize must return a positive whole number of bytes.');
    return Math.max(chunkSize, store.smallestChunk);
  };

  return {
    create: async (userId, { filesize, filetype }, wanted) => {
      const chunkSize = chunkSizeOf(filesize, wanted);
      const partCount = partCountOf({ filesize, chunkSize });
      if (partCount > MOST_PARTS)
        throw new Refusal(
          400,
          'file-too-large',
          `This file would need more than ${MOST_PARTS} chunks: send a smaller one.`,
        );
      const fileId = randomName('file');
      const file: PlannedFile = { fileId, fileType: filetype, filesize, chunkSize, partCount };
      const upload: Upload = {
        ...file,
        uploadId: await store.begin(file),
        userId,
        plannedAt: clock.now(),
        stage: { kind: 'open' },
      };
      await write(upload, upload.stage);
      return keep(upload);
    },
    byUploadId: (uploadId) => byUploadId.get(uploadId),
    byFileId: (fileId) => byFileId.get(fileId),
    all: () => [...byUploadId.values()],
    complete: async (upload, { md5 }, etags) => {
      const stage: Stage = { kind: 'complete', at: clock.now(), md5, etags };
      await write(upload, stage);
      upload.stage = stage;
    },
    forget: async (upload, remove) => {
      byUploadId.delete(upload.uploadId);
      byFileId.delete(upload.fileId);
      await remove?.().catch((error: unknown) => {
        keep(upload);
        throw error;
      });
      await records.remove(upload.fileId);
    },
  };
};
