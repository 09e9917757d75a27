/** Buttons that several parts of the reader have. */
import type { TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { html } from '../ui/html.js';

/** An icon with a name. `expanded` is set if it opens and closes something. */
export const toolButton = (
  label: string,
  icon: TemplateResult,
  onClick: (event: Event) => void,
  {
    className = 'tool',
    disabled = false,
    dimmed,
    expanded,
  }: {
    readonly className?: string;
    readonly disabled?: boolean;
    /** True if pressing it has no effect now. Unlike a disabled button, it keeps the focus. */
    readonly dimmed?: boolean;
    readonly expanded?: boolean;
  } = {},
): TemplateResult => html`
  <button
    type="button"
    class=${className}
    aria-label=${label}
    title=${label}
    ?disabled=${disabled}
    aria-disabled=${ifDefined(dimmed === undefined ? undefined : dimmed ? 'true' : 'false')}
    aria-expanded=${ifDefined(expanded === undefined ? undefined : expanded ? 'true' : 'false')}
    @click=${onClick}
  >
    ${icon}
  </button>
`;

/** A button with a text. The editor, which is loaded later, has it too. While it is `dimmed`, it keeps the focus. */
export const smallButton = (
  label: string,
  onClick: () => void,
  {
    kind = 'quiet',
    dimmed = false,
    isFinal = false,
  }: {
    readonly kind?: 'quiet' | '';
    readonly dimmed?: boolean;
    /** True if its action cannot be undone. See `guardPresses`. */
    readonly isFinal?: boolean;
  } = {},
): TemplateResult => html`
  <button
    type="button"
    part="button"
    class="button small ${kind}"
    aria-disabled=${ifDefined(dimmed ? 'true' : undefined)}
    ?data-final=${isFinal}
    @click=${dimmed ? null : onClick}
  >
    ${label}
  </button>
`;
