import { css } from 'lit';

export const editStyles = css`
  .toolbar {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem;
  }

  .history {
    display: flex;
    flex: none;
  }

  .history:empty {
    display: none;
  }

  .tool[aria-disabled='true'] {
    opacity: 0.4;
    cursor: not-allowed;
  }

  .button.small {
    min-block-size: 36px;
    padding: 0.3em 0.9em;
    font-size: 0.925em;
  }

  .row-menu {
    appearance: none;
    display: grid;
    place-items: center;
    padding: 0;
    border: 0;
    border-radius: calc(var(--_radius-small) * 0.7);
    background: transparent;
    color: var(--_text-muted);
    cursor: pointer;
  }

  .row-menu:hover,
  .row-menu[aria-expanded='true'] {
    background: color-mix(in oklab, var(--_text) 9%, transparent);
    color: var(--_text);
  }

  .row-menu:focus-visible {
    outline-offset: -2px;
  }

  .segment:has(.text-editor) .row-menu {
    visibility: hidden;
  }

  .button.small.quiet {
    padding-inline: 0.5em;
  }

  .text-editor {
    grid-area: 1 / 2 / auto / -1;
    display: grid;
    gap: 0.35rem;
    max-inline-size: 70ch;
    padding: 0.25rem 0.25rem 0.5rem 0;
  }

  .text-field,
  .name-field {
    inline-size: 100%;
    padding: 0.45rem 0.6rem;
    border: 1px solid var(--_border-strong);
    border-radius: calc(var(--_radius-small) * 0.7);
    background: var(--_surface);
    color: var(--_text);
    font-size: max(1em, 16px);
    line-height: 1.6;
  }

  .text-field {
    display: block;
    overflow: hidden;
    resize: none;
  }

  .text-field:focus-visible,
  .name-field:focus-visible {
    outline-offset: -1px;
  }

  .text-editor-hint,
  .dialog-note {
    color: var(--_text-muted);
    font-size: 0.8125em;
  }

  .text-editor-hint.bad,
  .dialog-note.bad {
    color: var(--_danger);
  }

  .text-editor-buttons,
  .dialog-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }

  .menu,
  .dialog {
    position: fixed;
    inset: auto;
    margin: 0;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
    text-align: start;
  }

  .menu {
    padding: 6px;
  }

  .menu-item {
    appearance: none;
    display: flex;
    align-items: center;
    gap: 0.75rem;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 0.4rem 1rem 0.4rem 0.75rem;
    border: 0;
    border-radius: calc(var(--_radius-small) * 0.7);
    background: transparent;
    text-align: start;
    cursor: pointer;
  }

  .menu-item .icon {
    color: var(--_text-muted);
  }

  .menu-item:hover,
  .menu-item:focus-visible {
    background: var(--_surface-sunken);
  }

  .menu-item:focus-visible {
    outline-offset: -2px;
  }

  .dialog {
    inline-size: min(22rem, calc(100vi - 16px));
    padding: 1rem;
  }

  .speaker-form {
    display: grid;
    gap: 0.85rem;
  }

  .field {
    display: grid;
    gap: 0.25rem;
  }

  .field-label {
    padding: 0;
    font-size: 0.875em;
    font-weight: 650;
  }

  .suggestions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
  }

  .suggestion {
    appearance: none;
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-block-size: 36px;
    max-inline-size: 100%;
    padding: 0 0.8rem 0 0.3rem;
    border: 1px solid var(--_border-strong);
    border-radius: 999px;
    background: transparent;
    font-size: 0.925em;
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  .suggestion:hover {
    background: var(--_surface-sunken);
  }

  .suggestion[aria-pressed='true'] {
    border-color: var(--_accent);
    background: var(--_accent-soft);
    font-weight: 650;
  }

  .reach {
    display: grid;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  .choice {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    min-block-size: 32px;
    cursor: pointer;
  }

  .choice input {
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    margin: 0;
    accent-color: var(--_accent);
  }

  @media (pointer: coarse) {
    .choice,
    .suggestion,
    .button.small {
      min-block-size: 44px;
    }
  }

  @media (forced-colors: active) {
    .suggestion[aria-pressed='true'] {
      outline: 2px solid Highlight;
    }
  }

  @media print {
    .row-menu,
    .toolbar,
    .text-editor {
      display: none;
    }
  }
`;
