/** The two elements of `two.html`. Nothing connects them but this page. */
import 'audio-transcribe';
import { find } from '../sales/tabs.js';
import { offerExample } from './recordings.js';

const both = find('#both');
const elements = [...document.querySelectorAll('audio-transcribe')];

const showSum = (): void => {
  const ready = elements.flatMap(({ transcript }) => transcript ?? []);
  const seconds = ready.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  both.textContent =
    ready.length === elements.length
      ? `Both are transcribed: ${Math.round(seconds)} seconds of speech.`
      : '';
};

for (const element of elements) {
  element.addEventListener('transcribe-state', showSum);
  const button = element.parentElement?.querySelector('button');
  if (button)
    offerExample(button, element, `samples/${button.dataset['recording'] ?? ''}`, (message) => {
      both.textContent = message;
    });
}
