/**
 * The tab “Pull the plug”: the element in a frame, the switches of its network, and the map of its parts.
 *
 * For tests, the page can be opened with `plug-size` (bytes of the recording) and `plug-rate` (bytes per second).
 */
import { html, render } from 'lit';
import type { AudioTranscribe } from '../../src/index.js';
import { startSimulation, SimulationUnavailable, type Simulation } from './client.js';
import type { Order } from './messages.js';
import { createElementFrame } from './element-frame.js';
import { partMap, networkPanel } from './network.js';
import { generateRecording } from './recording.js';
import {
  factsOf,
  type Measured,
  type SimulationState,
  LINK_BYTES_PER_SECOND,
  newVisit,
  partSizes,
  stateOf,
} from './visit.js';
import { playStory } from './story.js';
import { publishExchanges } from './watch.js';

const RECORDING_BYTES = 60_000_000;

/** In bytes. */
const LARGEST = 500_000_000;

const numberFrom = (query: URLSearchParams, name: string, fallback: number): number => {
  const value = Number(query.get(name) ?? Number.NaN);
  return value >= 1_000 && value <= LARGEST ? Math.round(value) : fallback;
};

const NOTHING: SimulationState = stateOf(newVisit('', 0), new Map());

/** Before there is an upload, the map shows the parts that the recording will have. */
const withWaitingParts = (state: SimulationState, recordingBytes: number): SimulationState => ({
  ...state,
  parts: partSizes(recordingBytes).map((size, index) => ({
    ...{ number: index + 1, size, state: 'waiting', again: false, carried: 0 },
  })),
});

/** The link while “Show me” plays: fast enough for a story of 25 s. */
const STORY_BYTES_PER_SECOND = 6_000_000;

const INTRODUCTION =
  'A recording is sent in parts of 5 MiB. Break the connection, or close the tab: only the missing parts are sent.';

const sleep = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

/** The two numbers that the story is about. */
const numbers = ({ savedBytes, answers, secrets }: Measured) => html`
  <dl class="numbers">
    <div>
      <dt>not sent twice</dt>
      <dd>${Math.round(savedBytes / 1e6)} MB</dd>
    </div>
    <div>
      <dt>secrets in ${answers} ${answers === 1 ? 'answer' : 'answers'} to the page</dt>
      <dd>${secrets}</dd>
    </div>
  </dl>
`;

/**
 * Draws the tab into its panel, and starts the simulation. Call it once. `search`: the query of the page. `onMeasured` is
 * called with what the simulation has measured.
 */
