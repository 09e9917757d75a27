/** The page `csp.html`: shows its policy, and what the browser reports about it. */
import 'audio-transcribe';
import { find } from '../sales/tabs.js';
import { offerExample } from './recordings.js';

const element = find<HTMLElementTagNameMap['audio-transcribe']>('audio-transcribe');
const policy = find<HTMLMetaElement>('meta[http-equiv]').content;
find('#policy').textContent = policy.replaceAll('; ', ';\n');

let violations = 0;
document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
  violations += 1;
  find('#violations').textContent =
    `Violations: ${violations}. The last one: ${effectiveDirective}.`;
});

element.addEventListener('transcribe-ready', ({ transcript }) => {
  find('#result').textContent = `Segments in the transcript: ${transcript.segments.length}.`;
});

offerExample(find('#use-example'), element, 'samples/voicemail.wav', (message) => {
  find('#result').textContent = message;
});

find('#attack').addEventListener('click', () => {
  const outcome = find('#outcome');
  try {
    outcome.innerHTML = '<img src="data:," onerror="document.title = \'Injected\'">';
    outcome.textContent = 'This browser does not support Trusted Types. The script was not run.';
  } catch {
    outcome.textContent = 'The browser refused: the text is not a TrustedHTML object.';
  }
});
