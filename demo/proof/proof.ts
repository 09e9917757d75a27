/** The section “Proof”: figures, each with its source. */
import { html, type TemplateResult } from 'lit';
import type { Figure } from './figures.js';

declare global {
  /** The build of the pages replaces it with what `measure.ts` returns. */
  const PROOF_FIGURES: readonly Figure[];
}

export const proofView = (figures: readonly Figure[] = PROOF_FIGURES): TemplateResult => html`
  <dl class="figures">
    ${figures.map(
      ({ title, value, meaning, source, command }) => html`
        <div>
          <dt>${title}</dt>
          <dd class="value">${value}</dd>
          <dd>${meaning}</dd>
          <dd class="source">
            <span>Source: <code>${source}</code></span>
            <span>Check: <code>${command}</code></span>
          </dd>
        </div>
      `,
    )}
  </dl>
`;
