import { css } from 'lit';
import { middleEllipsisStyles } from '../../ui/middle-ellipsis.js';
import { idle } from './idle.styles.js';
import { tokens } from './tokens.js';

export { tokens } from './tokens.js';

/** Styles that every view uses: the box model, focus, buttons, hidden text. */
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
    box-shadow: var(--_focus-gap);
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
    /* Visible on the surface, also if the accent is not. */
    border-color: var(--_accent-text);
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

  @media (prefers-contrast: more) {
    .button.primary,
    .button.quiet {
      border-color: var(--_text);
    }
  }

  @media (forced-colors: active) {
    .button.primary {
      forced-color-adjust: none;
    }

    .button.quiet {
      border-color: ButtonBorder;
    }

    .button:disabled {
      border-color: GrayText;
      background: Canvas;
      color: GrayText;
      opacity: 1;
    }
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

/** The card, the styles that its views share, and views with few styles of their own. */
export const shell = css`
  :host {
    display: block;
    container-type: inline-size;
    font-family: var(--_font);
    line-height: 1.5;
    color: var(--_text);
  }

  :host([hidden]) {
    display: none;
  }

  .card {
    position: relative;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }

  :is(h2, p) {
    margin: 0;
  }

  :is(.phase, .drop-title, .ready-title) {
    font-size: 1.2em;
    font-weight: 650;
  }

  .phase.danger {
    color: var(--_danger);
  }

  .hint,
  .details {
    color: var(--_text-muted);
    font-size: 0.875em;
  }

  .refused {
    padding: 0 var(--_space) var(--_space);
  }

  /* A fact is not broken if it fits on a line. */
  .details bdi {
    display: inline-block;
  }

  /* A space with a dot as its background. Neither is shown at the end of a line. */
  .dot {
    background: radial-gradient(currentcolor 1px, transparent 1.5px);
    word-spacing: 0.6em;
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 0.5);
    margin-inline-start: auto;
  }

  .buttons.start {
    margin-inline-start: 0;
    margin-block-start: var(--_space);
  }

  .failed {
    display: flex;
    gap: var(--_space);
    padding: calc(var(--_space) * 1.5);
    border-radius: inherit;
    background: var(--_danger-soft);
  }

  .failed-icon {
    color: var(--_danger);
    font-size: 1.4em;
    line-height: 1;
  }

  .failed-words {
    flex: 1;
    min-inline-size: 0;
  }

  .error-message {
    max-inline-size: 60ch;
    overflow-wrap: anywhere;
  }

  .ready-title {
    display: -webkit-box;
    min-inline-size: 0;
    margin: 0;
    overflow: hidden;
    overflow-wrap: anywhere;
    line-height: 1.3;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  :host([compact]) .failed {
    gap: calc(var(--_space) * 0.75);
    padding: var(--_space);
  }

  .reader-missing {
    display: grid;
    justify-items: start;
    gap: calc(var(--_space) * 0.75);
    padding: var(--_space) calc(var(--_space) * 1.5) calc(var(--_space) * 1.5);
  }

  @container (inline-size < 440px) {
    .failed {
      gap: calc(var(--_space) * 0.75);
      padding: var(--_space);
    }

    .failed .button {
      flex: 1 1 auto;
    }
  }

  @container (inline-size < 300px) {
    .failed {
      flex-direction: column;
    }
  }
`;

/** Print styles: the card has no border and no buttons. */
export const print = css`
  @media print {
    .card {
      border: 0;
      background: #fff;
      box-shadow: none;
    }
  }
`;

/** The element's style sheets. Their order matters. */
export const styles = [tokens, controls, shell, middleEllipsisStyles, idle, print];
