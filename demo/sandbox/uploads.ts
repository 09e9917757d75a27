/** The uploads as state: what was planned, which chunks are stored, whether they are merged. */
import path from 'node:path';
import type { FileType, UploadedFile, UploadPlanRequest } from '../../src/protocol/index.js';
import { Refusal } from './http/refusal.js';
import { randomName } from './secrets.js';

/** S3's own limit; the specification tells none. */
export const MOST_PARTS = 10_000;

export interface StoredPart {
  readonly number: number;
  /** Bytes. */
  readonly size: number;
  /** As the storage host sent it, quotes included. */
  readonly etag: string;
  readonly file: string;
}

export interface MergedFile {
  readonly file: string;
  readonly fileType: FileType;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal MD5. */
  readonly md5: string;
}

export type Stage =
  | { readonly kind: 'open' }
  | { readonly kind: 'merging'; readonly settled: Promise<unknown> }
  | { readonly kind: 'complete'; readonly merged: MergedFile; readonly answer: UploadedFile };

export interface Upload {
  readonly fileId: string;
  readonly uploadId: string;
  readonly userId: string;
  /** Bytes. */
  readonly filesize: number;
  readonly fileType: FileType;
  /** Bytes. */
  readonly chunkSize: number;
  readonly partCount: number;
  readonly folder: string;
  readonly parts: Map<number, StoredPart>;
  stage: Stage;
}

/** Bytes of one part; every part but the last is a whole chunk. */
export const partSize = ({ filesize, chunkSize, partCount }: Upload, number: number): number =>
  number < partCount ? chunkSize : filesize - chunkSize * (partCount - 1);

/** Gives a stored part another ETag: from now on, a completion must name this one. */
export const renameEtag = (upload: Upload, number: number, etag: string): void => {
  const part = upload.parts.get(number);
  if (part !== undefined) upload.parts.set(number, { ...part, etag });
};

export interface Uploads {
  readonly create: (userId: string, request: UploadPlanRequest) => Upload;
  readonly byUploadId: (uploadId: string) => Upload | undefined;
  /** A file whose upload is complete. */
  readonly merged: (fileId: string) => MergedFile | undefined;
}

export const createUploads = (
  directory: string,
  chunkSizeFor: (filesize: number) => number,
): Uploads => {
  const byUploadId = new Map<string, Upload>();
  const byFileId = new Map<string, Upload>();
  return {
    create: (userId, { filesize, filetype }) => {
      const chunkSize = chunkSizeFor(filesize);
      if (!Number.isSafeInteger(chunkSize) || chunkSize < 1)
        throw new Error('The option chunkSize must return a positive whole number of bytes.');
      const partCount = Math.ceil(filesize / chunkSize);
      if (partCount > MOST_PARTS)
        throw new Refusal(
          400,
          'file-too-large',
          `This file would need more than ${MOST_PARTS} chunks: send a smaller one.`,
        );
      const fileId = randomName('file');
      const uploadId = randomName('upload');
      const upload: Upload = {
        fileId,
        uploadId,
        userId,
        filesize,
        fileType: filetype,
        chunkSize,
        partCount,
        folder: path.join(directory, 'parts', uploadId),
        parts: new Map(),
        stage: { kind: 'open' },
      };
      byUploadId.set(uploadId, upload);
      byFileId.set(fileId, upload);
      return upload;
    },
    byUploadId: (uploadId) => byUploadId.get(uploadId),
    merged: (fileId) => {
      const stage = byFileId.get(fileId)?.stage;
      return stage?.kind === 'complete' ? stage.merged : undefined;
    },
  };
};
