/** The events of an element that shows a transcript. */
import type { TranscribeError } from '../protocol/errors.js';
import type { TranscriptEdit } from '../transcript/edits/edits.js';
import type { Segment, Transcript } from '../transcript/transcript.js';

/** What all events of the element have in common. */
export abstract class TranscribeEvent extends Event {
  /** The recording in the list that the event is about. Null without `multiple`. */
  item: { readonly id: string; readonly name: string } | null = null;
  /** Name of the recording. Empty if it has none. */
  recordingName = '';
  constructor(type: string) {
    super(type, { bubbles: true, composed: true });
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
