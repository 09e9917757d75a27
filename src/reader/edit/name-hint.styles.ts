import { css } from 'lit';

export const nameHintStyles = css`
  .name-hint {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 0.6rem;
    padding-block: 0.35rem;
    padding-inline: 0.75rem 0.35rem;
    border-radius: var(--_radius-small);
    background: var(--_accent-soft);
  }

  .name-hint > .icon {
    color: var(--_text-muted);
  }

  .name-hint-text {
    flex: 1;
    min-inline-size: 0;
    margin: 0;
  }

  .name-hint-close {
    appearance: none;
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 36px;
    block-size: 36px;
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

  /* The button takes a line of its own, below the text. */
  @container (inline-size < 30rem) {
    .name-hint-text {
      flex-basis: 60%;
    }

    .name-hint .button {
      order: 1;
      margin-inline-start: calc(1.25em + 0.6rem);
    }
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
