/** The demo's recordings, as buttons. */
import { html, render, type TemplateResult } from 'lit';
import type { AudioTranscribe } from '../src/index.js';

export interface Sample {
  readonly file: string;
  readonly title: string;
  readonly about: string;
  readonly mediaType: string;
}

const SAMPLES: readonly Sample[] = [
  {
    file: 'conversation.mp3',
    title: 'A late parcel',
    about: 'Three voices · MP3 · 45\u00a0s',
    mediaType: 'audio/mpeg',
  },
  {
    file: 'interview.m4a',
    title: 'The baker',
    about: 'Two voices · M4A · 23\u00a0s',
    mediaType: 'audio/mp4',
  },
  {
    file: 'voicemail.wav',
    title: 'A message from the garage',
    about: 'One voice · WAV · 11\u00a0s',
    mediaType: 'audio/wav',
  },
];

/** `folder`: where the recordings are, from the page. Rejects if the recording cannot be loaded. */
export const loadSample = async (
  { file, mediaType }: Sample,
  folder = 'demo/samples',
): Promise<File> => {
  const response = await fetch(`${folder}/${file}`);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new File([await response.blob()], file, { type: mediaType });
};

/** One list item per recording. */
export const sampleButtons = (
  isDisabled: boolean,
  onPick: (sample: Sample) => void,
): readonly TemplateResult[] =>
  SAMPLES.map(
    (sample) => html`
      <li>
        <button
          type="button"
          class="sample card"
          data-sample=${sample.file}
          ?disabled=${isDisabled}
          @click=${() => onPick(sample)}
        >
          <strong>${sample.title}</strong>
          <span>${sample.about}</span>
        </button>
      </li>
    `,
  );

/** Draws the buttons. They are disabled while the element can take no other recording. */
export const showSamples = (
  list: HTMLElement,
  element: AudioTranscribe,
  onPick: (sample: Sample) => void,
): void => {
  const draw = (): void => {
    const isBusy = !element.multiple && !['idle', 'ready', 'failed'].includes(element.state);
    render(sampleButtons(isBusy, onPick), list);
  };
  element.addEventListener('transcribe-state', draw);
  draw();
};
