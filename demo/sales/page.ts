/** The sales page: an example first, then the visitor's own recording, its look, and the code. */
import { html, render } from 'lit';
import '../../src/index.js';
import type { AudioTranscribe } from '../../src/index.js';
import { startFaultBar } from '../faults/bar.js';
import {
  DEFAULTS,
  LANGUAGES,
  propertiesOf,
  readChoices,
  searchOf,
  shownDirection,
  TABS,
  type Choices,
} from './choices.js';
import { snippetsOf } from './code.js';
import { copyBlock } from './copy-block.js';
import { connectHood } from '../hood/connect.js';
import { simulatedRequests } from '../hood/from-simulation.js';
import type { ExchangeSource } from '../hood/model.js';
import { watchServer } from '../hood/watch-server.js';
import { proofView } from '../proof/proof.js';
import { exampleBackend, EXAMPLES, type Example } from './examples.js';
import { find } from './find.js';
import { makeItYours } from './make-it-yours.js';
import { showNeedsServer } from './needs-server.js';
import { showOwnRecording } from './own-recording.js';
import { connectBigPlay } from './play.js';
import { createRecorder, type Recorder } from './record.js';
import { createShare } from './share.js';
import { isStatic } from '../static.js';
import { connectTabs, showTab } from './tabs.js';

const tabs = find('.tabs');
const { search: openedWith } = location;
let choices = readChoices(openedWith);
let code = 'html';
let own: AudioTranscribe | null = null;
/** What the page talks to when the visitor's own recording is shown. */
let ownBadge = 'Example';
let recorder: Recorder | null = null;

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

const ownRequests = watchServer(() => [own, recorder?.element ?? null].filter((it) => it !== null));
/** The requests of a tab; null if it sends none. */
const requestsOf = (tab: Choices['tab']): ExchangeSource | null => {
  if (tab === 'plug') return simulatedRequests;
  return tab === 'example' || isStatic ? null : ownRequests;
};
const hood = connectHood(
  find('#hood'),
  isStatic
    ? { tab: 'Pull the plug', show: () => change({ tab: 'plug' }) }
    : { tab: 'Your recording', show: () => change({ tab: 'own' }) },
);

const offerPlay = connectBigPlay(find('#big-play'), exampleElement, () => {
  const { id, audio } = chosenExample();
  const sample = audio === null ? EXAMPLES[0].id : id;
  if (choices.tab !== 'example' || sample !== choices.sample) change({ tab: 'example', sample });
});
const showShare = createShare(find('#share'));

const showOwn = (): void => {
  if (isStatic) return showNeedsServer(find('#own'), () => change({ tab: 'plug' }));
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

const showRecorder = (): void => {
  if (isStatic) return showNeedsServer(find('#record'), () => change({ tab: 'plug' }));
  if (recorder === null) {
    recorder = createRecorder(find('#record'));
    void recorder.badge.then((badge) => {
      ownBadge = badge;
      show();
    });
  }
  recorder.show();
};

let hasPlug = false;
const showPlug = async (): Promise<void> => {
  if (hasPlug) return;
  hasPlug = true;
  const { showPlugTab } = await import('../simulation/tab.js');
  showPlugTab(find('#plug'), openedWith);
  showLook();
};

/** What the page talks to. */
const badge = (): string =>
  ({ example: 'Example', own: ownBadge, record: ownBadge, plug: 'Simulation' })[choices.tab];

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
    frame.dir = isChosen || choices.dir !== 'auto' ? shownDirection(choices) : '';
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
  else if (choices.tab === 'own') showOwn();
  else if (choices.tab === 'record') showRecorder();
  else void showPlug();
  if (choices.tab !== 'record') recorder?.leave();
  find('#target').textContent = badge();
  hood.show(requestsOf(choices.tab));
  const hasPlayer = choices.tab === 'example' && chosenExample().audio !== null;
  showShare({ element: hasPlayer ? exampleElement : null });
  showLook();
  render(makeItYours(choices, change), find('#yours'));
  showCode();
};

function change(changes: Partial<Choices>): void {
  choices = { ...choices, ...changes };
  // The position of one recording says nothing about another.
  const isOther = 'sample' in changes || 'tab' in changes;
  if (isOther) offerPlay();
  const hash = isOther ? '' : location.hash;
  history.replaceState(null, '', `${location.pathname}${searchOf(choices)}${hash}`);
  show();
}

find('#language-count').textContent = String(Object.keys(LANGUAGES).length);
render(proofView(), find('#proof'));
if (!isStatic) startFaultBar({ place: find('#fault-bar'), console: 'qa.html', isAbovePage: true });
connectTabs(tabs, (panel) => change({ tab: TABS.find((tab) => tab === panel) ?? DEFAULTS.tab }));
show();
