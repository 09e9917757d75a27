import { css } from 'lit';

export const editStyles = css`
  .row-menu {
    display: grid;
    place-items: center;
    color: var(--_text-muted);
  }

  .row-menu:hover,
  .row-menu[aria-expanded='true'] {
    background: color-mix(in oklab, var(--_text) 9%, transparent);
    color: var(--_text);
  }

  .segment:has(.text-editor) .row-menu {
    visibility: hidden;
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

  .name-field {
    min-block-size: var(--_touch);
  }

  .text-field {
    display: block;
    overflow: auto;
    resize: none;
    field-sizing: content;
  }

  :is(.text-field, .name-field)[aria-invalid='true'] {
    border-color: var(--_danger);
  }

  .text-field:focus-visible,
  .name-field:focus-visible {
    outline-offset: -1px;
  }

  /* In the place of the paragraph, or in the row of the line. */
  .text-editor {
    grid-area: 1 / 2 / auto / -1;
    gap: 0.5rem;
    max-inline-size: 74ch;
    padding: 0.25rem 0 0.75rem;
    scroll-margin-block: 1rem;
  }

  /* Part of no name: voice control names these buttons by what they do. */
  .edit-key::after {
    content: attr(data-key);
  }

  .edit-key::after,
  .text-editor .key {
    flex: none;
    min-inline-size: 0;
    padding-inline: 0.35em;
    font-size: 0.75em;
    font-weight: 400;
  }

  .text-editor .button .key {
    margin-inline-start: 0.5em;
    border-color: currentcolor;
    background: transparent;
    color: inherit;
  }

  .edit-audio {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.15rem 0.3rem;
    min-inline-size: 0;
  }

  .edit-dialog .edit-audio {
    flex: none;
    padding: 0 1rem max(0.75rem, env(safe-area-inset-bottom));
  }

  .edit-dialog .edit-key {
    justify-content: center;
    padding: 0;
  }

  /* Without room for all of it: the choice of a speaker has its own Cancel. */
  :is(.sheet.low, .sheet > .choosing) :is(.edit-audio, .edit-buttons .quiet),
  .sheet .text-editor .key,
  .sheet .edit-key::after {
    display: none;
  }

  .sheet .text-editor .edit-fields {
    min-block-size: 4.5rem;
  }

  .edit-key {
    display: inline-flex;
    align-items: center;
    gap: 0.35rem;
    min-inline-size: 36px;
    min-block-size: 36px;
    padding: 0 0.4rem;
    color: var(--_text);
    font-size: 0.925em;
  }

  .edit-key:hover {
    background: var(--_surface-sunken);
  }

  .edit-key[aria-pressed='true'] {
    background: var(--_accent-soft);
    color: var(--_accent-text);
  }

  .edit-rate {
    min-inline-size: 3ch;
    color: var(--_text-muted);
    font-size: 0.875em;
    text-align: center;
  }

  .speaker-choice {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: start;
    gap: 0.4rem;
    min-inline-size: 0;
    padding: 0.75rem;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-small);
  }

  .speaker-choice .field {
    inline-size: min(100%, 22rem);
  }

  /* Phones have none of these keys. */
  @media (hover: none) and (pointer: coarse) {
    .text-editor .key,
    .edit-key::after {
      display: none;
    }

    .edit-key {
      min-inline-size: 44px;
      min-block-size: 44px;
      justify-content: center;
    }
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
    max-inline-size: 100%;
    overflow: auto;
  }

  .suggestion {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-inline-size: 0;
    max-inline-size: 100%;
    min-block-size: max(36px, var(--_touch));
    padding-block: 0;
    padding-inline: 0.3rem 0.8rem;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_round);
    font-size: 0.925em;
  }

  .suggested-name {
    min-inline-size: 0;
  }

  .suggestion:hover {
    background: var(--_surface-sunken);
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
    min-block-size: max(32px, var(--_touch));
    cursor: pointer;
  }

  .choice input {
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    margin: 0;
    accent-color: var(--_accent-text);
  }

  @media (forced-colors: active) {
    .suggestion[aria-pressed='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
