/** `<audio-transcribe>` in JSX of Preact. */
import type { ClassAttributes, JSX } from 'preact';
import type { AudioTranscribe } from '../audio-transcribe.js';
import type {
  AudioTranscribeAttributes,
  AudioTranscribeListeners,
  AudioTranscribeProperties,
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
    }
  }
}
