import type { StateName, TranscribeError, TranscribeProgress } from '../engine/index.js';
import type { UploadedFile } from '../protocol/index.js';
import type { Segment, Transcript, TranscriptEdit } from '../transcript/index.js';

const INIT: EventInit = { bubbles: true, composed: true };

/** The state changed. */
export class TranscribeStateEvent extends Event {
  static readonly type = 'transcribe-state';
  constructor(
    readonly state: StateName,
    readonly previousState: StateName,
  ) {
    super(TranscribeStateEvent.type, INIT);
  }
}

/** More bytes are on their way, or the phase changed. */
export class TranscribeProgressEvent extends Event {
  static readonly type = 'transcribe-progress';
  constructor(readonly progress: TranscribeProgress) {
    super(TranscribeProgressEvent.type, INIT);
  }
}

/** The whole file is at the service; `file.DownloadUrl` is valid for about 24 hours. */
export class TranscribeUploadedEvent extends Event {
  static readonly type = 'transcribe-uploaded';
  constructor(readonly file: UploadedFile) {
    super(TranscribeUploadedEvent.type, INIT);
  }
}

/** The task exists: its id is known. */
export class TranscribeSubmittedEvent extends Event {
  static readonly type = 'transcribe-submitted';
  constructor(readonly transcriptionId: string) {
    super(TranscribeSubmittedEvent.type, INIT);
  }
}

/** The transcript is there. */
export class TranscribeReadyEvent extends Event {
  static readonly type = 'transcribe-ready';
  constructor(
    readonly transcriptionId: string,
    readonly transcript: Transcript,
    /** `data` of the service's answer as it came, with the fields that are not in `transcript`. Unchecked input. */
    readonly rawTranscript: unknown,
  ) {
    super(TranscribeReadyEvent.type, INIT);
  }
}

/** Something went wrong; `error.message` is written for the person. */
export class TranscribeErrorEvent extends Event {
  static readonly type = 'transcribe-error';
  constructor(readonly error: TranscribeError) {
    super(TranscribeErrorEvent.type, INIT);
  }
}

/** Other segments are playing now; none between two segments, several where people talk over each other. */
export class TranscribeSegmentEvent extends Event {
  static readonly type = 'transcribe-segment';
  constructor(
    /** Positions in `transcript.segments`. */
    readonly indexes: readonly number[],
    readonly segments: readonly Segment[],
  ) {
    super(TranscribeSegmentEvent.type, INIT);
  }
}

/** How a transcript came to be another one; `restored`: by corrections that were kept from before. */
export type TranscriptChange = 'applied' | 'undone' | 'redone' | 'restored';

/** The transcript was corrected, or a correction taken back. All of it is there to be saved. */
export class TranscribeEditEvent extends Event {
  static readonly type = 'transcribe-edit';
  constructor(
    readonly transcriptionId: string,
    readonly change: TranscriptChange,
    /** What was applied, undone or redone; null for `restored`. */
    readonly operation: TranscriptEdit | null,
    /** All corrections in force, the oldest first: plain data, for `restoreEdits()`. */
    readonly edits: readonly TranscriptEdit[],
    readonly transcript: Transcript,
  ) {
    super(TranscribeEditEvent.type, INIT);
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
}

declare global {
  /* eslint-disable @typescript-eslint/no-empty-object-type -- merging needs interfaces */
  interface HTMLElementEventMap extends TranscribeEventMap {}
  interface DocumentEventMap extends TranscribeEventMap {}
  /* eslint-enable @typescript-eslint/no-empty-object-type */
}
