import { css } from 'lit';

/** What every view shares: the box model, focus, buttons, hidden text. */
export const controls = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  [hidden] {
    display: none !important;
  }

  :focus-visible {
    outline: var(--_focus);
    outline-offset: 2px;
  }

  button,
  select,
  input,
  textarea {
    font: inherit;
    color: inherit;
  }

  .button {
    appearance: none;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.5em;
    min-block-size: 44px;
    padding: 0.5em 1.1em;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_text);
    font-weight: 600;
    line-height: 1.2;
    cursor: pointer;
    transition: background var(--_ease);
  }

  .button:hover {
    background: var(--_surface-sunken);
  }

  .button.primary {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .button.primary:hover {
    background: color-mix(in oklab, var(--_accent) 88%, var(--_text));
  }

  .button.quiet {
    border-color: transparent;
    background: transparent;
    color: var(--_text-muted);
  }

  .button.quiet:hover {
    background: var(--_surface-sunken);
    color: var(--_text);
  }

  .button:disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .icon {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
    fill: none;
    stroke: currentcolor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .tabular {
    font-variant-numeric: tabular-nums;
  }
`;
