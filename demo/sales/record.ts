/** “Record yourself”: the element with the microphone, and what happens with the recording. */
import type { AudioTranscribe } from '../../src/index.js';
import { html, render } from 'lit';
import type { DemoSettings } from '../backend.js';
import { showAfterReload } from '../after-reload.js';
import { badgeOf } from './own-recording.js';
import { loadSettings, NO_SERVER } from './settings.js';

// Closes the microphone of an element whose tab is left; what was recorded is offered again.

export const closeMicrophone = (element: AudioTranscribe) => {
  let isRecording = false;
  element.addEventListener('transcribe-recording', ({ state }) => {
    isRecording = state === 'recording';
  });
  return {
    show: (): void => {
      element.disabled = false;
    },
    leave: (): void => {
      if (isRecording) element.disabled = true;
    },
  };
};

const destination = ({ target }: DemoSettings): string =>
  target === 'sandbox'
    ? 'Then it goes to the sandbox on this computer, and to nobody else. The sandbox deletes it after a day.'
    : 'Then it goes to the live service, like any recording.';

const explanation = (settings: DemoSettings | null) => html`
  <p class="notice">
    ${
      settings === null
        ? NO_SERVER
        : html`Your voice stays in this browser until you choose “Transcribe”.
          ${destination(settings)} A recording that you neither send nor discard is kept in this
          browser for a week.`
    }
  </p>
`;

export type Microphone = ReturnType<typeof closeMicrophone>;

/** Draws the tab into its panel. Call it once. */
export const createRecorder = (panel: HTMLElement) => {
  const element = document.createElement('audio-transcribe');
  element.id = 'record-yourself';
  element.sources = 'microphone';
  element.diarization = true;
  // Recordings of this tab are not offered in “Your recording”.
  element.userKey = 'record-yourself';
  const draw = (after: unknown): void =>
    void render(
      html`<div class="frame">${element}</div>
        ${after}`,
      panel,
    );
  draw('');
  /** What the page talks to. */
  const badge: Promise<string> = loadSettings().then((settings) => {
    if (settings !== null) {
      element.serviceUrl = settings.serviceUrl;
      element.backendUrl = settings.backendUrl;
      showAfterReload(element, 'record');
    }
    draw(explanation(settings));
    return settings === null ? 'Example' : badgeOf(settings);
  });

  return { element, badge, ...closeMicrophone(element) };
};
