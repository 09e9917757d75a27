/** `<audio-transcribe>` and `<audio-transcript>` in JSX of Preact. */
import type { ClassAttributes, JSX } from 'preact';
import type { AudioTranscript } from '../../shown/audio-transcript.js';
import type { AudioTranscribe } from '../audio-transcribe.js';
import type {
  AudioTranscribeAttributes,
  AudioTranscribeListeners,
  AudioTranscribeProperties,
  AudioTranscriptAttributes,
  AudioTranscriptListeners,
  AudioTranscriptProperties,
  Optional,
} from './elements.js';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'audio-transcribe': Omit<JSX.IntrinsicElements['span'], 'ref'> &
        ClassAttributes<AudioTranscribe> &
        Optional<AudioTranscribeProperties> &
        Optional<AudioTranscribeAttributes> &
        Optional<AudioTranscribeListeners<'on'>>;
      'audio-transcript': Omit<JSX.IntrinsicElements['span'], 'ref'> &
        ClassAttributes<AudioTranscript> &
        Optional<AudioTranscriptProperties> &
        Optional<AudioTranscriptAttributes> &
        Optional<AudioTranscriptListeners<'on'>>;
    }
  }
}
