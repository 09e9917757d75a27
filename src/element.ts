export { AudioTranscribe } from './element/audio-transcribe.js';
export {
  TranscribeEditEvent,
  TranscribeErrorEvent,
  TranscribeEvent,
  TranscribeProgressEvent,
  TranscribeReadyEvent,
  TranscribeSegmentEvent,
  TranscribeStateEvent,
  TranscribeSubmittedEvent,
  TranscribeUploadedEvent,
  type TranscribeEventMap,
  type TranscriptChange,
} from './element/events.js';
export type { RecordingState, TranscribeRecordingEvent } from './intake/microphone/event.js';
export type { QueueItem } from './element/queue/queue-controller.js';
export type { PartnerBackend } from './engine/calls/backend.js';
export type { FetchToken, TokenReason } from './engine/calls/upload-service.js';
export type { Diagnostics } from './engine/session/session.js';
export type { StateName, TranscribeProgress } from './engine/session/state.js';
export {
  ERROR_CODES,
  isTranscribeError,
  TranscribeError,
  type TranscribeErrorCode,
} from './protocol/errors.js';
export type { TranscriptionRequest, TranscriptionTask, UserToken } from './protocol/types.js';
export type { TranscriptEdit } from './transcript/edits/edits.js';
export type { ExportFormat } from './transcript/exports/formats.js';
export type { Segment, Transcript } from './transcript/transcript.js';
export { defineLanguage } from './strings/languages.js';
export type { Formats, PluralForms, SpokenTime } from './strings/number-formats.js';
export type {
  ElementStrings,
  Language,
  MicrophoneStrings,
  ReaderStrings,
  StringOverrides,
  Translation,
} from './strings/strings.js';
