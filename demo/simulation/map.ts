/** The map of parts, its legend, and the facts below it. */
import { html, type TemplateResult } from 'lit';
import { factsOf, type Facts, type PartView, type SimulationState } from './state.js';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

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
    <h2>Parts</h2>
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
    <dl class="facts">
      <div>
        <dt>Parts stored</dt>
        <dd>${facts.stored} of ${facts.parts}</dd>
      </div>
      <div>
        <dt>Sent again</dt>
        <dd>
          ${facts.again === 0 ? 'none' : `${facts.again} (${megabytes(state.bytesSentAgain)})`}
        </dd>
      </div>
      <div>
        <dt>Saved by not starting over</dt>
        <dd>${state.savedBytes === 0 ? 'nothing yet' : megabytes(state.savedBytes)}</dd>
      </div>
    </dl>
  `;
};
