/** The headless engine: the whole way from a file to its transcript, without Lit and without the DOM. */
export { createBackendFetchToken, createHttpBackend, type Backend } from './calls/backend.js';
export type { AudioFile, FileFacts, FileLimits } from './check-file.js';
export { detectAudioFormat, type AudioFormat, type ByteSource } from './audio-format.js';
export {
  EMPTY_RECORD,
  recordFact,
  recordStorageUnavailable,
  type DiagnosticEntry,
  type DiagnosticRecord,
  type Diagnostics,
} from './session/diagnostics.js';
export { titleOf, type Job, type Source } from './session/job.js';
export { createCheckedBackend, type PartnerBackend } from './calls/partner-backend.js';
export type * from './ports.js';
export { describeProgress, type TranscribeProgress } from './session/progress.js';
export {
  createLeftovers,
  EDITS_LIFETIME_MS,
  SESSION_GRACE_MS,
  STORED_JOB_LIFETIME_MS,
  type Leftovers,
} from './resume/scope.js';
export { createOwnScope, type OwnScope, type ScopeSource } from './resume/scope.js';
export { isScopeOf, jobLockName, scopeLockName, storageScope } from './resume/storage-scope.js';
export {
  createJobPersistence,
  type Acceptance,
  type Choice,
  type JobPersistence,
} from './resume/job-persistence.js';
export type { ResumableJob, ResumeNeeds, ResumeResult } from './resume/resumable-job.js';
export { parseStoredJob } from './resume/parse-stored-job.js';
export { CONSUMED_URL, type StoredJob } from './resume/stored-job.js';
export type { Trouble } from './session/waiting.js';
export { createWriteQueue, type WriteQueue } from './resume/held-job.js';
export { createUploadService, type UploadService } from './calls/service.js';
export { createSession, type Command, type Listener, type Session } from './session/session.js';
export type { SessionContext } from './session/run-job.js';
export type { PartTry } from './upload/send-part.js';
export {
  isWorking,
  type SessionEvent,
  type SessionState,
  type StateName,
  type UploadProgress,
} from './session/state.js';
export {
  createPatientFetchToken,
  createTokenProvider,
  type FetchToken,
  type TokenProvider,
  type TokenReason,
} from './calls/tokens.js';
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
