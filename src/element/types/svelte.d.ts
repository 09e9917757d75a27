/** `<audio-transcribe>` and `<audio-transcript>` in templates of Svelte 5 and 4. */
import type { HTMLAttributes } from 'svelte/elements';
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

declare module 'svelte/elements' {
  export interface SvelteHTMLElements {
    'audio-transcribe': HTMLAttributes<AudioTranscribe> &
      Optional<AudioTranscribeProperties> &
      Optional<AudioTranscribeAttributes> &
      Optional<AudioTranscribeListeners<'on' | 'on:'>>;
    'audio-transcript': HTMLAttributes<AudioTranscript> &
      Optional<AudioTranscriptProperties> &
      Optional<AudioTranscriptAttributes> &
      Optional<AudioTranscriptListeners<'on' | 'on:'>>;
  }
}
