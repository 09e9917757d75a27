/** The interfaces of what keeps a service's state: its records, and its chunks and files. */
import type { FileType } from '../../src/protocol/types.js';
import type { FileBody } from './route.js';

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
  /** Begins an upload and returns its UploadId. */
  readonly begin: (file: PlannedFile) => Promise<string>;
  /** The presigned address of each part, starting with part 1. */
  readonly partAddresses: (upload: BegunUpload, validity: Validity) => Promise<readonly string[]>;
  /** The stored chunks by number. */
  readonly parts: (upload: BegunUpload) => Promise<ReadonlyMap<number, PartFacts>>;
  /** Merges the chunks into one file; a file with another MD5 than `md5` is deleted. */
  readonly merge: (
    upload: BegunUpload,
    etags: readonly string[],
    md5: string | undefined,
  ) => Promise<FileFacts | 'refused'>;
  /** The presigned address of a merged file for reading; the same for the same validity. */
  readonly downloadAddress: (upload: BegunUpload, validity: Validity) => Promise<string>;
  /** Deletes an upload's chunks; no error if they are already gone. */
  readonly abort: (upload: BegunUpload) => Promise<void>;
  /** Deletes a merged file; no error if it is already gone. */
  readonly remove: (upload: BegunUpload) => Promise<void>;
}

/** The Content-Type with which a file is served. */
export const MEDIA_TYPES: Record<FileType, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
};

/** A chunk that has arrived, but is not yet part of its upload. */
export interface ReceivedPart {
  /** In bytes. */
  readonly size: number;
  /** Makes it part of the upload, in place of the previous one, and returns its ETag. Synchronous, so it is atomic. */
  readonly keep: () => string;
  readonly discard: () => Promise<void>;
}

/** A store whose chunks and files this service receives and serves itself. */
export interface OwnStore extends Store {
  /** Throws a Refusal unless this address was issued and is valid. */
  readonly verify: (method: 'GET' | 'PUT', path: string, query: URLSearchParams) => void;
  readonly receive: (
    upload: BegunUpload,
    number: number,
    body: AsyncIterable<Uint8Array>,
  ) => Promise<ReceivedPart>;
  /** The bytes of a merged file from `start` to `end`, both included; null if they are gone. */
  readonly bytesOf: (file: BegunUpload, start: number, end: number) => FileBody | null;
}

/** Small records by name, which survive a restart if they are stored. */
export interface Records<T> {
  /** All records by name, in no order. */
  readonly load: () => Promise<ReadonlyMap<string, T>>;
  /** Resolves once the record is safely stored. Writes and deletions of one name run in the order of the calls. */
  readonly write: (name: string, record: T) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  /** Resolves once there are no pending writes. */
  readonly settled: () => Promise<void>;
}

/** Records in a map. */
export const recordsIn = <T>(map: Map<string, T>): Records<T> => ({
  load: () => Promise.resolve(new Map(map)),
  write: (name, record) => Promise.resolve(void map.set(name, record)),
  remove: (name) => Promise.resolve(void map.delete(name)),
  settled: () => Promise.resolve(),
});
