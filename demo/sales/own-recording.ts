/** “Your recording”: the element with the demo's backend, recordings to try, and options. */
import type { AudioTranscribe } from '../../src/index.js';
import type { DemoSettings } from '../backend.js';
import { recognizerNotice } from '../notices.js';
import { loadSample, showSamples, type Sample } from '../sample-buttons.js';
import { showAfterReload } from '../after-reload.js';
import { find } from './tabs.js';
import { loadSettings, NO_SERVER } from './settings.js';

/** In seconds. Longer recordings would keep this machine busy; the element refuses them before the upload. */
const LONGEST = 600;

/** What the page talks to, as the badge says it. */
export const badgeOf = ({ target, recognizer }: DemoSettings): string => {
  if (target !== 'sandbox') return 'Live service';
  return recognizer === 'none' ? 'Sandbox without recogniser' : 'Local recogniser, live';
};

/**
 * Connects the element with the demo's backend, and returns what it talks to. `onMultiple` is called with the option
 * “Several files”.
 */
export const showOwnRecording = async (
  element: AudioTranscribe,
  onMultiple: (multiple: boolean) => void,
): Promise<string> => {
  const options = find<HTMLFormElement>('#options');
  const notice = find('#notice');
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
  };

  const loaded = loadSettings();
  const take = async (sample: Sample): Promise<void> => {
    if ((await loaded) === null) return;
    const file = await loadSample(sample);
    applyOptions();
    element.selectFile(file);
    element.scrollIntoView({ block: 'nearest' });
  };

  // At once, so that nothing moves when the settings arrive.
  showSamples(
    find('#samples'),
    element,
    (sample) =>
      void take(sample).catch(() =>
        say('The recording could not be loaded. Reload the page and try again.'),
      ),
  );
  const settings = await loaded;
  if (settings === null) {
    say(NO_SERVER);
    return 'Example';
  }
  element.serviceUrl = settings.serviceUrl;
  if (settings.target === 'sandbox') element.maxDuration = LONGEST;
  element.backendUrl = settings.backendUrl;
  if (settings.recognizer !== null) say(recognizerNotice(settings.recognizer));
  applyOptions();
  showAfterReload(element, 'own');
  options.addEventListener('input', () => {
    applyOptions();
    onMultiple(element.multiple);
  });
  return badgeOf(settings);
};
