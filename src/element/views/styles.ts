import { css } from 'lit';
import { idle } from './idle.styles.js';
import { working } from './working.styles.js';

/**
 * The element's design tokens. Each public `--at-*` property is read once, here; all other styles use its
 * private `--_*` counterpart. Light and dark follow the page's `color-scheme`.
 */
export const tokens = css`
  :host {
    --_accent: var(--at-accent, light-dark(#0b6a5f, #5fd0c0));
    --_on-accent: var(--at-on-accent, light-dark(#ffffff, #04211d));
    --_accent-soft: color-mix(in oklab, var(--_accent) 11%, var(--_surface));
    --_surface: var(--at-surface, light-dark(#ffffff, #15191c));
    --_surface-sunken: var(--at-surface-sunken, light-dark(#f4f6f6, #1d2327));
    --_text: var(--at-text, light-dark(#14201f, #e8eeed));
    --_text-muted: var(--at-text-muted, light-dark(#54625f, #a3b1ae));
    --_border: var(--at-border, light-dark(#d5dcda, #333d40));
    /* Has a contrast of 3:1 against the surface, for the edges of controls (WCAG 1.4.11). */
    --_border-strong: var(--at-border-strong, light-dark(#7b8986, #75837f));
    --_danger: var(--at-danger, light-dark(#b3261e, #ff9d94));
    --_danger-soft: color-mix(in oklab, var(--_danger) 9%, var(--_surface));
    --_radius: var(--at-radius, 14px);
    --_radius-small: calc(var(--_radius) * 0.57);
    --_space: var(--at-space, 16px);
    --_font: var(--at-font, inherit);
    --_shadow: var(
      --at-shadow,
      0 1px 2px light-dark(rgb(16 32 30 / 7%), rgb(0 0 0 / 40%)),
      0 8px 24px light-dark(rgb(16 32 30 / 6%), rgb(0 0 0 / 30%))
    );
    --_speaker-1: var(--at-speaker-1, light-dark(#0b6a5f, #5fd0c0));
    --_speaker-2: var(--at-speaker-2, light-dark(#8a3d0a, #f5a76c));
    --_speaker-3: var(--at-speaker-3, light-dark(#3c4fb0, #a5b3ff));
    --_speaker-4: var(--at-speaker-4, light-dark(#8a1f5c, #f59acb));
    --_speaker-5: var(--at-speaker-5, light-dark(#4d6410, #b9d26a));
    --_speaker-6: var(--at-speaker-6, light-dark(#6a3aa0, #cda9f5));
    /* Search matches and the current match. Each pair has a contrast of 4.5:1. */
    --_mark: var(--at-mark, light-dark(#ffe27a, #6b5600));
    --_on-mark: var(--at-on-mark, light-dark(#1b1600, #fff6d6));
    --_mark-current: var(--at-mark-current, light-dark(#b35300, #ffb454));
    --_on-mark-current: var(--at-on-mark-current, light-dark(#ffffff, #221300));
    --_transcript-height: var(--at-transcript-height, min(70vb, 40rem));
    --_focus: 2px solid var(--_accent);
    --_ease: 160ms cubic-bezier(0.2, 0, 0, 1);
  }

  @media (prefers-reduced-motion: reduce) {
    :host {
      --_ease: 0ms;
    }
  }
`;

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

  p {
    margin: 0;
  }

  .hint,
  .details {
    color: var(--_text-muted);
    font-size: 0.875em;
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
    font-size: 1.2em;
    font-weight: 650;
    line-height: 1.3;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  .reader-missing {
    display: grid;
    justify-items: start;
    gap: calc(var(--_space) * 0.75);
    padding: var(--_space) calc(var(--_space) * 1.5) calc(var(--_space) * 1.5);
  }

  @container (inline-size < 440px) {
    .failed {
      flex-direction: column;
      padding: var(--_space);
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
export const styles = [tokens, controls, shell, idle, working, print];
