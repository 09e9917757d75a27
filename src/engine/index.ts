/** The headless engine: from a file to its transcript, without Lit and without the DOM. See docs/engine.md. */
export {
  createBackendFetchToken,
  createCheckedBackend,
  createHttpBackend,
  type Backend,
  type PartnerBackend,
} from './calls/backend.js';
export { createUploadService, type UploadService } from './calls/upload-service.js';
export {
  withTimeout,
  createTokenProvider,
  type FetchToken,
  type TokenProvider,
  type TokenReason,
} from './calls/user-tokens.js';
export type { CallOptions, Interruption } from './calls/waiting.js';

export { createSession } from './session/run-job.js';
export type {
  Command,
  FileLimits,
  Listener,
  RunJob,
  Session,
  SessionContext,
} from './session/session.js';
export type { SessionEvent } from './session/session-events.js';
export {
  isWorking,
  type SessionState,
  type StateName,
  type UploadProgress,
} from './session/state.js';
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
} from './session/job.js';
export { describeProgress, type PartsProgress, type TranscribeProgress } from './session/state.js';
export type { DiagnosticEntry, DiagnosticRecord, Diagnostics } from './session/diagnostics.js';
export type { PartTry } from './upload/part.js';

export { createStorageCleanup, type StorageCleanup } from './resume/scope.js';
export { createOwnScope, type OwnScope, type ScopeSource } from './resume/scope.js';
export { storageScope } from './resume/scope.js';
export { createJobPersistence } from './resume/stored-session.js';
export type { Choice } from './resume/resumable-job.js';
export type { JobPersistence } from './resume/job-persistence.js';
export type { OngoingJobs } from './resume/held-job.js';
export type { ResumableJob, ResumeNeeds, ResumeResult } from './resume/resumable-job.js';
export { parseStoredJob } from './resume/parse-stored-job.js';
export type { StoredJob } from './resume/stored-job.js';

export {
  detectAudioFormat,
  type AudioFormat,
  type ByteSource,
} from './audio-headers/detect-format.js';

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
} from './ports.js';

export {
  ERROR_CODES,
  isTranscribeError,
  TranscribeError,
  type TranscribeErrorCode,
  type TranscriptionData,
  type TranscriptionOptions,
  type TranscriptionRequest,
  type TranscriptionSegment,
  type TranscriptionTask,
  type UserToken,
} from '../protocol/index.js';
