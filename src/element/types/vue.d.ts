/** `<audio-transcribe>` and `<audio-transcript>` in templates of Vue 3. */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { AudioTranscript } from '../../shown/audio-transcript.js';
import type { AudioTranscribe } from '../audio-transcribe.js';
import type { TranscribeEventMap } from '../events.js';
import type {
  AudioTranscribeProperties,
  AudioTranscriptEventMap,
  AudioTranscriptProperties,
  Optional,
} from './elements.js';

declare module 'vue' {
  interface GlobalComponents {
    'audio-transcribe': new () => AudioTranscribe & {
      /** Only for the template compiler; the element has no such field. */
      $props: HTMLAttributes & PublicProps & Optional<AudioTranscribeProperties>;
      /** Only for the template compiler; the element has no such field. */
      $emit: EmitFn<{
        [Name in keyof TranscribeEventMap]: (event: TranscribeEventMap[Name]) => void;
      }>;
    };
    'audio-transcript': new () => AudioTranscript & {
      /** Only for the template compiler; the element has no such field. */
      $props: HTMLAttributes & PublicProps & Optional<AudioTranscriptProperties>;
      /** Only for the template compiler; the element has no such field. */
      $emit: EmitFn<{
        [Name in keyof AudioTranscriptEventMap]: (event: AudioTranscriptEventMap[Name]) => void;
      }>;
    };
  }
}
