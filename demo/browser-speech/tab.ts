/**
 * “Your recording” and “Record yourself” of the demo without a server: a service worker of this page plays the service,
 * and the recording is recognised in this browser.
 */
import { html, render } from 'lit';
import type { AudioTranscribe } from '../../src/index.js';
import { closeMicrophone, type Microphone } from '../sales/record.js';
import { loadSample, sampleButtons } from '../sample-buttons.js';
import { startSimulation, SimulationUnavailable } from '../simulation/client.js';
import { createElementFrame } from '../simulation/element-frame.js';
import { loadRecognizer, recognize, SpeechUnavailable, type Spoken } from './recognize.js';

/** In seconds. */
const LONGEST = 600;
/** The wasm and the model, in MB; see `npm run build:demo`. */
const MEGABYTES = 43;
/** Faster than any disk: only “Pull the plug” shows a slow link. */
const BYTES_PER_SECOND = 1e9;

type Task =
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly spoken: Spoken }
  | { readonly kind: 'failed' };

const answerOf = (id: string, task: Task | undefined): unknown => {
  if (task === undefined || task.kind === 'failed')
    return { transcription_id: id, status: 'FAILURE', data: {} };
  if (task.kind === 'running') return { transcription_id: id, status: 'PROGRESS', data: {} };
  const { segments, duration } = task.spoken;
  const text = segments.map((segment) => segment.text).join(' ');
  const data = { text, language: 'en', duration: Math.round(duration), segments };
  return { transcription_id: id, status: 'SUCCESS', data };
};

/** Draws a tab into its panel. Call it once for each. */
export const showBrowserTab = (panel: HTMLElement, tab: 'own' | 'record'): Microphone => {
  const tasks = new Map<string, Task>();
  let element: AudioTranscribe | null = null;
  let microphone: Microphone | null = null;
  let status = '';
  let problem = '';

  const fail = (error: unknown): void => {
    problem =
      error instanceof SpeechUnavailable || error instanceof SimulationUnavailable
        ? error.message
        : 'Something could not be loaded. Reload the page and try again.';
    status = '';
    draw();
  };
  const say = (text: string): void => {
    status = text;
    draw();
  };

  const samples = (): unknown =>
    sampleButtons(
      element === null,
      (sample) => void loadSample(sample).then((file) => element?.selectFile(file), fail),
    );

  const draw = (): void => {
    render(
      html`
        ${
          tab === 'own'
            ? html`<ul class="samples" aria-label="Recordings to try">
                ${samples()}
              </ul>`
            : ''
        }
        ${wrapper}
        <p class="notice" role="status">${status}</p>
        ${problem === '' ? '' : html`<p class="plug-problem" role="alert">${problem}</p>`}
        <p class="notice">
          Your recording stays in this browser, which recognises its words with Moonshine: English
          only, at most ten minutes, and without speakers. The first time, it loads about
          ${MEGABYTES} MB from this site and keeps them.
        </p>
      `,
      panel,
    );
  };

  const work = async (id: string, bytes: Promise<ArrayBuffer>): Promise<void> => {
    try {
      const spoken = await recognize(await bytes, (share) =>
        say(`Recognising: ${Math.round(share * 100)} %`),
      );
      tasks.set(id, { kind: 'done', spoken });
      say('');
    } catch (error) {
      tasks.set(id, { kind: 'failed' });
      fail(error);
    }
  };

  const title = 'A page with the element, for your recording';
  const { wrapper, frame } = createElementFrame(title, (connected) => {
    element = connected;
    connected.noStorage = true;
    connected.maxDuration = LONGEST;
    if (tab === 'record') connected.sources = 'microphone';
    microphone = closeMicrophone(connected);
    connected.backend = {
      submit: ({ file_url }) => {
        const id = crypto.randomUUID();
        tasks.set(id, { kind: 'running' });
        problem = '';
        // Only pages in the frame reach the storage of the service worker.
        const view = frame.contentWindow ?? window;
        const file = view.fetch(file_url).then((response) => response.arrayBuffer());
        void work(id, file);
        return Promise.resolve({ transcription_id: id, status: 'PENDING', data: {} });
      },
      query: (id) => Promise.resolve(answerOf(id, tasks.get(id))),
    };
    draw();
  });

  draw();
  loadRecognizer((bytes) =>
    say(
      `Loading the recogniser: ${Math.min(MEGABYTES, Math.round(bytes / 1e6))} of ${MEGABYTES} MB`,
    ),
  ).then(() => say(''), fail);
  const folder = new URL('demo/simulation/', document.baseURI).href;
  startSimulation({
    folder,
    name: tab,
    onState: () => undefined,
    onExchanges: () => undefined,
  }).then(({ send, pageUrl }) => {
    send({ type: 'opened' });
    send({ type: 'rate', bytesPerSecond: BYTES_PER_SECOND });
    send({ type: 'keep' });
    frame.src = pageUrl;
  }, fail);
  return { show: () => microphone?.show(), leave: () => microphone?.leave() };
};
