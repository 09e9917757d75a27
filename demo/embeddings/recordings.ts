/** The recordings that the pages have attached, from the demo's samples. */
import type { AudioTranscribe } from 'audio-transcribe';
import { MEDIA_TYPES } from '../service/store.js';

/** Loads an attached recording as a file. Rejects if it cannot be loaded. */
export const loadRecording = async (address: string): Promise<File> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  const name = address.slice(address.lastIndexOf('/') + 1);
  return new File([await response.blob()], name, {
    type: MEDIA_TYPES[name.slice(-3) as keyof typeof MEDIA_TYPES],
    // The element knows a file again by its name, size and time.
    lastModified: Date.parse(response.headers.get('last-modified') ?? '') || 0,
  });
};

/**
 * Gives the element this recording when the button is pressed. The button is disabled in the page until this is called,
 * and while the element has a recording.
 */
export const offerExample = (
  button: HTMLButtonElement,
  element: AudioTranscribe,
  address: string,
  onMissing: (message: string) => void,
): void => {
  button.addEventListener('click', () => {
    loadRecording(address).then(
      (file) => element.selectFile(file),
      () => onMissing('The example could not be loaded. Check your connection and try again.'),
    );
  });
  const update = (): void => void (button.disabled = element.state !== 'idle');
  element.addEventListener('transcribe-state', update);
  update();
};
