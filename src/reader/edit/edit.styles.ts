import { css } from 'lit';

export const editStyles = css`
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
    overflow: auto;
    resize: none;
  }

  :is(.text-field, .name-field)[aria-invalid='true'] {
    border-color: var(--_danger);
  }

  .text-field:focus-visible,
  .name-field:focus-visible {
    outline-offset: -1px;
  }

  /* In the row of the line. */
  .text-editor {
    grid-area: 1 / 2 / auto / -1;
    gap: 0.5rem;
    max-inline-size: 70ch;
    padding: 0.25rem 0.25rem 0.5rem 0;
  }

  :not(.edit-dialog) > .text-editor > .edit-title {
    display: none;
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
    max-block-size: 8.5rem;
    overflow: auto;
  }

  .suggestion {
    appearance: none;
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-inline-size: 0;
    max-inline-size: 100%;
    min-block-size: 36px;
    padding-block: 0;
    padding-inline: 0.3rem 0.8rem;
    border: 1px solid var(--_border-strong);
    border-radius: 999px;
    background: transparent;
    font-size: 0.925em;
    cursor: pointer;
  }

  .suggested-name {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .suggestion:hover {
    background: var(--_surface-sunken);
  }

  .suggestion:focus-visible {
    outline-offset: -2px;
  }

  .suggestion[aria-pressed='true'] {
    border-color: var(--_accent-text);
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
    accent-color: var(--_accent-text);
  }

  @media (pointer: coarse) {
    .name-field,
    .choice,
    .suggestion {
      min-block-size: 44px;
    }
  }

  @media (prefers-contrast: more) {
    .suggestion,
    .text-field,
    .name-field {
      border-color: var(--_text);
    }
  }

  @media (forced-colors: active) {
    .suggestion[aria-pressed='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }

  @media print {
    .row-menu,
    .text-editor {
      display: none;
    }
  }
`;
