import { css } from 'lit';

export const exportMenuStyles = css`
  .export {
    position: relative;
    flex: none;
  }

  .export summary.button {
    list-style: none;
    border-color: var(--_border);
    color: var(--_text);
    font-size: 0.925em;
  }

  .export summary::-webkit-details-marker {
    display: none;
  }

  .formats {
    position: absolute;
    z-index: 3;
    inset-block-start: calc(100% + 6px);
    inset-inline-end: 0;
    inline-size: max-content;
    min-inline-size: 15rem;
    max-inline-size: 80vi;
    padding: 6px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }

  .format {
    appearance: none;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 2rem;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 0.4rem 0.75rem;
    border: 0;
    border-radius: calc(var(--_radius-small) * 0.7);
    background: transparent;
    text-align: start;
    cursor: pointer;
  }

  .format:hover {
    background: var(--_surface-sunken);
  }

  .format:focus-visible {
    outline-offset: -2px;
  }

  .actions {
    margin-block-start: 6px;
    padding-block-start: 6px;
    border-block-start: 1px solid var(--_border);
  }

  .actions .icon {
    color: var(--_text-muted);
  }

  .export-status {
    margin-inline-start: auto;
    color: var(--_text-muted);
    font-size: 0.875em;
  }

  .extension {
    color: var(--_text-muted);
    font-size: 0.875em;
  }

  @container reader (inline-size < 24rem) {
    .export .label {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    .export summary.button {
      inline-size: 44px;
      padding: 0;
    }
  }
`;
