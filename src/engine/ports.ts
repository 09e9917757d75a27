import type { StoredJob } from './resume/stored-job.js';
import type { AudioFile, HashCheckpoint } from './session/job.js';

export type { HashCheckpoint, HashState } from './session/job.js';

/** What the engine needs of the world around it. `browser/` implements these; tests script them. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** True for the partner's backend: cookies are sent even if it is on another origin. Default: only to the page's own. */
  readonly withCookies?: boolean;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  header(name: string): string | null;
  /** The body as JSON, however often it is asked for; rejects with SyntaxError where it is none, else as `Http`. */
  json(): Promise<unknown>;
}

/**
 * Rejects where no answer came: the network is down, CORS forbids it, or the signal aborted. A TranscribeError is final:
 * the request can never leave, as where the page's Content Security Policy forbids it.
 */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

export interface PartRequest {
  /** The presigned address; nothing but the bytes goes there, no credentials (specification, 4.5). */
  readonly url: string;
  readonly body: Blob;
  readonly signal: AbortSignal;
  /** Bytes of this part sent so far in this try; null, once and first, where they cannot be counted. */
  readonly onProgress: (sentBytes: number | null) => void;
}

export interface PartResponse {
  readonly status: number;
  /** The ETag header as it came; null where it is absent or CORS hides it. */
  readonly etag: string | null;
  readonly retryAfter: string | null;
}

/** Sends one chunk. Rejects where no answer came or the signal aborted, and with TranscribeError as `Http`. */
export type PartTransport = (request: PartRequest) => Promise<PartResponse>;

export interface HashedPart {
  /** First byte. */
  readonly start: number;
  /** Behind the last byte. */
  readonly end: number;
  /** Hexadecimal MD5 of this part alone; null where it was not wanted. */
  readonly md5: string | null;
  readonly point: HashCheckpoint;
}

export interface HashRequest {
  readonly signal: AbortSignal;
  readonly onProgress?: (hashedBytes: number) => void;
  /** Bytes of a part, the last one excepted; the whole file is one part where it is left out. */
  readonly partSize?: number;
  /** Goes on from here; where this context cannot, it begins at the start of the file. */
  readonly from?: HashCheckpoint;
  /** Told at the end of each part, in order. */
  readonly onPart?: (part: HashedPart) => void;
  /** Whether parts are still hashed on their own, beside the whole; asked after each part. Default: no. */
  readonly wantsPartMd5?: () => boolean;
}

/** Hexadecimal MD5 of the whole blob, in one pass. Rejects with TranscribeError `file-changed` where it cannot be read. */
export type Hasher = (blob: Blob, request: HashRequest) => Promise<string>;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Connectivity {
  isOnline(): boolean;
  /** Resolves when the network is back, at once where it is there; rejects with the signal's reason. */
  whenOnline(signal: AbortSignal): Promise<void>;
  /** Resolves the next time that the network comes back, never at once; rejects with the signal's reason. */
  whenBack(signal: AbortSignal): Promise<void>;
}

/** Whether the person looks at the page. */
export interface PageVisibility {
  isVisible(): boolean;
  /** Resolves the next time that the page is shown, never at once; rejects with the signal's reason. */
  whenShown(signal: AbortSignal): Promise<void>;
}

/** Length of the audio in seconds, where a limit needs it and the headers do not tell it; null where it cannot be told. */
export type DurationProbe = (blob: Blob, signal: AbortSignal) => Promise<number | null>;

/** Whether a stored recording can be read again: at once, once the browser has asked the person, or not at all. */
export type RecordingAccess = 'ready' | 'asks' | 'missing';

/** What is known of everything that is stored, without reading it. */
export interface StoredRecord {
  readonly id: string;
  /** Made by `storageScope`. */
  readonly scope: string;
  /** Milliseconds since the epoch. */
  readonly savedAtMs: number;
}

/** Everything of one sort that is stored, whoever it belongs to. */
export interface RecordStore {
  list(): Promise<readonly StoredRecord[]>;
  /** Deletes these, and what cannot be read any more, in one step. */
  removeWhere(unwanted: (record: StoredRecord) => boolean): Promise<void>;
}

/** Where work survives a reload. Every call rejects where storage is missing, full or forbidden. */
export interface JobStore extends RecordStore {
  /** False, and nothing is stored, where the job is not new and was deleted meanwhile. */
  save(job: StoredJob, isNew: boolean): Promise<boolean>;
  /**
   * Keeps the recording itself, for a reload that cannot ask the person for it; false where it cannot, or where the
   * job was deleted meanwhile.
   */
  saveRecording(id: string, file: AudioFile): Promise<boolean>;
  recordingAccess(id: string): Promise<RecordingAccess>;
  /** The recording as it is now; null where it is gone or the person forbids it. Call it on a gesture: it may ask. */
  loadRecording(id: string): Promise<AudioFile | null>;
  /** Everything stored in this scope, or in all of them, the newest first. */
  list(scope?: string): Promise<readonly StoredJob[]>;
  /** The job and its recording. */
  remove(id: string): Promise<void>;
}

/** Where a person's corrections survive a reload, a record per task. Every call rejects where storage is missing, full or forbidden. */
export interface EditStore extends RecordStore {
  /** What was saved last, as it was written, maybe by another version: whoever reads it parses it. Undefined for nothing. */
  load(scope: string, transcriptionId: string): Promise<unknown>;
  /** Plain data. */
  save(scope: string, transcriptionId: string, record: unknown): Promise<void>;
  remove(scope: string, transcriptionId: string): Promise<void>;
}

/** A lock that is held. */
export interface Lock {
  release(): void;
  /** Resolves once another tab has stolen it, never otherwise. */
  readonly lost: Promise<void>;
}

/** Says which tab is at work on what. */
export interface Locks {
  /** Null where another tab, or element, has it. */
  take(name: string): Promise<Lock | null>;
  /** Takes it from whoever has it. */
  steal(name: string): Promise<Lock>;
  isTaken(name: string): Promise<boolean>;
  /** Holds it together with others that share it. */
  share(name: string): Promise<Lock>;
  /** The names of all locks that somebody holds, alone or together; empty where the browser has no locks. */
  held(): Promise<ReadonlySet<string>>;
  /** Resolves once nobody has it, however that came; rejects with the signal's reason. */
  whenFree(name: string, signal: AbortSignal): Promise<void>;
}

/** Tells the tabs of a browser that stored work has begun, ended or changed hands. */
export interface TabChannel {
  post(): void;
  /** Calls the listener whenever somebody posted, maybe this tab; returns what ends that. */
  listen(listener: () => void): () => void;
}

export interface Ports {
  readonly http: Http;
  readonly sendPart: PartTransport;
  readonly hash: Hasher;
  readonly probeDuration: DurationProbe;
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  readonly visibility: PageVisibility;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/**
 * Ports of version 0.1.0 have `attention` in place of `visibility`. They are accepted for one version.
 */
export type VisibilityPort =
  | { readonly visibility: PageVisibility }
  | { /** @deprecated Use `visibility`. */ readonly attention: PageVisibility };

/** What `createSession` takes: `Ports`, or those of version 0.1.0. */
export type SessionPorts = Omit<Ports, 'visibility'> & VisibilityPort;
