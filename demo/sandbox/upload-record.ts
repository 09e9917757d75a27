/** An upload as stored on disk, by its FileId. */
import { ContractError, FILE_TYPES, type FileType } from '../../src/protocol/index.js';
import {
  array,
  at,
  field,
  filledText,
  finite,
  matching,
  object,
  oneOf,
  optional,
  positiveInteger,
  text,
  type Reader,
} from '../../src/protocol/read.js';
import type { BegunUpload } from './storage/store.js';

export type Stage =
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

interface Completed {
  readonly at: number;
  readonly md5: string;
  readonly etags: readonly string[];
}

export interface UploadRecord {
  readonly uploadId: string;
  readonly userId: string;
  readonly fileType: FileType;
  /** In bytes. */
  readonly filesize: number;
  /** In bytes. */
  readonly chunkSize: number;
  /** In ms of the sandbox's clock. */
  readonly plannedAt: number;
  /** The name of the store that contains it. */
  readonly store: string;
  readonly completed?: Completed;
}

export const partCountOf = ({
  filesize,
  chunkSize,
}: Pick<UploadRecord, 'filesize' | 'chunkSize'>): number => Math.ceil(filesize / chunkSize);

const readCompleted =
  (partCount: number): Reader<Completed> =>
  (json, place) => {
    const source = object(json, place);
    const etags = field(source, place, 'etags', array).map((etag, index) =>
      text(etag, `${at(place, 'etags')}[${index}]`),
    );
    if (etags.length !== partCount)
      throw new ContractError(at(place, 'etags'), `must name ${partCount} chunks`);
    return {
      at: field(source, place, 'at', finite),
      md5: field(source, place, 'md5', matching(/^[\da-f]{32}$/, 'an MD5')),
      etags,
    };
  };

export const readUploadRecord: Reader<UploadRecord> = (json, place) => {
  const source = object(json, place);
  const planned = {
    filesize: field(source, place, 'filesize', positiveInteger),
    chunkSize: field(source, place, 'chunkSize', positiveInteger),
  };
  return {
    ...planned,
    uploadId: field(source, place, 'uploadId', filledText),
    userId: field(source, place, 'userId', filledText),
    fileType: field(source, place, 'fileType', oneOf(FILE_TYPES)),
    plannedAt: field(source, place, 'plannedAt', finite),
    store: field(source, place, 'store', filledText),
    ...optional(source, place, 'completed', readCompleted(partCountOf(planned))),
  };
};

/** The record of an upload in this stage. An upload that is being merged is still open. */
export const uploadRecord = (
  { uploadId, userId, fileType, filesize, chunkSize, plannedAt }: Upload,
  stage: Stage,
  store: string,
): UploadRecord => ({
  ...{ uploadId, userId, fileType, filesize, chunkSize, plannedAt, store },
  ...(stage.kind === 'complete'
    ? { completed: { at: stage.at, md5: stage.md5, etags: stage.etags } }
    : {}),
});
