/** `<audio-transcribe>` in templates of Svelte 5 and 4. */
import type { HTMLAttributes } from 'svelte/elements';
import type { AudioTranscribe } from '../audio-transcribe.js';
import type {
  AudioTranscribeAttributes,
  AudioTranscribeListeners,
  AudioTranscribeProperties,
  Optional,
} from './elements.js';

declare module 'svelte/elements' {
  export interface SvelteHTMLElements {
    'audio-transcribe': HTMLAttributes<AudioTranscribe> &
      Optional<AudioTranscribeProperties> &
      Optional<AudioTranscribeAttributes> &
      Optional<AudioTranscribeListeners<'on' | 'on:'>>;
  }
}
