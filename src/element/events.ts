import { titleOf } from '../engine/session/job.js';
import { rowOf, type SessionEvent } from '../engine/session/session-events.js';
import type { SessionState, StateName, TranscribeProgress } from '../engine/session/state.js';
import type { TranscribeRecordingEvent } from '../microphone/event.js';
import {
  TranscribeErrorEvent,
  TranscribeEvent,
  type TranscribeEditEvent,
  type TranscribeSegmentEvent,
} from '../shown/transcript-events.js';
import type { UploadedFile } from '../protocol/types.js';
import type { Transcript } from '../transcript/transcript.js';

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

/** The events to fire after a change of the session, in order. `name` replaces the recording's own. */
export const eventsOf = (
  state: SessionState,
  previous: SessionState,
  event: SessionEvent,
  progress: TranscribeProgress,
  transcript: Transcript | null,
  name: string,
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
  const own = 'job' in state && state.job !== null ? titleOf(state.job) : '';
  for (const fired of events) fired.recordingName = name || own;
  return events;
};

declare global {
  /* eslint-disable @typescript-eslint/no-empty-object-type -- merging needs interfaces */
  interface HTMLElementEventMap extends TranscribeEventMap {}
  interface DocumentEventMap extends TranscribeEventMap {}
  /* eslint-enable @typescript-eslint/no-empty-object-type */
}
