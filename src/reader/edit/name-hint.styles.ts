import { css } from 'lit';

export const nameHintStyles = css`
  .name-hint {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    padding-inline: 0.6rem 0;
    border-radius: var(--_radius-small);
    background: var(--_accent-soft);
    font-size: 0.925em;
  }

  .name-hint .button {
    min-block-size: 32px;
    padding-block: 0;
    color: var(--_accent-text);
    white-space: nowrap;
  }

  .name-hint > .icon {
    color: var(--_text-muted);
  }

  @container reader (inline-size < 18rem) {
    .name-hint > .icon {
      display: none;
    }

    .name-hint .button {
      padding-inline: 0.4em;
    }
  }

  .name-hint-text {
    min-inline-size: 0;
    margin: 0;
  }

  .name-hint-close {
    appearance: none;
    flex: none;
    margin-inline-start: auto;
    display: grid;
    place-items: center;
    inline-size: 32px;
    block-size: 32px;
    padding: 0;
    border: 0;
    border-radius: calc(var(--_radius-small) * 0.7);
    background: transparent;
    color: var(--_text-muted);
    cursor: pointer;
  }

  .name-hint-close:hover {
    background: color-mix(in oklab, var(--_text) 9%, transparent);
    color: var(--_text);
  }

  @media (pointer: coarse) {
    .name-hint .button {
      min-block-size: 44px;
    }

    .name-hint-close {
      inline-size: 44px;
      block-size: 44px;
    }
  }

  @media (prefers-contrast: more) {
    .name-hint {
      border: 1px solid var(--_text);
    }
  }

  @media (forced-colors: active) {
    .name-hint {
      border: 1px solid CanvasText;
    }
  }

  @media print {
    .name-hint {
      display: none;
    }
  }
`;
