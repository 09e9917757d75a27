import { rowOf, type SessionEvent } from '../engine/session/session-events.js';
import type { SessionState, StateName, TranscribeProgress } from '../engine/session/state.js';
import type { TranscribeError } from '../protocol/errors.js';
import type { TranscribeRecordingEvent } from '../intake/microphone/event.js';
import type { UploadedFile } from '../protocol/types.js';
import type { TranscriptEdit } from '../transcript/edits/edits.js';
import type { Segment, Transcript } from '../transcript/transcript.js';

/** What all events of the element have in common. */
export abstract class TranscribeEvent extends Event {
  /** The recording in the list that the event is about. Null without `multiple`. */
  item: { readonly id: string; readonly name: string } | null = null;
  constructor(type: string) {
    super(type, { bubbles: true, composed: true });
  }
}

/** The state changed. */
export class TranscribeStateEvent extends TranscribeEvent {
  static readonly type = 'transcribe-state';
  constructor(
    readonly state: StateName,
    readonly previousState: StateName,
  ) {
    super(TranscribeStateEvent.type);
  }
}

/** More bytes were sent, or the phase changed. */
export class TranscribeProgressEvent extends TranscribeEvent {
  static readonly type = 'transcribe-progress';
  constructor(readonly progress: TranscribeProgress) {
    super(TranscribeProgressEvent.type);
  }
}

/** The file was uploaded. `file.DownloadUrl` is valid for about 24 hours. */
export class TranscribeUploadedEvent extends TranscribeEvent {
  static readonly type = 'transcribe-uploaded';
  constructor(readonly file: UploadedFile) {
    super(TranscribeUploadedEvent.type);
  }
}

/** The transcription task was created, and its id is known. */
export class TranscribeSubmittedEvent extends TranscribeEvent {
  static readonly type = 'transcribe-submitted';
  constructor(readonly transcriptionId: string) {
    super(TranscribeSubmittedEvent.type);
  }
}

/** The transcript is available. */
export class TranscribeReadyEvent extends TranscribeEvent {
  static readonly type = 'transcribe-ready';
  constructor(
    readonly transcriptionId: string,
    readonly transcript: Transcript,
    /** `data` as the service sent it, with the fields that `transcript` does not have. It is not validated. */
    readonly rawTranscript: unknown,
  ) {
    super(TranscribeReadyEvent.type);
  }
}

/** Something failed. `error.message` is a message for the user. */
export class TranscribeErrorEvent extends TranscribeEvent {
  static readonly type = 'transcribe-error';
  constructor(readonly error: TranscribeError) {
    super(TranscribeErrorEvent.type);
  }
}

/** The playing segments changed: none in a pause, several if people talk at the same time. */
export class TranscribeSegmentEvent extends TranscribeEvent {
  static readonly type = 'transcribe-segment';
  constructor(
    /** Indexes into `transcript.segments`. */
    readonly indexes: readonly number[],
    readonly segments: readonly Segment[],
  ) {
    super(TranscribeSegmentEvent.type);
  }
}

/** How the transcript changed. `restored`: stored corrections were applied. */
export type TranscriptChange = 'applied' | 'undone' | 'redone' | 'restored';

/** The transcript was corrected, or a correction was undone. The event holds everything needed to save it. */
export class TranscribeEditEvent extends TranscribeEvent {
  static readonly type = 'transcribe-edit';
  constructor(
    readonly transcriptionId: string,
    readonly change: TranscriptChange,
    /** The edit that was applied, undone or redone; null for `restored`. Of several, the last one. */
    readonly operation: TranscriptEdit | null,
    /** All current corrections, the oldest first. Plain data for `restoreEdits()`. */
    readonly edits: readonly TranscriptEdit[],
    readonly transcript: Transcript,
    /** The edits of this step. A paragraph that is saved changes one segment or several; none for `restored`. */
    readonly operations: readonly TranscriptEdit[],
  ) {
    super(TranscribeEditEvent.type);
  }
}

export interface TranscribeEventMap {
  'transcribe-state': TranscribeStateEvent;
  'transcribe-progress': TranscribeProgressEvent;
  'transcribe-uploaded': TranscribeUploadedEvent;
  'transcribe-submitted': TranscribeSubmittedEvent;
  'transcribe-ready': TranscribeReadyEvent;
  'transcribe-error': TranscribeErrorEvent;
  'transcribe-segment': TranscribeSegmentEvent;
  'transcribe-edit': TranscribeEditEvent;
  'transcribe-recording': TranscribeRecordingEvent;
}

/** The events to fire after a change of the session, in order. */
export const eventsOf = (
  state: SessionState,
  previous: SessionState,
  event: SessionEvent,
  progress: TranscribeProgress,
  transcript: Transcript | null,
): readonly TranscribeEvent[] => {
  const events: TranscribeEvent[] = [];
  if (state.name !== previous.name)
    events.push(new TranscribeStateEvent(state.name, previous.name));
  if (state.name !== previous.name || rowOf(event).changesProgress) {
    events.push(new TranscribeProgressEvent(progress));
  }
  if (event.type === 'uploaded') events.push(new TranscribeUploadedEvent(event.file));
  if (event.type === 'submitted') events.push(new TranscribeSubmittedEvent(event.transcriptionId));
  if (state.name === 'failed') events.push(new TranscribeErrorEvent(state.error));
  if (state.name === 'ready' && transcript !== null) {
    events.push(new TranscribeReadyEvent(state.job.transcriptionId ?? '', transcript, state.raw));
  }
  return events;
};

declare global {
  /* eslint-disable @typescript-eslint/no-empty-object-type -- merging needs interfaces */
  interface HTMLElementEventMap extends TranscribeEventMap {}
  interface DocumentEventMap extends TranscribeEventMap {}
  /* eslint-enable @typescript-eslint/no-empty-object-type */
}
