export { AudioTranscribe } from './audio-transcribe.js';
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
} from './events.js';
export type { RecordingState, TranscribeRecordingEvent } from '../intake/microphone/event.js';
export type { QueueItem } from './queue/queue-controller.js';
export {
  ERROR_CODES,
  isTranscribeError,
  TranscribeError,
  type Diagnostics,
  type FetchToken,
  type PartnerBackend,
  type StateName,
  type TokenReason,
  type TranscribeErrorCode,
  type TranscribeProgress,
  type TranscriptionRequest,
  type TranscriptionTask,
  type UserToken,
} from '../engine/index.js';
export type { ExportFormat, Segment, Transcript, TranscriptEdit } from '../transcript/index.js';
export { defineLanguage } from '../strings/languages.js';
export type { Formats, PluralForms, SpokenTime } from '../strings/number-formats.js';
export type {
  ElementStrings,
  Language,
  MicrophoneStrings,
  ReaderStrings,
  StringOverrides,
  Translation,
} from '../strings/strings.js';
