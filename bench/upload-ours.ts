import { AudioTranscribe } from '../src/element/audio-transcribe.js';

customElements.define('audio-transcribe', AudioTranscribe);

/** Uploads a file with the element, until the service has it. */
export const uploadWithElement =
  (noStorage: boolean) =>
  async (file: File, url: string): Promise<void> => {
    const element = new AudioTranscribe();
    const never = new Promise<never>(() => undefined);
    Object.assign(element, {
      serviceUrl: url,
      backendUrl: url,
      backend: { submit: () => never, query: () => never },
      workerUrl: '/worker.js',
      noStorage,
    });
    document.body.append(element);
    await element.updateComplete;
    try {
      await new Promise<void>((resolve, reject) => {
        element.addEventListener('transcribe-uploaded', () => resolve());
        element.addEventListener('transcribe-error', ({ error }) => reject(error));
        element.selectFile(file);
      });
    } finally {
      element.cancel();
      element.remove();
    }
  };
