/** What the simulation knows about one visit of the page. It is stored in the browser until the upload is finished. */
import type { Exchange } from '../hood/exchange.js';

/** In bytes (2.3). */
export const CHUNK_SIZE = 5 * 1024 * 1024;

export interface Token {
  readonly value: string;
  readonly level: 'partner' | 'refresh' | 'user';
  readonly user: string;
  /** In ms since 1970. */
  readonly until: number;
}

export interface StoredPart {
  /** In bytes. */
  readonly size: number;
  /** Null until the part is stored. */
  etag: string | null;
  /** How often it was sent, in whole or in part. */
  sends: number;
  /** Bytes that the link has carried for this part, in all attempts. */
  carried: number;
}

export interface Upload {
  readonly fileId: string;
  readonly uploadId: string;
  /** Part of each presigned address. */
  readonly signature: string;
  readonly user: string;
  /** In bytes. */
  readonly size: number;
  readonly type: string;
  readonly parts: readonly StoredPart[];
  /** True if the storage host refuses the addresses of this upload. */
  expired: boolean;
  /** Bytes of one second of sound, from the header of a WAV file. */
  audioRate: number | null;
  /** MD5 of the whole file; null until the upload is completed. */
  md5: string | null;
}

export interface Task {
  readonly id: string;
  readonly fileId: string;
  readonly language: string;
  readonly speakers: boolean;
}

export interface Visit {
  readonly id: string;
  /** In ms since 1970. */
  changedAt: number;
  offline: boolean;
  /** When the train departed, in ms since 1970; null without a train. */
  trainSince: number | null;
  /** Of the link. */
  bytesPerSecond: number;
  tokens: Token[];
  /** The newest is the last. */
  uploads: Upload[];
  tasks: Task[];
  /** Bytes that were stored at the last interruption. */
  savedBytes: number;
  /** Answers that the page received. */
  answers: number;
  /** How many secrets of the service were found in these answers. */
  secrets: number;
  /** How often the addresses of this recording have expired. */
  expiries: number;
  exchanges: Exchange[];
}

export const LINK_BYTES_PER_SECOND = 3_000_000;

export const newVisit = (id: string, now: number): Visit => ({
  id,
  changedAt: now,
  offline: false,
  trainSince: null,
  bytesPerSecond: LINK_BYTES_PER_SECOND,
  tokens: [],
  uploads: [],
  tasks: [],
  savedBytes: 0,
  answers: 0,
  secrets: 0,
  expiries: 0,
  exchanges: [],
});

export const storedBytes = ({ parts }: Upload): number =>
  parts.reduce((sum, { etag, size }) => sum + (etag === null ? 0 : size), 0);

/** The sizes of the parts of a file, in bytes. */
export const partSizes = (size: number): readonly number[] =>
  Array.from({ length: Math.ceil(size / CHUNK_SIZE) }, (_, index) =>
    Math.min(CHUNK_SIZE, size - index * CHUNK_SIZE),
  );

/** The upload that the page shows. */
export const currentUpload = ({ uploads }: Visit): Upload | undefined => uploads.at(-1);

/** Without resuming, an interruption would cost the bytes that are stored at this moment. */
export const noteInterruption = (visit: Visit): void => {
  const upload = currentUpload(visit);
  if (upload === undefined || upload.md5 !== null || upload.expired) return;
  visit.savedBytes = Math.max(visit.savedBytes, storedBytes(upload));
};

const UPLOADS_KEPT = 4;

/**
 * Adds an upload with no stored parts. If it replaces one whose addresses have expired, the parts keep their counts, so
 * that the page shows which of them were sent twice.
 */
export const addUpload = (
  visit: Visit,
  upload: Pick<Upload, 'fileId' | 'uploadId' | 'signature' | 'user' | 'size' | 'type'>,
): Upload => {
  const before = currentUpload(visit);
  const replaces = before?.expired === true && before.size === upload.size;
  const added: Upload = {
    ...upload,
    parts: partSizes(upload.size).map((size, index) => ({
      size,
      etag: null,
      sends: replaces ? (before.parts[index]?.sends ?? 0) : 0,
      carried: replaces ? (before.parts[index]?.carried ?? 0) : 0,
    })),
    expired: false,
    audioRate: null,
    md5: null,
  };
  visit.savedBytes = 0;
  if (!replaces) visit.expiries = 0;
  visit.uploads = [...visit.uploads, added].slice(-UPLOADS_KEPT);
  return added;
};

/** From now on, the storage host refuses all addresses issued so far. */
export const expireAddresses = (visit: Visit): void => {
  const upload = currentUpload(visit);
  if (upload === undefined || upload.md5 !== null || upload.expired) return;
  upload.expired = true;
  visit.expiries += 1;
};
