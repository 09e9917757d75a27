/** The headless engine: from a file to its transcript, without Lit and without the DOM. See docs/engine.md. */
export {
  createBackendFetchToken,
  createCheckedBackend,
  createHttpBackend,
  type Backend,
  type PartnerBackend,
} from './engine/calls/backend.js';
export {
  createUploadService,
  type UploadService,
  withTimeout,
  createTokenProvider,
  type FetchToken,
  type TokenProvider,
  type TokenReason,
} from './engine/calls/upload-service.js';
export type { CallOptions, Interruption } from './engine/calls/retry.js';

export { createSession } from './engine/session/run-job.js';
export type {
  Command,
  FileLimits,
  Listener,
  RunJob,
  Session,
  SessionContext,
  DiagnosticEntry,
  DiagnosticRecord,
  Diagnostics,
} from './engine/session/session.js';
export type { SessionEvent } from './engine/session/session-events.js';
export {
  isWorking,
  describeProgress,
  type SessionState,
  type StateName,
  type UploadProgress,
  type PartsProgress,
  type TranscribeProgress,
} from './engine/session/state.js';
export {
  titleOf,
  type AudioFile,
  type Conversion,
  type ConversionProgress,
  type FileFacts,
  type HashCheckpoint,
  type HashState,
  type Job,
  type Source,
} from './engine/session/job.js';
export type { PartTry } from './engine/upload/part.js';

export {
  createStorageCleanup,
  createOwnScope,
  storageScope,
  type StorageCleanup,
  type OwnScope,
  type ScopeSource,
} from './engine/resume/scope.js';
export { createJobPersistence } from './engine/resume/job-persistence.js';
export type {
  Choice,
  ResumableJob,
  ResumeNeeds,
  ResumeResult,
  StoredJob,
} from './engine/resume/stored-job.js';
export type { JobPersistence, OngoingJobs } from './engine/resume/held-job.js';
export { parseStoredJob } from './engine/resume/parse-stored-job.js';

export {
  detectAudioFormat,
  type AudioFormat,
  type ByteSource,
} from './engine/audio-headers/detect-format.js';

export type {
  Clock,
  Connectivity,
  Converter,
  ConvertProblem,
  ConvertRequest,
  ConvertResult,
  CopyRequest,
  CopyResult,
  DurationProbe,
  EditStore,
  FileCopier,
  HashedPart,
  Hasher,
  HashRequest,
  Http,
  HttpRequest,
  HttpResponse,
  JobStore,
  Lock,
  Locks,
  PageVisibility,
  PartMemory,
  PartRequest,
  PartResponse,
  PartTransport,
  Ports,
  RecordingAccess,
  RecordStore,
  SilenceProbe,
  StoredRecord,
  TabChannel,
} from './engine/ports.js';

export {
  ERROR_CODES,
  isTranscribeError,
  TranscribeError,
  type TranscribeErrorCode,
} from './protocol/errors.js';
export type {
  TranscriptionData,
  TranscriptionOptions,
  TranscriptionRequest,
  TranscriptionSegment,
  TranscriptionTask,
  UserToken,
} from './protocol/types.js';
