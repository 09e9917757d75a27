import { css } from 'lit';

/** The form of an editor, in its row or in a dialog, and the dialog. */
export const editDialogStyles = css`
  .edit-form {
    display: grid;
    min-inline-size: 0;
  }

  .edit-fields {
    display: grid;
    align-content: start;
    gap: 0.35rem;
    min-inline-size: 0;
  }

  .edit-title {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    font-weight: 650;
    overflow-wrap: anywhere;
  }

  .edit-title .tabular {
    flex: none;
    color: var(--_text-muted);
    font-weight: 400;
  }

  .edit-problem,
  .edit-note {
    font-size: 0.875em;
    overflow-wrap: anywhere;
  }

  .edit-problem {
    color: var(--_danger);
  }

  .edit-problem:empty,
  .edit-note:empty {
    display: none;
  }

  .edit-note:not(:empty) {
    padding: 0.5em 0.75em;
    border-radius: calc(var(--_radius-small) * 0.7);
    background: var(--_accent-soft);
  }

  .edit-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }

  .edit-buttons .button {
    min-inline-size: 0;
    min-block-size: max(36px, var(--_touch));
    overflow-wrap: anywhere;
  }

  .edit-dialog {
    inline-size: min(23rem, calc(100vi - 16px));
    max-inline-size: none;
    padding: 0;
    overflow: hidden;
  }

  .edit-dialog[open] {
    display: flex;
    flex-direction: column;
  }

  .edit-dialog::backdrop {
    background: transparent;
  }

  .edit-dialog > .edit-form {
    display: flex;
    flex: 0 1 auto;
    flex-direction: column;
    gap: 0;
    min-block-size: 0;
    max-inline-size: none;
    padding: 0;
  }

  .edit-dialog .edit-title {
    flex: none;
    padding: 0.9rem 1rem 0;
  }

  .edit-dialog .edit-fields {
    display: flex;
    flex: 0 1 auto;
    flex-direction: column;
    gap: 0.75rem;
    min-block-size: 0;
    padding: 0.75rem 1rem;
    overflow: auto;
    overscroll-behavior: contain;
  }

  .edit-dialog .edit-fields > * {
    flex: none;
  }

  .edit-dialog .edit-buttons {
    flex: none;
    padding: 0 1rem 1rem;
  }

  /* At the bottom of the part of the page that is visible above the on-screen keyboard. */
  .edit-dialog.sheet {
    left: var(--_visible-left, 0);
    top: var(--_visible-end, 100dvb);
    translate: 0 -100%;
    inline-size: var(--_visible-width, 100%);
    max-block-size: var(--_visible-height, 100dvb);
    border-inline: 0;
    border-block-end: 0;
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }

  .sheet .edit-buttons {
    padding-block-end: max(0.75rem, env(safe-area-inset-bottom));
  }

  .sheet .text-field {
    min-block-size: 3.2rem;
  }

  .sheet.low .edit-title {
    display: none;
  }

  .sheet.low .edit-fields {
    padding-block: 0.5rem;
  }

  .sheet.low .edit-buttons {
    padding-block-end: 0.5rem;
  }

  .edit-dialog.sheet::backdrop {
    background: rgb(0 0 0 / 40%);
  }

  @media (forced-colors: active) {
    .edit-note:not(:empty) {
      border: 1px solid CanvasText;
    }
  }
`;
