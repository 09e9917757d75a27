/** The map of parts and its legend. */
import { html, type TemplateResult } from 'lit';
import { factsOf, type Facts, type PartView, type SimulationState } from './state.js';

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
