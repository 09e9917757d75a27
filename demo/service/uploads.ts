/** The state of the uploads: what is planned, which chunks are stored, whether they are merged. */
import {
  ContractError,
  at,
  filledText,
  finite,
  listOf,
  matching,
  oneOf,
  positiveInteger,
  record,
  text,
  type Reader,
} from '../../src/protocol/read.js';
import {
  FILE_TYPES,
  type UploadPlanRequest,
  type CompleteUploadRequest,
  type UploadedFile,
} from '../../src/protocol/types.js';
import type { BegunUpload, FileFacts, PlannedFile, Records, Store, PartFacts } from './store.js';
import { Refusal } from './route.js';
import type { Clock, Secrets } from './settings.js';

// An upload as stored on disk, by its FileId.

type Stage =
  | { readonly kind: 'open' }
  | { readonly kind: 'merging'; readonly settled: Promise<unknown> }
  | {
      readonly kind: 'complete';
      /** In ms of the sandbox's clock. */
      readonly at: number;
      /** Hexadecimal MD5 of the file. */
      readonly md5: string;
      /** The MD5 of each chunk, as in the completion. */
      readonly etags: readonly string[];
    };

export interface Upload extends BegunUpload {
  readonly userId: string;
  /** In ms of the sandbox's clock. */
  readonly plannedAt: number;
  stage: Stage;
}

const partCountOf = ({
  filesize,
  chunkSize,
}: Pick<UploadRecord, 'filesize' | 'chunkSize'>): number => Math.ceil(filesize / chunkSize);

const readRecord = record(
  {
    uploadId: filledText,
    userId: filledText,
    fileType: oneOf(FILE_TYPES),
    /** In bytes. */
    filesize: positiveInteger,
    /** In bytes. */
    chunkSize: positiveInteger,
    /** In ms of the sandbox's clock. */
    plannedAt: finite,
    /** The name of the store that contains it. */
    store: filledText,
  },
  {
    completed: record({
      at: finite,
      md5: matching(/^[\da-f]{32}$/, 'an MD5'),
      etags: listOf(text),
    }),
  },
);

export type UploadRecord = Readonly<ReturnType<typeof readRecord>>;

export const readUploadRecord: Reader<UploadRecord> = (json, place) => {
  const upload = readRecord(json, place);
  const parts = partCountOf(upload);
  if (upload.completed !== undefined && upload.completed.etags.length !== parts)
    throw new ContractError(at(place, 'completed.etags'), `must name ${parts} chunks`);
  return upload;
};

/** The record of an upload in this stage. An upload that is being merged is still open. */
const uploadRecord = (
  { uploadId, userId, fileType, filesize, chunkSize, plannedAt }: Upload,
  stage: Stage,
  store: string,
): UploadRecord => ({
  ...{ uploadId, userId, fileType, filesize, chunkSize, plannedAt, store },
  ...(stage.kind === 'complete'
    ? { completed: { at: stage.at, md5: stage.md5, etags: stage.etags } }
    : {}),
});

/** S3's limit, because the specification has none. */
export const MOST_PARTS = 10_000;

/** Size of one part in bytes; every part but the last is a full chunk. */
export const partSize = ({ filesize, chunkSize, partCount }: PlannedFile, number: number): number =>
  number < partCount ? chunkSize : filesize - chunkSize * (partCount - 1);

export type Uploads = Awaited<ReturnType<typeof loadUploads>>;

interface UploadsOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly records: Records<UploadRecord>;
  readonly secrets: Pick<Secrets, 'random'>;
}

