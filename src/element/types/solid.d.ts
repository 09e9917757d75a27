/** `<audio-transcribe>` and `<audio-transcript>` in JSX of Solid 1. */
import type { JSX } from 'solid-js';
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
      'audio-transcript': JSX.HTMLAttributes<AudioTranscript> &
        Optional<AudioTranscriptProperties> &
        Optional<AudioTranscriptAttributes> &
        Optional<{
          [
            Name in keyof AudioTranscriptProperties as `prop:${Name}`
          ]: AudioTranscriptProperties[Name];
        }> &
        Optional<AudioTranscriptListeners<'on:'>>;
    }
  }
}