export const showPlugTab = (
  panel: HTMLElement,
  search: string,
  onMeasured: (measured: Measured) => void,
): void => {
  const query = new URLSearchParams(search);
  const recordingBytes = numberFrom(query, 'plug-size', RECORDING_BYTES);
  const chosenRate = numberFrom(query, 'plug-rate', LINK_BYTES_PER_SECOND);

  let simulation: Simulation | null = null;
  let reported: SimulationState | null = null;
  let element: AudioTranscribe | null = null;
  let elementState: AudioTranscribe['state'] = 'idle';
  let problem = '';
  let isStartingOver = false;
  /** What “Show me” says; empty while it does not play. */
  let caption = '';
  let story: AbortController | null = null;
  /** Told at each change. */
  let onChange: (() => void)[] = [];
  /** Parts that were stored when the page was opened; null if no upload was interrupted. */
  let storedAtStart: number | null = null;

  const { wrapper, frame } = createElementFrame('A page with the element', (connected) => {
    element = connected;
    // A phone restores the scroll position of the switches, from where the offer is not visible.
    if (storedAtStart !== null) wrapper.scrollIntoView({ block: 'nearest' });
    element.addEventListener('transcribe-state', ({ state }) => {
      elementState = state;
      if (state === 'paused' || state === 'idle') send({ type: 'stopped' });
      if (state === 'ready') send({ type: 'finished' });
      draw();
    });
    draw();
  });

  const send = (order: Order): void => simulation?.send(order);

  const start = (bytesPerSecond: number): void => {
    send({ type: 'rate', bytesPerSecond });
    element?.selectFile(generateRecording(recordingBytes));
  };

  const changed = (): Promise<unknown> =>
    new Promise<void>((resolve) => {
      onChange.push(resolve);
    });

  const endStory = (): void => {
    story?.abort();
    story = null;
    caption = '';
  };

  const startOver = async (): Promise<void> => {
    if (element === null) return;
    const { forgetStored } = element.constructor as typeof AudioTranscribe;
    endStory();
    element.reset();
    await forgetStored(element.userKey);
    storedAtStart = null;
    isStartingOver = true;
    send({ type: 'forget' });
  };

  const showMe = async (): Promise<void> => {
    if ((reported?.parts.length ?? 0) > 0) {
      await startOver();
      while ((reported?.parts.length ?? 0) > 0) await changed();
      isStartingOver = false;
    }
    const playing = new AbortController();
    story = playing;
    const ready = (): Promise<unknown> =>
      new Promise((resolve) => frame.addEventListener('ready', resolve, { once: true }));
    await playStory(
      {
        stored: () => (reported === null ? 0 : factsOf(reported).stored),
        isIdle: () => elementState === 'idle',
        isFinished: () => elementState === 'ready',
        upload: () => start(STORY_BYTES_PER_SECOND),
        setOffline: (on) => send({ type: 'offline', on }),
        closeTab: () => {
          frame.src = 'about:blank';
          element = null;
          elementState = 'idle';
          send({ type: 'stopped' });
          draw();
        },
        reopenTab: async () => {
          const isThere = ready();
          frame.src = simulation?.pageUrl ?? '';
          send({ type: 'opened' });
          await isThere;
        },
        continueUpload: () => {
          const accept =
            element?.shadowRoot?.querySelector<HTMLButtonElement>('[part~="offer"] button');
          accept?.click();
          return accept !== null && accept !== undefined;
        },
        changed: () => Promise.race([changed(), sleep(200)]),
        sleep,
        say: (text) => {
          caption = text;
          draw();
        },
      },
      playing.signal,
    ).catch((error: unknown) => {
      if (!playing.signal.aborted) throw error;
    });
    if (story === playing) story = null;
    draw();
  };

  const draw = (): void => {
    const known = reported ?? NOTHING;
    const hasUpload = known.parts.length > 0;
    const bytesPerSecond = hasUpload ? known.bytesPerSecond : chosenRate;
    const state = hasUpload ? known : withWaitingParts(known, recordingBytes);
    const isReady = element !== null;
    const isBusy = !['idle', 'ready', 'failed'].includes(elementState);
    const isPlaying = story !== null;
    const waiting = onChange;
    onChange = [];
    for (const tell of waiting) tell();
    render(
      html`
        <div class="plug-grid">
          <div class="plug-side">
            <div class="buttons">
              <button
                class="primary"
                type="button"
                ?disabled=${!isReady || isBusy || isPlaying}
                @click=${() => void showMe()}
              >
                Show me
              </button>
              <button
                type="button"
                ?disabled=${!isReady || isBusy || isPlaying}
                @click=${() => start(chosenRate)}
              >
                Upload ${Math.round(recordingBytes / 1e6)} MB
              </button>
              <button type="button" ?hidden=${!hasUpload} @click=${() => void startOver()}>
                Start over
              </button>
            </div>
            ${problem === '' ? '' : html`<p class="plug-problem" role="alert">${problem}</p>`}
            <p class="plug-caption" role="status">${caption === '' ? INTRODUCTION : caption}</p>
            ${numbers(known)}
            ${networkPanel({
              state,
              bytesPerSecond,
              isReady: isReady && !isPlaying,
              isBusy: isBusy && !isPlaying,
              isFinished: elementState === 'ready',
              storedAtStart: elementState === 'idle' && !isPlaying ? storedAtStart : null,
              send,
              reload: () => location.reload(),
              redraw: draw,
            })}
            ${partMap(state)}
          </div>
          <div class="plug-page">
            ${wrapper}
            <p class="notice">
              A simulation: a service worker of this page plays your backend, the service and its
              storage. Nothing leaves this computer.
            </p>
          </div>
        </div>
      `,
      panel,
    );
  };

  const onState = (state: SimulationState): void => {
    const isFirst = reported === null;
    reported = state;
    onMeasured(state);
    if (isFirst && state.parts.length > 0 && !state.isCompleted)
      storedAtStart = state.parts.filter((part) => part.state === 'stored').length;
    draw();
    if (!isStartingOver || state.parts.length > 0) return;
    // The button that was pressed is hidden now.
    isStartingOver = false;
    panel.querySelector<HTMLElement>('.primary')?.focus();
  };

  window.addEventListener('pagehide', () => send({ type: 'stopped' }));

  const folder = new URL('demo/simulation/', document.baseURI).href;
  draw();
  startSimulation({ folder, name: 'plug', onState, onExchanges: publishExchanges }).then(
    (started) => {
      simulation = started;
      send({ type: 'opened' });
      send({ type: 'watch' });
      frame.src = started.pageUrl;
    },
    (error: unknown) => {
      problem =
        error instanceof SimulationUnavailable
          ? error.message
          : 'The simulation could not be started. Reload the page and try again.';
      draw();
    },
  );
};
