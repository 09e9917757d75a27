/** Controls that the forms of the demo share. */
import { html, nothing, type TemplateResult } from 'lit';

export const valueOf = ({ currentTarget }: Event): string =>
  (currentTarget as HTMLInputElement | HTMLSelectElement).value;

export const optionList = (
  texts: Readonly<Record<string, string>>,
  chosen: string,
): readonly TemplateResult[] =>
  Object.entries(texts).map(
    ([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`,
  );

/** A choice with a short label above it. */
export const smallSelect = (
  id: string,
  label: string,
  texts: Readonly<Record<string, string>>,
  chosen: string,
  onChange: (value: string) => void,
  className = 'filter',
): TemplateResult => html`
  <div class=${className}>
    <label for=${id}>${label}</label>
    <select id=${id} @change=${(event: Event) => onChange(valueOf(event))}>
      ${optionList(texts, chosen)}
    </select>
  </div>
`;

/** A field of a form, with its label above it and its hint below. `id` is that of the control. */
export const fieldBox = (
  id: string,
  label: unknown,
  control: unknown,
  hint?: string,
): TemplateResult => html`
  <div class="field">
    <label for=${id}>${label}</label>
    ${control}
    ${hint === undefined ? nothing : html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
  </div>
`;
