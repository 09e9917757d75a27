import type { MicrophoneState } from './recording-session.js';

/** What the microphone is doing. */
export type RecordingState = MicrophoneState['name'];

/** The user has started, paused or ended a recording of the microphone, or it was interrupted. */
export class TranscribeRecordingEvent extends Event {
  static readonly type = 'transcribe-recording';
  constructor(
    readonly state: RecordingState,
    readonly previousState: RecordingState,
  ) {
    super(TranscribeRecordingEvent.type, { bubbles: true, composed: true });
  }
}
