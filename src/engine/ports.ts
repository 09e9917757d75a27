import type { AudioFile, HashCheckpoint, Job, Source } from './session/job.js';

/** Everything that the engine needs from its environment. `browser/` implements it; tests replace it. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** True to send cookies to another origin too, such as the partner's backend. Default: only to the page's own. */
  readonly withCookies?: boolean;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  /** 0 if the answer is a redirect that the browser must not follow. */
  readonly status: number;
  /**
   * Whether the request was redirected, and where to. `other-origin`: the partner's backend and the service do not do that,
   * but a sign-in proxy does. Default: it was not redirected.
   */
  readonly redirectedTo?: 'same-origin' | 'other-origin';
  header(name: string): string | null;
  /** The body as JSON. May be called several times. Rejects with SyntaxError if it is not JSON, or like `Http`. */
  json(): Promise<unknown>;
  /** The body as text. May be called several times. Rejects like `Http`. Default: only JSON can be read. */
  text?(): Promise<string>;
}

/**
 * Sends a request. Rejects if there is no response: the network is down, CORS forbids it, or the signal
 * aborted. A TranscribeError is final: the request can never be sent, for example because the page's CSP
 * forbids it.
 */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

export interface PartRequest {
  /** The presigned URL. Only the bytes are sent there, no credentials (4.5). */
  readonly url: string;
  readonly body: Blob;
  /** The same bytes in memory. If they are here, send them in place of `body`: see `PartMemory`. */
  readonly bytes?: ArrayBuffer;
  readonly signal: AbortSignal;
  /** Call it with the bytes of this part sent so far. If they can't be counted, call it once with null at the start. */
  readonly onProgress: (sentBytes: number | null) => void;
}

export interface PartResponse {
  readonly status: number;
  /** The unchanged ETag header. Null if it is missing or CORS hides it. */
  readonly etag: string | null;
  readonly retryAfter: string | null;
  /** The header `Date`, for a `retryAfter` that is a date. Default: CORS hides it. */
  readonly date?: string | null;
  /** The header `Content-Type`. Default: none. */
  readonly contentType?: string | null;
  /** The first 4,096 characters of the body of an error, or of a web page. Default: empty. */
  readonly errorBody?: string;
  /** The header `x-ms-error-code` of an error. Default: null. */
  readonly errorCode?: string | null;
}

/**
 * Looks for the reason why a request got no response from a URL. `answers`: its host answers, but CORS or something else
 * keeps the page from reading that. `silent`: its host does not answer, although the page's own host does, or another one that
 * has answered before. `unknown`: anything else.
 */
export type Reach = (url: string) => Promise<'answers' | 'silent' | 'unknown'>;

/** Sends one chunk with PUT (4.5). Rejects like `Http`. */
export type PartTransport = (request: PartRequest) => Promise<PartResponse>;

/** Whether a page reads parts into memory before sending them: in Safari 26, a request with a file as its body never ends. */
export interface PartMemory {
  isNeeded(): boolean;
  /** Called when all bytes of a part were sent and no answer came. From then on, `isNeeded` returns true. */
  need(): void;
}

export interface HashedPart {
  /** First byte. */
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
  /** Hexadecimal MD5 of this part alone. Null if it was not requested. */
  readonly md5: string | null;
  readonly point: HashCheckpoint;
}

export interface HashRequest {
  readonly signal: AbortSignal;
  readonly onProgress?: (hashedBytes: number) => void;
  /** Bytes of each part except the last. Default: the whole file is one part. */
  readonly partSize?: number;
  /** Where to continue. A hasher that cannot use it starts at the beginning of the file. */
  readonly from?: HashCheckpoint;
  /** Called at the end of each part, in order. */
  readonly onPart?: (part: HashedPart) => void;
  /** Called after each part: returns true to hash parts separately too. Default: false. */
  readonly wantsPartMd5?: () => boolean;
}

/** Computes the hexadecimal MD5 of a blob in one pass. Rejects with TranscribeError `file-changed` if it can't be read. */
export type Hasher = (blob: Blob, request: HashRequest) => Promise<string>;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * How far this clock is behind that of servers, in ms. Null if no answer of the partner's handler has told. Default: it is
   * not known, and dates of servers are not used.
   */
  skewMs?(): number | null;
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Connectivity {
  isOnline(): boolean;
  /** Resolves when the network is available, at once if it already is. Rejects with the signal's reason. */
  whenOnline(signal: AbortSignal): Promise<void>;
  /** Resolves the next time the network comes back, never at once. Rejects with the signal's reason. */
  whenBack(signal: AbortSignal): Promise<void>;
}

