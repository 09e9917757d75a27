/** 4.6: checks what the client says against what is stored, merges, and answers 2.3.1. */
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { CompleteUploadRequest, UploadedFile } from '../../src/protocol/index.js';
import { concatenated, writeStream } from './disk.js';
import { Refusal } from './http/refusal.js';
import { partSize, type MergedFile, type StoredPart, type Upload } from './uploads.js';

const refuse = (code: string, message: string): Refusal => new Refusal(400, code, message);

/** The stored parts in their order; refuses a list that does not name each of them once, as stored. */
const checkedParts = (upload: Upload, request: CompleteUploadRequest): readonly StoredPart[] => {
  const { part_list: list } = request;
  if (request.filetype !== upload.fileType)
    throw refuse('filetype-differs', 'filetype is not the one the upload was planned with.');
  if (list.length !== upload.partCount)
    throw refuse(
      'parts-incomplete',
      `part_list has ${list.length} entries, but the file has ${upload.partCount} chunks: name each chunk once.`,
    );
  return list.map(({ PartNumber, ETag }, index) => {
    const number = index + 1;
    if (PartNumber !== number)
      throw refuse(
        'part-order',
        `part_list[${index}].PartNumber is not ${number}: name each chunk once, in ascending order.`,
      );
    const part = upload.parts.get(number);
    if (part === undefined)
      throw refuse('part-missing', `Chunk ${number} was never stored: upload it first.`);
    if (part.size !== partSize(upload, number))
      throw refuse('part-size', `Chunk ${number} does not have the size that was planned.`);
    if (part.etag !== ETag)
      throw refuse(
        'etag-mismatch',
        `part_list[${index}].ETag is not the ETag header the storage host sent for chunk ${number}.`,
      );
    return part;
  });
};

const checkMd5 = (request: CompleteUploadRequest, md5: string): void => {
  if (request.file_md5 !== undefined && request.file_md5.toLowerCase() !== md5)
    throw refuse(
      'md5-mismatch',
      'file_md5 is not the MD5 of the merged file: the chunks are kept, upload the damaged ones again.',
    );
};

const merge = async (
  upload: Upload,
  parts: readonly StoredPart[],
  request: CompleteUploadRequest,
  directory: string,
): Promise<MergedFile> => {
  const { fileId, fileType, filesize } = upload;
  const file = path.join(directory, 'files', `${fileId}.${fileType}`);
  const temporary = `${file}.merging`;
  const { size, md5 } = await writeStream(concatenated(parts.map((part) => part.file)), temporary);
  try {
    if (size !== filesize)
      throw refuse('size-mismatch', `The merged file has ${size} bytes, not ${filesize}.`);
    checkMd5(request, md5);
    await mkdir(path.dirname(file), { recursive: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return { file, fileType, size, md5 };
};

export interface CompletionContext {
  /** Where the sandbox keeps its files. */
  readonly directory: string;
  /** A presigned DownloadUrl for a file. */
  readonly downloadUrl: (merged: MergedFile) => string;
}

/** Repeating a completion that succeeded answers the same; one that failed leaves every chunk in place. */
export const completeUpload = async (
  upload: Upload,
  request: CompleteUploadRequest,
  { directory, downloadUrl }: CompletionContext,
): Promise<UploadedFile> => {
  while (upload.stage.kind === 'merging') await upload.stage.settled.catch(() => undefined);
  const parts = checkedParts(upload, request);
  if (upload.stage.kind === 'complete') {
    checkMd5(request, upload.stage.merged.md5);
    return upload.stage.answer;
  }
  const merging = merge(upload, parts, request, directory);
  upload.stage = { kind: 'merging', settled: merging };
  const merged = await merging.catch((error: unknown) => {
    upload.stage = { kind: 'open' };
    throw error;
  });
  const answer: UploadedFile = {
    FileId: upload.fileId,
    FileType: upload.fileType,
    DownloadUrl: downloadUrl(merged),
    FileMd5: merged.md5,
  };
  upload.stage = { kind: 'complete', merged, answer };
  // Best effort: a chunk that is just arriving again must not undo a completion.
  await rm(upload.folder, { recursive: true, force: true }).catch(() => undefined);
  return answer;
};
