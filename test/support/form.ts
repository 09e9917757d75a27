/** The element in a form, for browser tests. */
import { fixture, html } from '@open-wc/testing';
import type { AudioTranscribe, PartnerBackend } from '../../src/index.js';
import { part } from './element.js';

/** A backend whose task keeps its status until the test changes it. */
export const backendIn = (status: 'PENDING' | 'SUCCESS' | 'FAILURE') => {
  const backend = {
    status: status as string,
    submitted: 0,
    submit: () => {
      backend.submitted += 1;
      return Promise.resolve({ transcription_id: 'task-1', status: 'PENDING', data: {} });
    },
    query: () =>
      Promise.resolve({
        transcription_id: 'task-1',
        status: backend.status,
        data: backend.status === 'SUCCESS' ? { text: 'Hello.', segments: [] } : {},
      }),
  };
  return backend satisfies PartnerBackend as typeof backend & PartnerBackend;
};

export const makeForm = async (
  content = html`<audio-transcribe name="recording" no-storage></audio-transcribe>`,
): Promise<{ form: HTMLFormElement; element: AudioTranscribe }> => {
  const form = await fixture<HTMLFormElement>(html`<form>${content}</form>`);
  const element = form.querySelector('audio-transcribe') as AudioTranscribe;
  await element.updateComplete;
  return { form, element };
};

/** The button that chooses a file, in any language. */
export const chooseButton = (element: AudioTranscribe): HTMLButtonElement =>
  part(element, 'drop-zone').querySelector('button') as HTMLButtonElement;
