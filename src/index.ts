/** Registers `<audio-transcribe>`, once however often it is loaded, and re-exports the public names. */
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
