/** The interface of a store for chunks and files: the sandbox's own disk, or an S3 store. */
import type { FileType } from '../../../src/protocol/index.js';

/** A file to be stored in chunks. */
export interface PlannedFile {
  readonly fileId: string;
  readonly fileType: FileType;
  /** In bytes. */
  readonly filesize: number;
  /** Size of every chunk but the last, in bytes. */
  readonly chunkSize: number;
  readonly partCount: number;
}

/** A planned file whose upload has begun in the store. */
export interface BegunUpload extends PlannedFile {
  readonly uploadId: string;
}

export interface PartFacts {
  /** In bytes. */
  readonly size: number;
  /** As sent by the storage host, including quotes. */
  readonly etag: string;
}

export interface FileFacts {
  /** In bytes. */
  readonly size: number;
  /** Hexadecimal MD5. */
  readonly md5: string;
}

/** When an address becomes valid, in ms of the sandbox's clock, and for how many seconds. */
export interface Validity {
  readonly from: number;
  readonly seconds: number;
}

export interface Store {
  /** Names the store, so that an upload is only looked up where it began. */
  readonly name: string;
  /** {upload_url}: the origin of all addresses. */
  readonly url: () => string;
  /** Minimum chunk size in bytes, except for the last chunk. */
  readonly smallestChunk: number;
  /** True if the chunks still exist after a merge, so that a rejected file can be repaired. */
  readonly chunksOutliveMerge: boolean;
  /** Begins an upload and returns its UploadId. */
  readonly begin: (file: PlannedFile) => Promise<string>;
  /** The presigned address of each part, starting with part 1. */
  readonly partAddresses: (upload: BegunUpload, validity: Validity) => Promise<readonly string[]>;
  /** The stored chunks by number; `merged` if the store has already merged them and no longer lists them. */
  readonly parts: (upload: BegunUpload) => Promise<ReadonlyMap<number, PartFacts> | 'merged'>;
  /** Merges the chunks into one file; a file that does not match is deleted. */
  readonly merge: (
    upload: BegunUpload,
    etags: readonly string[],
    fits: (file: FileFacts) => boolean,
  ) => Promise<FileFacts | 'refused'>;
  /** The presigned address of a merged file for reading; the same for the same validity. */
  readonly downloadAddress: (upload: BegunUpload, validity: Validity) => Promise<string>;
  /** Deletes an upload's chunks; no error if they are already gone. */
  readonly abort: (upload: BegunUpload) => Promise<void>;
  /** Deletes a merged file; no error if it is already gone. */
  readonly remove: (upload: BegunUpload) => Promise<void>;
}
