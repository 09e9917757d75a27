/** The section “Proof”: figures, each with its source. */
import { html, type TemplateResult } from 'lit';

/** A figure of the section “Proof”. */
export interface Figure {
  readonly title: string;
  /** Never typed by hand: `measure.ts` reads it from the source. */
  readonly value: string;
  /** What the value means, and what keeps it true. */
  readonly meaning: string;
  /** A file of the repository. */
  readonly source: string;
  /** The command that checks it. */
  readonly command: string;
}

declare global {
  /** The build of the pages replaces it with what `measure.ts` returns. */
  const PROOF_FIGURES: readonly Figure[];
}

export const proofView = (figures: readonly Figure[] = PROOF_FIGURES): TemplateResult => html`
  <dl class="figures">
    ${figures.map(
      ({ title, value, meaning, source, command }) => html`
        <div class="card">
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
