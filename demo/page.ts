/** The demo page: three recordings, the element, and its options. */
import '../src/index.js';
import type { AudioTranscribe } from '../src/index.js';
import type { DemoSettings } from './backend.js';
import { recognizerNotice } from './notices.js';

interface Sample {
  readonly file: string;
  readonly title: string;
  readonly about: string;
  readonly mediaType: string;
}

const SAMPLES: readonly Sample[] = [
  {
    file: 'conversation.mp3',
    title: 'A late parcel',
    about: 'Three voices · MP3 · 45 s',
    mediaType: 'audio/mpeg',
  },
  {
    file: 'interview.m4a',
    title: 'The baker',
    about: 'Two voices · M4A · 23 s',
    mediaType: 'audio/mp4',
  },
  {
    file: 'voicemail.wav',
    title: 'A message from the garage',
    about: 'One voice · WAV · 11 s',
    mediaType: 'audio/wav',
  },
];

const find = <T extends Element>(selector: string): T => {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
};

const element = find<AudioTranscribe>('#transcribe');
const notice = find<HTMLElement>('#notice');
const options = find<HTMLFormElement>('#options');

const say = (text: string): void => {
  notice.textContent = text;
  notice.hidden = text === '';
};

const applyOptions = (): void => {
  const data = new FormData(options);
  element.model = data.get('model') === 'svc-asr-fast' ? 'svc-asr-fast' : 'svc-asr-pro';
  const language = data.get('language');
  element.language = (typeof language === 'string' && language.trim()) || 'auto';
  element.diarization = data.has('diarization');
};

const take = async ({ file, mediaType }: Sample): Promise<void> => {
  const response = await fetch(`/demo/samples/${file}`);
  if (!response.ok) throw new Error(`status ${response.status}`);
  applyOptions();
  element.selectFile(new File([await response.blob()], file, { type: mediaType }));
  element.scrollIntoView({ block: 'nearest' });
};

const sampleButton = (sample: Sample): HTMLLIElement => {
  const item = document.createElement('li');
  const button = document.createElement('button');
  const title = document.createElement('strong');
  const about = document.createElement('span');
  button.type = 'button';
  button.className = 'sample';
  button.dataset['sample'] = sample.file;
  title.textContent = sample.title;
  about.textContent = sample.about;
  button.append(title, about);
  button.addEventListener('click', () => {
    take(sample).catch(() =>
      say('The recording could not be loaded. Reload the page and try again.'),
    );
  });
  item.append(button);
  return item;
};

const start = async (): Promise<void> => {
  const settings = (await (await fetch('/demo/settings.json')).json()) as DemoSettings;
  element.serviceUrl = settings.serviceUrl;
  element.backendUrl = settings.backendUrl;
  find('#target').textContent =
    settings.target === 'sandbox' ? 'Talking to the sandbox' : 'Talking to the service';
  if (settings.recognizer !== null) say(recognizerNotice(settings.recognizer));
  applyOptions();
  options.addEventListener('input', applyOptions);
  const buttons = SAMPLES.map(sampleButton);
  find('#samples').replaceChildren(...buttons);
  element.addEventListener('transcribe-state', ({ state }) => {
    const busy = !['idle', 'ready', 'failed'].includes(state);
    for (const item of buttons) item.querySelector('button')?.toggleAttribute('disabled', busy);
  });
};

start().catch(() => say('The demo’s backend does not answer. Start it with “npm start”.'));
