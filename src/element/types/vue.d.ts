/** `<audio-transcribe>` in templates of Vue 3. */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { AudioTranscribe } from '../audio-transcribe.js';
import type { TranscribeEventMap } from '../events.js';
import type { AudioTranscribeProperties, Optional } from './elements.js';

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
  }
}
