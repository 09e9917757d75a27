/** The headless engine: from a file to its transcript, without Lit and without the DOM. See docs/engine.md. */
export {
  createBackendFetchToken,
  createHttpBackend,
  type Backend,
} from './engine/calls/backend.js';
export { createCheckedBackend, type PartnerBackend } from './engine/calls/page-backend.js';
export { createUploadService, type UploadService } from './engine/calls/upload-service.js';
export {
  withTimeout,
  createTokenProvider,
  type FetchToken,
  type TokenProvider,
  type TokenReason,
} from './engine/calls/user-tokens.js';
export type { CallOptions, Interruption } from './engine/calls/waiting.js';

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

export { createStorageCleanup } from './engine/resume/cleanup.js';
export {
  createOwnScope,
  storageScope,
  type OwnScope,
  type OwnToken,
  type StorageCleanup,
  type ScopeSource,
} from './engine/resume/scope.js';
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
  Origin,
  PageVisibility,
  PartMemory,
  PartRequest,
  PartResponse,
  PartTransport,
  Ports,
  RecordingAccess,
  RecordStore,
  SilenceProbe,
  StoredJob,
  StoredRecord,
  TabChannel,
} from './engine/ports.js';

export {
  ERROR_CODES,
  isTranscribeError,
  TranscribeError,
  type SeenAnswer,
  type TranscribeErrorCode,
} from './protocol/errors.js';
export type {
  TranscriptionData,
  TranscriptionOptions,
  TranscriptionRequest,
  NumberedSpeaker,
  TranscriptionSegment,
  TranscriptionTask,
  UserToken,
} from './protocol/types.js';
