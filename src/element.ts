export { AudioTranscribe } from './element/audio-transcribe.js';
export {
  TranscribeProgressEvent,
  TranscribeReadyEvent,
  TranscribeStateEvent,
  TranscribeSubmittedEvent,
  TranscribeUploadedEvent,
  type TranscribeEventMap,
} from './element/events.js';
export {
  TranscribeEditEvent,
  TranscribeErrorEvent,
  TranscribeEvent,
  TranscribeSegmentEvent,
  type TranscriptChange,
} from './shown/transcript-events.js';
export type { RecordingState, TranscribeRecordingEvent } from './microphone/event.js';
export type { ShownSpeaker } from './shown/shown-transcript.js';
export type { QueueItem } from './element/queue/queue-controller.js';
export type { PartnerBackend } from './engine/calls/page-backend.js';
export type { FetchToken, TokenReason } from './engine/calls/user-tokens.js';
export type { Diagnostics } from './engine/session/session.js';
export type { StateName, TranscribeProgress } from './engine/session/state.js';
export {
  ERROR_CODES,
  isTranscribeError,
  TranscribeError,
  type SeenAnswer,
  type TranscribeErrorCode,
} from './protocol/errors.js';
export type { TranscriptionRequest, TranscriptionTask, UserToken } from './protocol/types.js';
export type { TranscriptEdit } from './transcript/edits/edits.js';
export type { ExportChoice, ExportFormat, ExportTimes } from './transcript/exports/formats.js';
export type { SegmentId } from './transcript/segment-ids.js';
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
