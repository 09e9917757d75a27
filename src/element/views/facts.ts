import { html, nothing, type TemplateResult } from 'lit';

/** Short facts, set apart by dots. Each keeps its own direction, and they follow one another in that of the view. */
export const renderFacts = (facts: readonly string[]): readonly TemplateResult[] =>
  facts.map((fact, index) => html`${index === 0 ? nothing : ' · '}<bdi>${fact}</bdi>`);
