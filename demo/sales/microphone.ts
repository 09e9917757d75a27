/** Closes the microphone of an element whose tab is left; what was recorded is offered again. */
import type { AudioTranscribe } from '../../src/index.js';

export interface Microphone {
  readonly show: () => void;
  readonly leave: () => void;
}

export const closeMicrophone = (element: AudioTranscribe): Microphone => {
  let isRecording = false;
  element.addEventListener('transcribe-recording', ({ state }) => {
    isRecording = state === 'recording';
  });
  return {
    show: () => {
      element.disabled = false;
    },
    leave: () => {
      if (isRecording) element.disabled = true;
    },
  };
};
