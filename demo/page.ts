/** The demo page: three recordings, the element, and its options. */
import '../src/index.js';
import type { AudioTranscribe } from '../src/index.js';
import type { DemoSettings } from './backend.js';
import { recognizerNotice } from './notices.js';
import { loadSample, sampleButtons, type Sample } from './sample-buttons.js';

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
  element.multiple = data.has('multiple');
  // A reload keeps it.
  history.replaceState(null, '', data.has('multiple') ? '?multiple' : location.pathname);
};

const take = async (sample: Sample): Promise<void> => {
  const file = await loadSample(sample);
  applyOptions();
  element.selectFile(file);
  element.scrollIntoView({ block: 'nearest' });
};

const start = async (): Promise<void> => {
  const settings = (await (await fetch('/demo/settings.json')).json()) as DemoSettings;
  element.serviceUrl = settings.serviceUrl;
  element.backendUrl = settings.backendUrl;
  find('#target').textContent =
    settings.target === 'sandbox' ? 'Talking to the sandbox' : 'Talking to the service';
  if (settings.recognizer !== null) say(recognizerNotice(settings.recognizer));
  const { multiple } = options.elements as unknown as { multiple: HTMLInputElement };
  multiple.checked = new URLSearchParams(location.search).has('multiple');
  applyOptions();
  options.addEventListener('input', applyOptions);
  const buttons = sampleButtons((sample) => {
    take(sample).catch(() =>
      say('The recording could not be loaded. Reload the page and try again.'),
    );
  });
  find('#samples').replaceChildren(...buttons);
  element.addEventListener('transcribe-state', ({ state }) => {
    const busy = !element.multiple && !['idle', 'ready', 'failed'].includes(state);
    for (const item of buttons) item.querySelector('button')?.toggleAttribute('disabled', busy);
  });
};

start().catch(() => say('The demo’s backend does not answer. Start it with “npm start”.'));