/** Restores the uploads of this store, and ignores those of another store. */
export const loadUploads = async (options: UploadsOptions) => {
  const { clock, store, records, secrets } = options;
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

  const chunkSizeOf = (chunkSize: number): number => {
    if (!Number.isSafeInteger(chunkSize) || chunkSize < 1)
      throw new Error('The option chunkSize must return a positive whole number of bytes.');
    return chunkSize;
  };

  return {
    /** `wanted`: the size of a chunk in bytes. */
    create: async (
      userId: string,
      { filesize, filetype }: UploadPlanRequest,
      wanted: number,
    ): Promise<Upload> => {
      const chunkSize = chunkSizeOf(wanted);
      const partCount = partCountOf({ filesize, chunkSize });
      if (partCount > MOST_PARTS)
        throw new Refusal(
          400,
          'file-too-large',
          `This file would need more than ${MOST_PARTS} chunks: send a smaller one.`,
        );
      const fileId = secrets.random('file');
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
    byUploadId: (uploadId: string) => byUploadId.get(uploadId),
    byFileId: (fileId: string) => byFileId.get(fileId),
    all: (): readonly Upload[] => [...byUploadId.values()],
    /** Marks an upload as complete; resolves once this is stored and survives a restart. */
    complete: async (
      upload: Upload,
      { md5 }: FileFacts,
      etags: readonly string[],
    ): Promise<void> => {
      const stage: Stage = { kind: 'complete', at: clock.now(), md5, etags };
      await write(upload, stage);
      upload.stage = stage;
    },
    /** Marks the upload as deleted at once. Its record is deleted last, after `remove` has deleted the data. */
    forget: async (upload: Upload, remove?: () => Promise<void>): Promise<void> => {
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

// 4.6: compares the request with the stored chunks, merges them, and returns 2.3.1.

const refuse = (code: string, message: string): Refusal => new Refusal(400, code, message);

/** The stored chunks by number. */
const storedParts = async (upload: Upload, store: Store): Promise<ReadonlyMap<number, PartFacts>> =>
  upload.stage.kind === 'complete'
    ? new Map(
        upload.stage.etags.map((etag, index) => [
          index + 1,
          { etag, size: partSize(upload, index + 1) },
        ]),
      )
    : store.parts(upload);

/** Rejects a list that does not name each chunk once, as stored. */
const checkParts = (
  upload: Upload,
  { part_list: list, filetype }: CompleteUploadRequest,
  stored: ReadonlyMap<number, PartFacts>,
): void => {
  if (filetype !== upload.fileType)
    throw refuse('filetype-differs', 'filetype is not the one the upload was planned with.');
  if (list.length !== upload.partCount)
    throw refuse(
      'parts-incomplete',
      `part_list has ${list.length} entries, but the file has ${upload.partCount} chunks: name each chunk once.`,
    );
  for (const [index, { PartNumber, ETag }] of list.entries()) {
    const number = index + 1;
    if (PartNumber !== number)
      throw refuse(
        'part-order',
        `part_list[${index}].PartNumber is not ${number}: name each chunk once, in ascending order.`,
      );
    const part = stored.get(number);
    if (part === undefined)
      throw refuse('part-missing', `Chunk ${number} was never stored: upload it first.`);
    if (part.size !== partSize(upload, number))
      throw refuse('part-size', `Chunk ${number} does not have the size that was planned.`);
    if (part.etag !== ETag)
      throw refuse(
        'etag-mismatch',
        `part_list[${index}].ETag is not the ETag header the storage host sent for chunk ${number}.`,
      );
  }
};

const fits = ({ file_md5 }: CompleteUploadRequest, md5: string): boolean =>
  file_md5 === undefined || file_md5.toLowerCase() === md5;

const mismatch = (advice: string): Refusal =>
  refuse('md5-mismatch', `file_md5 is not the MD5 of the merged file: ${advice}.`);

interface CompletionContext {
  readonly store: Store;
  readonly uploads: Uploads;
  /** Lifetime of a DownloadUrl in seconds. */
  readonly downloadSeconds: number;
}

const mergeParts = async (
  upload: Upload,
  request: CompleteUploadRequest,
  { store, uploads }: CompletionContext,
): Promise<void> => {
  const etags = request.part_list.map(({ ETag }) => ETag);
  const merged = await store.merge(upload, etags, request.file_md5?.toLowerCase());
  if (merged === 'refused') throw mismatch('the chunks are kept, upload the damaged ones again');
  await uploads.complete(upload, merged, etags);
  // Best effort: a chunk that arrives again at this moment must not undo a completion.
  await store.abort(upload).catch(() => undefined);
};

/** The current stage, which may change during an await. */
const stageOf = ({ stage }: Upload): Stage => stage;

/** Repeating a successful completion returns the same response, also after a restart. */
export const completeUpload = async (
  upload: Upload,
  request: CompleteUploadRequest,
  context: CompletionContext,
): Promise<UploadedFile> => {
  const { store, downloadSeconds } = context;
  const stored = await storedParts(upload, store);
  while (upload.stage.kind === 'merging') await upload.stage.settled.catch(() => undefined);
  checkParts(upload, request, stored);
  if (upload.stage.kind === 'open') {
    const merging = mergeParts(upload, request, context);
    upload.stage = { kind: 'merging', settled: merging };
    await merging.catch((error: unknown) => {
      upload.stage = { kind: 'open' };
      throw error;
    });
  }
  const stage = stageOf(upload);
  if (stage.kind !== 'complete') throw new Error('An upload that was merged is not complete.');
  if (!fits(request, stage.md5)) throw mismatch('it stays as it is, ask for a new plan');
  return {
    FileId: upload.fileId,
    FileType: upload.fileType,
    DownloadUrl: await store.downloadAddress(upload, { from: stage.at, seconds: downloadSeconds }),
    FileMd5: stage.md5,
  };
};
