/** `<audio-transcribe>` and `<audio-transcript>` in JSX of React 19 and 18. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
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

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'audio-transcribe': DetailedHTMLProps<HTMLAttributes<AudioTranscribe>, AudioTranscribe> &
        Optional<AudioTranscribeProperties> &
        Optional<AudioTranscribeAttributes> &
        Optional<AudioTranscribeListeners<'on'>>;
      'audio-transcript': DetailedHTMLProps<HTMLAttributes<AudioTranscript>, AudioTranscript> &
        Optional<AudioTranscriptProperties> &
        Optional<AudioTranscriptAttributes> &
        Optional<AudioTranscriptListeners<'on'>>;
    }
  }
}
