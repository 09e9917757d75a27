/** What the service needs of a place that keeps chunks and files: the sandbox's own disk, or an S3 store. */
import type { FileType } from '../../../src/protocol/index.js';

/** A file that is to be stored in chunks. */
export interface PlannedFile {
  readonly fileId: string;
  readonly fileType: FileType;
  /** Bytes. */
  readonly filesize: number;
  /** Bytes of every chunk but the last. */
  readonly chunkSize: number;
  readonly partCount: number;
}

/** A planned file for which the store has begun an upload. */
export interface BegunUpload extends PlannedFile {
  readonly uploadId: string;
}

export interface PartFacts {
  /** Bytes. */
  readonly size: number;
  /** As the storage host sent it, quotes included. */
  readonly etag: string;
}

export interface FileFacts {
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal MD5. */
  readonly md5: string;
}

/** When an address begins to be good, in ms of the sandbox's clock, and for how many seconds. */
export interface Validity {
  readonly from: number;
  readonly seconds: number;
}

export interface Store {
  /** Names the place, so that an upload is only looked for where it was begun. */
  readonly name: string;
  /** {upload_url}: the origin that every address is on. */
  readonly url: () => string;
  /** Bytes that a chunk must have at least, unless it is the last. */
  readonly smallestChunk: number;
  /** True where the chunks are still there after a merge: a file that was refused can then be mended. */
  readonly chunksOutliveMerge: boolean;
  /** Begins an upload and gives its UploadId. */
  readonly begin: (file: PlannedFile) => Promise<string>;
  /** The presigned address of each part, from part 1 on. */
  readonly partAddresses: (upload: BegunUpload, validity: Validity) => Promise<readonly string[]>;
  /** The chunks that are stored, by number; `merged` where the store merged them before and no longer tells. */
  readonly parts: (upload: BegunUpload) => Promise<ReadonlyMap<number, PartFacts> | 'merged'>;
  /** Makes the chunks one file; one that does not fit is not kept. */
  readonly merge: (
    upload: BegunUpload,
    etags: readonly string[],
    fits: (file: FileFacts) => boolean,
  ) => Promise<FileFacts | 'refused'>;
  /** The presigned address to read a merged file from; the same for the same validity. */
  readonly downloadAddress: (upload: BegunUpload, validity: Validity) => Promise<string>;
  /** Gives up an upload's chunks; no error where they are gone already. */
  readonly abort: (upload: BegunUpload) => Promise<void>;
  /** Removes a merged file; no error where it is gone already. */
  readonly remove: (upload: BegunUpload) => Promise<void>;
}
