/** Registers `<audio-transcript>` if it is not registered yet, and exports the public names. */
import { AudioTranscript } from './shown/audio-transcript.js';

export { AudioTranscript };
export {
  TranscribeEditEvent,
  TranscribeErrorEvent,
  TranscribeSegmentEvent,
  type TranscriptChange,
} from './shown/transcript-events.js';
export type { ShownSpeaker } from './shown/shown-transcript.js';
export { isTranscribeError, TranscribeError, type TranscribeErrorCode } from './protocol/errors.js';
export { defineLanguage } from './strings/languages.js';
export type { StringOverrides } from './strings/strings.js';
export type { TranscriptEdit } from './transcript/edits/edits.js';
export type { ExportFormat } from './transcript/exports/formats.js';
export type { Segment, Transcript } from './transcript/transcript.js';

// Both elements of a page may come from copies of this package.
if (customElements.get('audio-transcript') === undefined)
  customElements.define('audio-transcript', AudioTranscript);

declare global {
  interface HTMLElementTagNameMap {
    'audio-transcript': AudioTranscript;
  }
}
