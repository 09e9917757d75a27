/** 4.6: compares the request with the stored chunks, merges them, and returns 2.3.1. */
import type { CompleteUploadRequest, UploadedFile } from '../../src/protocol/index.js';
import { Refusal } from './http/refusal.js';
import type { PartFacts, Store } from './storage/store.js';
import type { Stage, Upload } from './upload-record.js';
import { partSize, type Uploads } from './uploads.js';

const refuse = (code: string, message: string): Refusal => new Refusal(400, code, message);

/** The stored chunks by number. A store that has merged its chunks may no longer have all details. */
const storedParts = async (
  upload: Upload,
  store: Store,
): Promise<ReadonlyMap<number, PartFacts> | 'merged'> =>
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
  stored: ReadonlyMap<number, PartFacts> | 'merged',
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
    if (stored === 'merged') continue;
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

export interface CompletionContext {
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
  const merged = await store.merge(upload, etags, ({ md5 }) => fits(request, md5));
  if (merged === 'refused') {
    if (store.chunksOutliveMerge)
      throw mismatch('the chunks are kept, upload the damaged ones again');
    await uploads.forget(upload);
    throw mismatch('the file was removed, ask for a new plan');
  }
  await uploads.complete(upload, merged, etags);
  // Best effort: a chunk that arrives again at this moment must not undo a completion.
  if (store.chunksOutliveMerge) await store.abort(upload).catch(() => undefined);
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