export interface PageVisibility {
  isVisible(): boolean;
  /** Resolves the next time the page is shown or gets the focus, never at once. Rejects with the signal's reason. */
  whenShown(signal: AbortSignal): Promise<void>;
}

/** The length of the audio in seconds, or null. Called if there is a limit and the file's headers don't tell the length. */
export type DurationProbe = (blob: Blob, signal: AbortSignal) => Promise<number | null>;

/** Whether a recording has no sound at all; false if that can't be found out. A submission waits for it, at most 2 s. */
export type SilenceProbe = (file: Blob, signal: AbortSignal) => Promise<boolean>;

/** Why a file cannot be converted. */
export type ConvertProblem =
  /** This browser cannot decode its sound. */
  | 'undecodable'
  | 'no-sound'
  /** It is damaged, or needs more than any recording does. */
  | 'unreadable'
  | 'no-space'
  /** The browser gives the page no disk, and the result does not fit into memory. */
  | 'too-long'
  /** The page allows no worker. */
  | 'unavailable'
  /** The code could not be downloaded. */
  | 'not-loaded'
  /** The file was moved, changed or deleted. */
  | 'file-changed';

export interface ConvertRequest {
  /** Lower-case hexadecimal digits. A request with the key of an interrupted one continues its work. */
  readonly key: string;
  /** Index of the audio track. */
  readonly track: number;
  readonly signal: AbortSignal;
  /** Call it once, when the tracks are known. `language` is a BCP 47 tag, or null. */
  readonly onTracks: (tracks: readonly { readonly language: string | null }[]) => void;
  /** Call it with the converted fraction, 0 to 1, and the bytes of the result so far. */
  readonly onProgress: (progress: { readonly fraction: number; readonly bytes: number }) => void;
}

export type ConvertResult =
  /** An mp3, m4a or wav file with the same sound at the same times. */
  | {
      readonly kind: 'converted';
      readonly file: AudioFile;
      /** Where the recording ends, in seconds, if the chosen file was cut off. */
      readonly cutOffAt?: number | null;
    }
  /** `codec` is the name of a format, such as `AMR`, or empty. */
  | { readonly kind: 'cannot'; readonly problem: ConvertProblem; readonly codec: string };

/** Converts a file that the service does not accept. Rejects with the signal's reason. */
export type Converter = (file: AudioFile, request: ConvertRequest) => Promise<ConvertResult>;

export interface CopyRequest {
  /** The job that the file belongs to; null if the page may store nothing. Then the copy is in memory. */
  readonly jobId: string | null;
  /**
   * `first`: before anything is read, where files of this platform vanish while they are read. `after-failure`: because
   * that has happened. `beside`: while the file is uploaded, so that the upload can continue after a reload.
   */
  readonly when: 'first' | 'after-failure' | 'beside';
  /** Stops the work and deletes what was copied. */
  readonly signal: AbortSignal;
}

export type CopyResult =
  /** The file with the same name, size and time of change. Its job can be stored with it. */
  | { readonly kind: 'copied'; readonly file: AudioFile }
  | {
      readonly kind: 'not-copied';
      /** `unneeded` and `unavailable`: work continues with the file as it is. */
      readonly problem: 'unneeded' | 'unavailable' | 'no-space' | 'unreadable';
    };

/** Copies a file to where the browser can read it at any time. Never rejects. */
export type FileCopier = (file: AudioFile, request: CopyRequest) => Promise<CopyResult>;

/** Whether a stored recording can be read again: at once, after the browser has asked the user, or not at all. */
export type RecordingAccess = 'ready' | 'asks' | 'missing';

export interface StoredRecord {
  readonly id: string;
  /** Made by `storageScope`. */
  readonly scope: string;
  /** Milliseconds since the epoch. */
  readonly savedAtMs: number;
  /** Of a stored job: whether it has a task, or a submission whose outcome is unknown. */
  readonly job?: { readonly transcriptionId?: string; readonly submissionAskedAtMs?: number };
  /** Of a stored job. Default: unknown. */
  readonly origin?: Origin;
}

/** Where a job was begun, and where it is sent. */
export interface Origin {
  /** Path and query of the page. */
  readonly page: string;
  /** Identifies the element in its page, also after a reload. */
  readonly element: string;
  /** URL of the service, without credentials and query. Null for none. */
  readonly service: string | null;
  /** URL of the backend, without credentials and query. Null if the page calls it itself. */
  readonly backend: string | null;
}

