/** The sales page: an example and its look, the visitor's own recording, and how to go on. */
import { html, render } from 'lit';
import '../../src/index.js';
import type { AudioTranscribe } from '../../src/index.js';
import { startFaultBar } from '../faults/bar.js';
import {
  DEFAULTS,
  propertiesOf,
  readChoices,
  searchOf,
  shownDirection,
  TABS,
  type Choices,
} from './choices.js';
import { connectHood } from '../hood/connect.js';
import { simulatedRequests } from '../hood/sources.js';
import type { ExchangeSource } from '../hood/model.js';
import { watchServer } from '../hood/watch-server.js';
import { proofView } from '../proof/proof.js';
import { showAfterReload } from '../after-reload.js';
import { audioOf, exampleBackend, EXAMPLES, type Example } from './examples.js';
import { find, connectTabs, showTab } from './tabs.js';
import { type Microphone, createRecorder } from './record.js';
import { makeItYours } from './make-it-yours.js';
import { createNext } from './next.js';
import { showOwnRecording } from './own-recording.js';
import { connectBigPlay } from './play.js';
import { finishReset } from './reset.js';
import { createShare } from './share.js';
import { WORKER_FILE } from '../simulation/messages.js';
import { isStatic } from './settings.js';

const tabs = find('.tabs');
const { search: openedWith } = location;
let choices = readChoices(openedWith);
/** The tabs that were shown before. */
const opened = new Set<Choices['tab']>();
const isFirst = (tab: Choices['tab']): boolean => {
  const isKnown = opened.has(tab);
  opened.add(tab);
  return !isKnown;
};
/** What the page talks to when the visitor's own recording is shown. */
let ownBadge = 'Example';
/** Elements whose requests are shown. */
const watched: AudioTranscribe[] = [];
let recorder: Microphone | null = null;

const chosenExample = (): Example =>
  EXAMPLES.find(({ id }) => id === choices.sample) ?? EXAMPLES[0];

const exampleElement = document.createElement('audio-transcribe');
exampleElement.noStorage = true;

const showExample = (): void => {
  const example = chosenExample();
  if (exampleElement.transcriptionId !== example.id) {
    exampleElement.backend = exampleBackend(example);
    exampleElement.audioUrl = audioOf(example);
    exampleElement.transcriptionId = example.id;
  }
  if (isFirst('example')) showAfterReload(exampleElement, 'example');
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
                ${one.name}
              </button>
            </li>`,
        )}
      </ul>
      <div class="frame">${exampleElement}</div>
      <p class="notice">An example with synthetic voices. Nothing was recognised.</p>
    `,
    find('#example'),
  );
};

const ownRequests = watchServer(() => watched);
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
  if (choices.tab !== 'example') change({ tab: 'example' });
});
const showShare = createShare(find('#share'));
const next = createNext(find('#next'));

/** Without a server, the browser recognises the recording. */
const showHere = async (tab: 'own' | 'record'): Promise<void> => {
  if (!isFirst(tab)) return;
  ownBadge = 'Recognised in this browser';
  const { showBrowserTab } = await import('../browser-speech/tab.js');
  const panel = find(`#${tab}`);
  panel.replaceChildren();
  const microphone = showBrowserTab(panel, tab);
  if (tab === 'record') recorder = microphone;
  show();
};

const showBadge = (badge: string): void => {
  ownBadge = badge;
  show();
};

const showOwn = (): void => {
  if (isStatic) return void showHere('own');
  if (!isFirst('own')) return;
  const element = document.createElement('audio-transcribe');
  watched.push(element);
  element.id = 'transcribe';
  find<HTMLInputElement>('#options [name="multiple"]').checked = choices.multiple;
  // What was reset must not be offered here.
  void finishReset()
    .then(() => {
      find('#own .frame').append(element);
      return showOwnRecording(element, (multiple) => change({ multiple }));
    })
    .then(showBadge);
};

const showRecorder = (): void => {
  if (isStatic) void showHere('record');
  else if (recorder === null) {
    const { element, badge, ...microphone } = createRecorder(find('#record'));
    recorder = microphone;
    watched.push(element);
    void badge.then(showBadge);
  }
  recorder?.show();
};

const showPlug = async (): Promise<void> => {
  if (!isFirst('plug')) return;
  const { showPlugTab } = await import('../simulation/tab.js');
  showPlugTab(find('#plug'), openedWith, next.measured);
  showLook();
};

/** What the page talks to. */
const badge = (): string =>
  ({ example: 'Example', own: ownBadge, record: ownBadge, plug: 'Simulation' })[choices.tab];

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

/** The static demo works without a network at the second visit, “Pull the plug” included. */
const prepareOffline = async (): Promise<void> => {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  await serviceWorker?.register('offline-worker.js');
  await serviceWorker?.register(`demo/simulation/${WORKER_FILE}`);
};

const showYours = (): void => {
  render(makeItYours(choices, find('.stage').clientWidth, change), find('#yours'));
};

const show = (): void => {
  document.body.dataset['tab'] = choices.tab;
  showTab(tabs, choices.tab);
  if (choices.tab === 'example') showExample();
  else if (choices.tab === 'own') showOwn();
  else if (choices.tab === 'record') showRecorder();
  else void showPlug();
  if (choices.tab !== 'record') recorder?.leave();
  find('#target').textContent = badge();
  hood.show(requestsOf(choices.tab));
  find('.beside').hidden = false;
  showShare(choices.tab === 'example' ? exampleElement : null);
  showLook();
  showYours();
  next.show(choices);
};

function change(changes: Partial<Choices>): void {
  choices = { ...choices, ...changes };
  // A reset can be undone until the next choice.
  void finishReset().then(show);
  // The position of one recording says nothing about another.
  const isOther = 'sample' in changes || 'tab' in changes;
  if (isOther) offerPlay();
  const hash = isOther ? '' : location.hash;
  history.replaceState(null, '', `${location.pathname}${searchOf(choices)}${hash}`);
}

render(proofView(), find('#proof'));
if (isStatic) void prepareOffline();
else startFaultBar({ place: find('#fault-bar'), console: 'demo/qa.html', isAbovePage: true });
window.addEventListener('resize', showYours);
connectTabs(tabs, (panel) => change({ tab: TABS.find((tab) => tab === panel) ?? DEFAULTS.tab }));
show();
