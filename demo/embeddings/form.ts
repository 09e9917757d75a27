/** The form of `form.html`: says what is missing, and shows what would be sent. */
import 'audio-transcribe';
import { find } from '../sales/tabs.js';
import { offerExample } from './recordings.js';

const form = find<HTMLFormElement>('#claim');
const statement = find<HTMLElementTagNameMap['audio-transcribe']>('#statement');
const problem = find('#problem');
const value = find<HTMLOutputElement>('#value');

const showValue = (): void => {
  const entries = [...new FormData(form)].map(
    ([name, sent]) => `${name}=${typeof sent === 'string' ? sent : sent.name}`,
  );
  value.textContent = entries.join('\n');
  if (statement.validity.valid) problem.hidden = true;
};

// The browser calls this for each invalid control when the form is sent.
statement.addEventListener('invalid', () => {
  problem.textContent = statement.validationMessage;
  problem.hidden = false;
});
form.addEventListener('input', showValue);
// The controls are reset after this event.
form.addEventListener('reset', () => setTimeout(showValue));
for (const type of ['transcribe-state', 'transcribe-submitted'] as const)
  statement.addEventListener(type, showValue);
// After going back, the browser restores the values before this event.
addEventListener('pageshow', showValue);
showValue();

offerExample(find('#use-example'), statement, 'samples/voicemail.wav', (message) => {
  problem.textContent = message;
  problem.hidden = false;
});