/** A stored job: plain data, without the recording and without tokens. */
export interface StoredJob {
  /** Raised when the shape changes. `parseStoredJob` reads no other version. */
  readonly version: 4;
  readonly id: string;
  /** The user who may see the job, from `storageScope`. */
  readonly scope: string;
  /** Where it belongs. Undefined if version 1.0.0 has stored it. */
  readonly origin?: Origin;
  /** Milliseconds since the epoch. */
  readonly savedAtMs: number;
  readonly title: string;
  readonly source: { readonly kind: 'file' } | Extract<Source, { kind: 'address' }>;
  readonly job: Omit<Job, 'source' | 'etags' | 'unverified'>;
  readonly etags: readonly (readonly [partNumber: number, etag: string])[];
}

/** All records of one kind, of every user. */
export interface RecordStore {
  list(): Promise<readonly StoredRecord[]>;
  /**
   * Deletes the matching records, and those of another version, in one transaction. A record that cannot be read is passed on
   * with what is known of it: a time of now, and an empty scope if its user is not known.
   */
  removeWhere(unwanted: (record: StoredRecord) => boolean): Promise<void>;
  /**
   * Moves the records of these scopes to another one. Records that are there already stay. A job counts as stored now, which is
   * `nowMs`, in ms since the epoch. Default: nothing is moved.
   */
  move?(from: readonly string[], to: string, nowMs: number): Promise<void>;
}

/** Stores unfinished jobs. Every call rejects if storage is missing, full or forbidden. */
export interface JobStore extends RecordStore {
  /** Resolves with false and stores nothing if the job is not new and was deleted in the meantime. */
  save(job: StoredJob, isNew: boolean): Promise<boolean>;
  /** Stores the file itself. Resolves with false if that is not possible or if the job was deleted in the meantime. */
  saveRecording(id: string, file: AudioFile): Promise<boolean>;
  recordingAccess(id: string): Promise<RecordingAccess>;
  /** The file as it is now; null if it is gone or the user refuses access. May ask for permission: call it in a gesture. */
  loadRecording(id: string): Promise<AudioFile | null>;
  /** All jobs of this scope, or of all scopes, newest first. */
  list(scope?: string): Promise<readonly StoredJob[]>;
  /** Deletes the job and its file. */
  remove(id: string): Promise<void>;
}

/** Stores corrections, a record per task, and lists under ids of their own. Rejects if storage is missing, full or forbidden. */
export interface EditStore extends RecordStore {
  /** The stored record, possibly from another version, so parse it. Undefined if there is none. */
  load(scope: string, transcriptionId: string): Promise<unknown>;
  /** Plain data. */
  save(scope: string, transcriptionId: string, record: unknown): Promise<void>;
  remove(scope: string, transcriptionId: string): Promise<void>;
}

export interface Lock {
  release(): void;
  /** Resolves when another tab has stolen the lock, never otherwise. */
  readonly lost: Promise<void>;
}

/** Locks shared by all tabs. They show which tab works on which job. */
export interface Locks {
  /** Takes the lock. Null if another tab or element has it. */
  take(name: string): Promise<Lock | null>;
  steal(name: string): Promise<Lock>;
  isTaken(name: string): Promise<boolean>;
  /** Holds the lock in shared mode. */
  share(name: string): Promise<Lock>;
  /** The names of all held locks, in either mode. Empty if the browser has no locks. */
  held(): Promise<ReadonlySet<string>>;
  /** Resolves when the lock is free, also after its tab has crashed. Rejects with the signal's reason. */
  whenFree(name: string, signal: AbortSignal): Promise<void>;
}

/** Notifies all tabs that stored work has started, ended, or moved to another tab. */
export interface TabChannel {
  post(): void;
  /** Calls the listener after each post of any tab, possibly this one. Returns an unsubscribe function. */
  listen(listener: () => void): () => void;
}

export interface Ports {
  readonly http: Http;
  /** Default: the reason is unknown. */
  readonly reach?: Reach;
  readonly sendPart: PartTransport;
  /** Default: a part is read into memory only after an attempt that was not answered. */
  readonly partMemory?: PartMemory;
  readonly hash: Hasher;
  readonly probeDuration: DurationProbe;
  /** Default: a recording without sound is submitted like any other. */
  readonly isSilent?: SilenceProbe;
  /** Default: files that the service does not accept are refused. */
  readonly convert?: Converter;
  /** Default: nothing is copied. */
  readonly copy?: FileCopier;
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  readonly visibility: PageVisibility;
  /** Returns a number from 0 to below 1. */
  readonly random: () => number;
  /** Tells the developers of the page that another server answered than the one that was asked. Default: does nothing. */
  readonly tell?: (message: string) => void;
}
