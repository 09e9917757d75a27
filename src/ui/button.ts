import { nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { html } from './html.js';

export interface ButtonOptions {
  readonly text: string;
  readonly onClick: (event: Event) => void;
  readonly kind?: 'primary' | 'quiet' | 'danger' | '';
  readonly icon?: TemplateResult;
  readonly id?: string;
  /** The text of `aria-description`. */
  readonly description?: string;
  /** The id of the element that describes the button. Null for none. */
  readonly describedBy?: string | null;
  /** True if it gets the focus when the focused control disappears. */
  readonly takesFocus?: boolean;
  readonly disabled?: boolean;
  /** True if its action cannot be undone. See `guardPresses`. */
  readonly isFinal?: boolean;
}

/** A button with a text. Buttons that replace each other in one place of a template are one element, which keeps the focus. */
export const button = ({
  text,
  onClick,
  kind = '',
  icon,
  id,
  description,
  describedBy,
  takesFocus = false,
  disabled = false,
  isFinal = false,
}: ButtonOptions): TemplateResult => html`
  <button
    class="button ${kind}"
    part="button ${kind === 'primary' ? 'primary-button' : ''}"
    type="button"
    id=${ifDefined(id)}
    aria-description=${description ?? nothing}
    aria-describedby=${describedBy ?? nothing}
    ?data-focus=${takesFocus}
    ?data-final=${isFinal}
    ?disabled=${disabled}
    @click=${onClick}
  >
    ${icon} ${text}
  </button>
`;
