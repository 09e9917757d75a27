/** The sales page: an example first, then the visitor's own recording, its look, and the code. */
import { html, render } from 'lit';
import '../../src/index.js';
import type { AudioTranscribe } from '../../src/index.js';
import { startFaultBar } from '../faults/bar.js';
import {
  DEFAULTS,
  directionOf,
  propertiesOf,
  readChoices,
  searchOf,
  type Choices,
} from './choices.js';
import { snippetsOf } from './code.js';
import { copyBlock } from './copy-block.js';
import { exampleBackend, EXAMPLES, type Example } from './examples.js';
import { find } from './find.js';
import { makeItYours } from './make-it-yours.js';
import { showOwnRecording } from './own-recording.js';
import { connectTabs, showTab } from './tabs.js';

const tabs = find('.tabs');
let choices = readChoices(location.search);
let code = 'html';
let own: AudioTranscribe | null = null;
/** What the page talks to when the visitor's own recording is shown. */
let ownBadge = 'Example';

const chosenExample = (): Example =>
  EXAMPLES.find(({ id }) => id === choices.sample) ?? EXAMPLES[0];

const exampleElement = document.createElement('audio-transcribe');
exampleElement.noResume = true;

const showExample = (): void => {
  const example = chosenExample();
  if (exampleElement.transcriptionId !== example.id) {
    exampleElement.backend = exampleBackend(example);
    exampleElement.audioSrc = example.audio;
    exampleElement.transcriptionId = example.id;
  }
  render(
    html`
      <ul class="chips" aria-label="Examples">
        ${EXAMPLES.map(
          (one) =>
            html`<li>
              <button
                type="button"
                aria-pressed=${one === example}
                @click=${() => change({ sample: one.id })}
              >
                <strong lang=${one.language} dir="auto">${one.title}</strong>
                <span>${one.about}</span>
              </button>
            </li>`,
        )}
      </ul>
      <div class="frame">${exampleElement}</div>
      <p class="notice">
        An example: the words were
        ${
          example.audio === null
            ? 'written for this page, and there is no recording.'
            : 'given to synthetic voices. Nothing was recognised.'
        }
      </p>
    `,
    find('#example'),
  );
};

const showOwn = (): void => {
  if (own !== null) return;
  own = document.createElement('audio-transcribe');
  own.id = 'transcribe';
  find<HTMLInputElement>('#options [name="multiple"]').checked = choices.multiple;
  find('#own .frame').append(own);
  void showOwnRecording(own, (multiple) => change({ multiple })).then((badge) => {
    ownBadge = badge;
    show();
  });
};

const showCode = (): void => {
  const snippets = snippetsOf(choices);
  const shown = snippets.find(({ id }) => id === code) ?? snippets[0];
  render(
    html`
      <div class="languages" role="group" aria-label="Framework">
        ${snippets.map(
          ({ id, title }) =>
            html`<button
              type="button"
              aria-pressed=${id === shown?.id}
              @click=${() => {
                code = id;
                showCode();
              }}
            >
              ${title}
            </button>`,
        )}
      </div>
      ${shown === undefined ? '' : copyBlock(`The code for ${shown.title}`, shown.code)}
    `,
    find('#code'),
  );
};

/** Applies the look to the frame around each element. */
const showLook = (): void => {
  for (const frame of document.querySelectorAll<HTMLElement>('.frame')) {
    // Without a choice, the language and direction of the page apply.
    const isChosen = choices.lang !== DEFAULTS.lang;
    frame.lang = isChosen ? choices.lang : '';
    frame.dir = isChosen ? directionOf(choices.lang) : '';
    if (!isChosen) frame.removeAttribute('lang');
    frame.dataset['width'] = choices.width;
    frame.removeAttribute('style');
    frame.style.colorScheme = choices.scheme === 'system' ? '' : choices.scheme;
    for (const [name, value] of Object.entries(propertiesOf(choices)))
      frame.style.setProperty(name, value);
  }
};

const show = (): void => {
  showTab(tabs, choices.tab);
  if (choices.tab === 'example') showExample();
  else showOwn();
  find('#target').textContent = choices.tab === 'example' ? 'Example' : ownBadge;
  showLook();
  render(makeItYours(choices, change), find('#yours'));
  showCode();
};

function change(changes: Partial<Choices>): void {
  choices = { ...choices, ...changes };
  history.replaceState(null, '', `${location.pathname}${searchOf(choices)}`);
  show();
}

startFaultBar({ place: find('#fault-bar'), console: 'qa.html', isAbovePage: true });
connectTabs(tabs, (panel) => change({ tab: panel === 'own' ? 'own' : DEFAULTS.tab }));
show();
