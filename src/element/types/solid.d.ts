/** `<audio-transcribe>` in JSX of Solid 1. */
import type { JSX } from 'solid-js';
import type { AudioTranscribe } from '../audio-transcribe.js';
import type {
  AudioTranscribeAttributes,
  AudioTranscribeListeners,
  AudioTranscribeProperties,
  Optional,
} from './elements.js';

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'audio-transcribe': JSX.HTMLAttributes<AudioTranscribe> &
        Optional<AudioTranscribeProperties> &
        Optional<AudioTranscribeAttributes> &
        Optional<{
          [
            Name in keyof AudioTranscribeProperties as `prop:${Name}`
          ]: AudioTranscribeProperties[Name];
        }> &
        Optional<AudioTranscribeListeners<'on:'>>;
    }
  }
}
