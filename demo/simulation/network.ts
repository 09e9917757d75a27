/** The switches of the simulated network, and what it does at the moment. */
import { html, type TemplateResult } from 'lit';
import { factsOf, type Facts, type PartView, type SimulationState } from './visit.js';
import type { Order } from './messages.js';
import { TRAIN_SHARE, trainAt } from './link.js';

// The map of parts and its legend.

/** The map in words, for screen readers. */
export const summaryOf = ({ parts, stored, sending, waiting, again }: Facts): string => {
  const words = [`${stored} stored`, `${sending} being sent`, `${waiting} waiting`];
  if (again > 0) words.push(`${again} sent more than once`);
  return `${parts} ${parts === 1 ? 'part' : 'parts'}: ${words.join(', ')}`;
};

/** With more parts than this, the cells are small and have no numbers. */
const MOST_NUMBERED = 60;

const cell = ({ number, size, state, again, carried }: PartView): TemplateResult => html`
  <span
    class="cell"
    data-state=${state}
    ?data-again=${again}
    style="--sent: ${state === 'sending' ? Math.round((carried / size) * 100) : 0}%"
    ><span>${number}</span></span
  >
`;

const LEGEND = [
  ['waiting', false, 'Waiting'],
  ['sending', false, 'Being sent'],
  ['stored', false, 'Stored'],
  ['stored', true, 'Stored, sent again'],
] as const;

export const partMap = (state: SimulationState): TemplateResult => {
  const facts = factsOf(state);
  return html`
    <div
      class="cells"
      ?data-dense=${facts.parts > MOST_NUMBERED}
      role="img"
      aria-label=${summaryOf(facts)}
    >
      ${state.parts.map(cell)}
    </div>
    <ul class="legend" aria-label="Legend">
      ${LEGEND.map(
        ([name, again, text]) =>
          html`<li>
            <span class="cell" data-state=${name} ?data-again=${again} style="--sent: 50%"></span>
            ${text}
          </li>`,
      )}
    </ul>
  `;
};

interface NetworkPanel {
  readonly state: SimulationState;
  /** Of the link without a train. */
  readonly bytesPerSecond: number;
  /** Whether the page in the frame is ready. */
  readonly isReady: boolean;
  /** Whether the element works on a recording. */
  readonly isBusy: boolean;
  /** Whether the transcript is shown. */
  readonly isFinished: boolean;
  /** Parts that were stored when the page was opened; null if no upload waits to be continued. */
  readonly storedAtStart: number | null;
  readonly send: (order: Order) => void;
  readonly reload: () => void;
  /** Called when the words have to change, because the train enters or leaves a tunnel. */
  readonly redraw: () => void;
}

/** The element gets new addresses this often in a row. Then it stops with an error. */
const MOST_EXPIRIES = 2;

const rate = (bytesPerSecond: number): string =>
  `${(bytesPerSecond / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB/s`;

let tunnelTimer: ReturnType<typeof setTimeout> | null = null;

/** What the network does at the moment. */
const conditionOf = ({ state, bytesPerSecond, redraw }: NetworkPanel): string => {
  const { offline, trainSince } = state;
  if (tunnelTimer !== null) clearTimeout(tunnelTimer);
  tunnelTimer = null;
  if (offline) return 'The cable is out.';
  if (trainSince === null) return `Connected: ${rate(bytesPerSecond)}.`;
  const { inTunnel, changesInMs } = trainAt(Date.now() - trainSince);
  tunnelTimer = setTimeout(redraw, changesInMs + 20);
  return inTunnel
    ? 'In a tunnel: nothing gets through.'
    : `On the train: ${rate(bytesPerSecond * TRAIN_SHARE)}, until the next tunnel.`;
};

interface Control {
  readonly name: string;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
  /** Undefined for a button that is not a switch. */
  readonly isOn?: boolean;
}

const control = ({ name, isDisabled, onPress, isOn }: Control): TemplateResult =>
  isOn === undefined
    ? html`<button type="button" ?disabled=${isDisabled} @click=${onPress}>${name}</button>`
    : html`<button
        type="button"
        role="switch"
        aria-checked=${isOn}
        ?disabled=${isDisabled}
        @click=${onPress}
      >
        ${name}
      </button>`;

export const networkPanel = (panel: NetworkPanel): TemplateResult => {
  const { state, isReady, isBusy, isFinished, storedAtStart, send, reload } = panel;
  const { offline, trainSince, expiries, isCompleted } = state;
  const { stored, parts } = factsOf(state);
  const controls: readonly Control[] = [
    {
      name: 'Offline',
      isDisabled: !isReady || isFinished,
      isOn: offline,
      onPress: () => send({ type: 'offline', on: !offline }),
    },
    {
      name: 'Slow train',
      isDisabled: !isReady || isFinished,
      isOn: trainSince !== null,
      onPress: () => send({ type: 'train', on: trainSince === null }),
    },
    {
      name: 'Close and reopen the tab',
      isDisabled: !isBusy || stored === 0,
      onPress: reload,
    },
    {
      name: 'Let the addresses expire',
      isDisabled: !isBusy || isCompleted || stored === 0 || expiries >= MOST_EXPIRIES,
      onPress: () => send({ type: 'expire' }),
    },
  ];
  return html`
    <div class="switches" role="group" aria-label="Network">${controls.map(control)}</div>
    <p class="condition" role="status" ?data-broken=${offline}>
      ${conditionOf(panel)}
      ${
        storedAtStart === null
          ? ''
          : `The page was opened again: ${storedAtStart} of ${parts} parts are stored.`
      }
      ${expiries === 0 ? '' : 'The addresses have expired: the new ones start an empty upload.'}
    </p>
  `;
};
