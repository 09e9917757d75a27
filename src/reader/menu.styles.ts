import { css } from 'lit';

export const menuStyles = css`
  .menu-root {
    flex: none;
  }

  .menu {
    min-inline-size: min(13rem, calc(100vi - 16px));
    max-inline-size: min(24rem, calc(100vi - 16px));
    padding: 6px;
    overflow: auto;
    overscroll-behavior: contain;
    font-weight: 400;
    line-height: 1.4;
  }

  .menu:focus-visible {
    outline: none;
  }

  .menu-group + .menu-group {
    margin-block-start: 6px;
    padding-block-start: 6px;
    border-block-start: 1px solid var(--_border);
  }

  .menu-heading {
    padding: 0.35rem 0.75rem 0.2rem;
    color: var(--_text-muted);
    font-size: 0.8125em;
    font-weight: 600;
  }

  .menu-item {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    inline-size: 100%;
    min-block-size: max(38px, var(--_touch));
    padding: 0.35rem 0.75rem;
    text-align: start;
    overflow-wrap: anywhere;
  }

  .menu-item .icon {
    color: var(--_text-muted);
  }

  .menu-mark {
    flex: none;
    display: grid;
    inline-size: 1.25em;
  }

  .menu-item .menu-mark .icon {
    color: inherit;
  }

  .menu-label {
    flex: 1;
    min-inline-size: 0;
  }

  .menu-detail {
    flex: none;
    color: var(--_text-muted);
    font-size: 0.875em;
  }

  .menu:not(.by-keyboard) .menu-item:hover,
  .menu-item:focus-visible {
    background: var(--_surface-sunken);
  }

  @media (forced-colors: active) {
    .menu:not(.by-keyboard) .menu-item:hover,
    .menu-item:focus-visible {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }

    :is(.menu:not(.by-keyboard) .menu-item:hover, .menu-item:focus-visible) * {
      color: inherit;
    }
  }
`;
