import { html, type TemplateResult } from 'lit';

/** A button with a text. The editor, which is loaded later, has it too. */
export const smallButton = (
  label: string,
  onClick: () => void,
  { kind = 'quiet', disabled = false }: { readonly kind?: 'quiet' | ''; disabled?: boolean } = {},
): TemplateResult => html`
  <button
    type="button"
    part="button"
    class="button small ${kind}"
    ?disabled=${disabled}
    @click=${onClick}
  >
    ${label}
  </button>
`;
