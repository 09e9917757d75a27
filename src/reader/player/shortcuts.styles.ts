import { css } from 'lit';

export const shortcutStyles = css`
  /* Not in the tab order. Focused after a click inside, so that shortcuts work. */
  .reader:focus {
    outline: none;
  }

  .shortcuts {
    inline-size: min(26rem, calc(100vi - min(2rem, 8vi)));
    max-block-size: calc(100vb - 2rem);
    padding: 0;
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
    color: var(--_text);
    font-family: var(--_font);
  }

  .shortcuts::backdrop {
    background: rgb(0 0 0 / 45%);
  }

  .shortcuts-body {
    padding: 0.75rem min(1.25rem, 6vi) 1.25rem;
  }

  .shortcuts-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin-inline-end: calc(-1 * min(0.6rem, 3vi));
  }

  .shortcuts-title {
    overflow-wrap: anywhere;
    font-size: 1.1em;
    font-weight: 650;
  }

  .shortcut-list {
    margin: 0;
  }

  .shortcut {
    display: flex;
    align-items: baseline;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0.25rem 1rem;
    padding-block: 0.4rem;
    border-block-start: 1px solid var(--_border);
  }

  .shortcut dt {
    order: 2;
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem;
  }

  .shortcut dd {
    flex: 1 8em;
    margin: 0;
  }

  .key {
    min-inline-size: 1.9em;
    padding: 0.05em 0.5em;
    border: 1px solid var(--_border-strong);
    border-block-end-width: 2px;
    border-radius: 6px;
    background: var(--_surface-sunken);
    font: inherit;
    font-size: 0.875em;
    font-weight: 600;
    text-align: center;
  }

  .shortcuts-hint {
    padding-block-start: 0.75rem;
    border-block-start: 1px solid var(--_border);
    color: var(--_text-muted);
    font-size: 0.875em;
  }
`;
