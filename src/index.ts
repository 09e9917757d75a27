/** Registers `<audio-transcribe>` if it is not registered yet, and exports the public names. */
import { AudioTranscribe } from './element/audio-transcribe.js';

export * from './element/index.js';

if (!customElements.get('audio-transcribe')) {
  customElements.define('audio-transcribe', AudioTranscribe);
}

declare global {
  interface HTMLElementTagNameMap {
    'audio-transcribe': AudioTranscribe;
  }
}
