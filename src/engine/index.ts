/** The headless engine: the whole way from a file to its transcript, without Lit and without the DOM. */
export { createBackendFetchToken, createHttpBackend, type Backend } from './backend.js';
export type { AudioFile, FileFacts, FileLimits } from './check-file.js';
export { detectAudioFormat, type AudioFormat, type ByteSource } from './audio-format.js';
export {
  EMPTY_RECORD,
  recordFact,
  recordStorageUnavailable,
  type DiagnosticEntry,
  type DiagnosticRecord,
  type Diagnostics,
} from './diagnostics.js';
export { titleOf, type Job, type Source } from './job.js';
export { createCheckedBackend, type PartnerBackend } from './partner-backend.js';
export type * from './ports.js';
export { describeProgress, type TranscribeProgress } from './progress.js';
export {
  createLeftovers,
  EDITS_LIFETIME_MS,
  SESSION_GRACE_MS,
  STORED_JOB_LIFETIME_MS,
  type Leftovers,
} from './leftovers.js';
export { createOwnScope, type OwnScope, type ScopeSource } from './own-scope.js';
export { isScopeOf, jobLockName, scopeLockName, storageScope } from './storage-scope.js';
export { createJobKeeper, type Acceptance, type Choice, type JobKeeper } from './job-keeper.js';
export type { Offer, OfferNeeds } from './offer.js';
export { parseStoredJob } from './parse-stored-job.js';
export { SPENT_ADDRESS, type StoredJob } from './stored-job.js';
export type { Trouble } from './waiting.js';
export { createWriteQueue, type WriteQueue } from './write-queue.js';
export { createUploadService, type UploadService } from './service.js';
export { createSession, type Command, type Listener, type Session } from './session.js';
export type { SessionContext } from './run-job.js';
export type { PartTry } from './send-part.js';
export {
  isWorking,
  type Fact,
  type SessionState,
  type StateName,
  type UploadProgress,
} from './state.js';
export {
  createPatientFetchToken,
  createTokenProvider,
  type FetchToken,
  type TokenProvider,
  type TokenReason,
} from './tokens.js';
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
