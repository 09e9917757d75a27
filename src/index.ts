/** Registers `<audio-transcribe>` if it is not registered yet, and exports the public names. */
import { AudioTranscribe } from './element/audio-transcribe.js';

export * from './element.js';

const registered = customElements.get('audio-transcribe') as
  | Partial<typeof AudioTranscribe>
  | undefined;

if (registered === undefined) {
  customElements.define('audio-transcribe', AudioTranscribe);
} else if (registered.version !== AudioTranscribe.version) {
  // eslint-disable-next-line no-console -- contains only version numbers
  console.warn(
    `audio-transcribe ${registered.version ?? '(unknown version)'} is active on this page. Version ${AudioTranscribe.version} was loaded later and is not used.`,
  );
}

declare global {
  interface HTMLElementTagNameMap {
    'audio-transcribe': AudioTranscribe;
  }
}
