/** `<audio-transcribe>` in JSX of React 19 and 18. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { AudioTranscribe } from '../audio-transcribe.js';
import type {
  AudioTranscribeAttributes,
  AudioTranscribeListeners,
  AudioTranscribeProperties,
  Optional,
} from './elements.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'audio-transcribe': DetailedHTMLProps<HTMLAttributes<AudioTranscribe>, AudioTranscribe> &
        Optional<AudioTranscribeProperties> &
        Optional<AudioTranscribeAttributes> &
        Optional<AudioTranscribeListeners<'on'>>;
    }
  }
}
