/**
 * The tab “Pull the plug”: the element in a frame, the switches of its network, and the map of its parts.
 *
 * For tests, the page can be opened with `plug-size` (bytes of the recording) and `plug-rate` (bytes per second).
 */
import { html, render } from 'lit';
import type { AudioTranscribe } from '../../src/index.js';
import { startSimulation, SimulationUnavailable, type Order, type Simulation } from './client.js';
import { partMap } from './map.js';
import { networkPanel } from './network.js';
import { generateRecording } from './recording.js';
import type { SimulationState } from './state.js';
import { LINK_BYTES_PER_SECOND, partSizes } from './visit.js';
import { publishExchanges } from './watch.js';

const RECORDING_BYTES = 60_000_000;

/** In bytes. */
const LARGEST = 500_000_000;

const numberFrom = (query: URLSearchParams, name: string, fallback: number): number => {
  const value = Number(query.get(name) ?? Number.NaN);
  return value >= 1_000 && value <= LARGEST ? Math.round(value) : fallback;
};

const NOTHING: SimulationState = {
  offline: false,
  trainSince: null,
  bytesPerSecond: LINK_BYTES_PER_SECOND,
  parts: [],
  isCompleted: false,
  savedBytes: 0,
  expiries: 0,
  bytesSentAgain: 0,
};

/** Before there is an upload, the map shows the parts that the recording will have. */
const withWaitingParts = (state: SimulationState, recordingBytes: number): SimulationState => ({
  ...state,
  parts: partSizes(recordingBytes).map((size, index) => ({
    ...{ number: index + 1, size, state: 'waiting', again: false, carried: 0 },
  })),
});

/** The page in the frame gets the language, direction and look of the frame. */
const copyLook = (wrapper: HTMLElement, root: HTMLElement): void => {
  root.lang = wrapper.lang || 'en';
  root.dir = wrapper.dir || 'ltr';
  root.style.cssText = wrapper.style.cssText;
};

/** Draws the tab into its panel, and starts the simulation. Call it once. `search`: the query of the page. */
export const showPlugTab = (panel: HTMLElement, search: string): void => {
  const query = new URLSearchParams(search);
  const recordingBytes = numberFrom(query, 'plug-size', RECORDING_BYTES);
  const chosenRate = numberFrom(query, 'plug-rate', LINK_BYTES_PER_SECOND);

  let simulation: Simulation | null = null;
  let reported: SimulationState | null = null;
  let element: AudioTranscribe | null = null;
  let elementState: AudioTranscribe['state'] = 'idle';
  let problem = '';
  let isStartingOver = false;
  /** Parts that were stored when the page was opened; null if no upload was interrupted. */
  let storedAtStart: number | null = null;

  const wrapper = document.createElement('div');
  wrapper.className = 'frame';
  const frame = document.createElement('iframe');
  frame.title = 'A page with the element';
  wrapper.append(frame);

  const send = (order: Order): void => simulation?.send(order);

  const start = (): void => {
    send({ type: 'rate', bytesPerSecond: chosenRate });
    element?.selectFile(generateRecording(recordingBytes));
  };

  const startOver = async (): Promise<void> => {
    if (element === null) return;
    const { forgetStored } = element.constructor as typeof AudioTranscribe;
    element.reset();
    await forgetStored(element.resumeScope);
    storedAtStart = null;
    isStartingOver = true;
    send({ type: 'forget' });
  };

  const draw = (): void => {
    const known = reported ?? NOTHING;
    const hasUpload = known.parts.length > 0;
    const bytesPerSecond = hasUpload ? known.bytesPerSecond : chosenRate;
    const state = hasUpload ? known : withWaitingParts(known, recordingBytes);
    const isReady = element !== null;
    const isBusy = !['idle', 'ready', 'failed'].includes(elementState);
    render(
      html`
        <p class="plug-intro">
          A recording of ${Math.round(recordingBytes / 1e6)} MB goes over a link of
          ${(bytesPerSecond / 1e6).toLocaleString('en')} MB/s, in parts of 5 MiB. Break the
          connection while it runs. The element continues with the parts that are missing.
        </p>
        <div class="plug-actions">
          <button class="primary" type="button" ?disabled=${!isReady || isBusy} @click=${start}>
            Upload a ${Math.round(recordingBytes / 1e6)} MB recording
          </button>
          <button type="button" ?hidden=${!hasUpload} @click=${() => void startOver()}>
            Start over
          </button>
        </div>
        ${problem === '' ? '' : html`<p class="plug-problem" role="alert">${problem}</p>`}
        <div class="plug-grid">
          <div class="plug-page">${wrapper}</div>
          <div class="plug-side">
            ${partMap(state)}
            ${networkPanel({
              state,
              bytesPerSecond,
              isReady,
              isBusy,
              isFinished: elementState === 'ready',
              storedAtStart: elementState === 'idle' ? storedAtStart : null,
              send,
              reload: () => location.reload(),
              redraw: draw,
            })}
          </div>
        </div>
        <p class="notice">
          A simulation: a service worker of this page plays your backend, the service and its
          storage. Nothing leaves this computer. You can also choose a recording of your own; its
          transcript is made up, too.
        </p>
      `,
      panel,
    );
  };

  const onState = (state: SimulationState): void => {
    const isFirst = reported === null;
    reported = state;
    if (isFirst && state.parts.length > 0 && !state.isCompleted)
      storedAtStart = state.parts.filter((part) => part.state === 'stored').length;
    draw();
    if (!isStartingOver || state.parts.length > 0) return;
    // The button that was pressed is hidden now.
    isStartingOver = false;
    panel.querySelector<HTMLElement>('.primary')?.focus();
  };

  frame.addEventListener('ready', () => {
    const root = frame.contentDocument?.documentElement;
    element = frame.contentDocument?.querySelector('audio-transcribe') ?? null;
    if (!root || element === null) return;
    copyLook(wrapper, root);
    // A phone restores the scroll position of the switches, from where the offer is not visible.
    if (storedAtStart !== null) wrapper.scrollIntoView({ block: 'nearest' });
    new MutationObserver(() => copyLook(wrapper, root)).observe(wrapper, { attributes: true });
    element.addEventListener('transcribe-state', ({ state }) => {
      elementState = state;
      if (state === 'paused' || state === 'idle') send({ type: 'stopped' });
      if (state === 'ready') send({ type: 'finished' });
      draw();
    });
    draw();
  });

  window.addEventListener('pagehide', () => send({ type: 'stopped' }));

  const folder = new URL('simulation/', document.baseURI).href;
  draw();
  startSimulation(folder, onState, publishExchanges).then(
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
