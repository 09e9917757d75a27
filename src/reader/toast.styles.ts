import { css } from 'lit';

export const toastStyles = css`
  /* Takes no space. Set --_toast-offset to the height of a bar that sticks to the bottom. */
  .toast-area {
    position: sticky;
    inset-block-end: var(--_toast-offset, 0px);
    z-index: 5;
    block-size: 0;
    margin-block-start: calc(var(--_space) * -0.75);
    pointer-events: none;
  }

  .toast {
    position: absolute;
    inset-block-end: 0.75rem;
    inset-inline: 0;
    display: flex;
    align-items: center;
    gap: 0.75rem;
    inline-size: max-content;
    max-inline-size: min(30rem, 100%);
    min-block-size: 44px;
    margin-inline: auto;
    padding: 0.4rem 1rem;
    border: 1px solid transparent;
    border-radius: var(--_radius-small);
    background: var(--_text);
    color: var(--_surface);
    box-shadow: var(--_shadow);
    font-size: 0.925em;
    line-height: 1.4;
    pointer-events: auto;
    animation: toast-in var(--_ease);
  }

  .toast:has(.toast-undo) {
    padding-inline-end: 0.4rem;
  }

  .toast-text {
    display: -webkit-box;
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }

  .toast-undo {
    appearance: none;
    flex: none;
    min-block-size: 34px;
    padding: 0.2rem 0.8rem;
    border: 1px solid color-mix(in oklab, currentcolor 55%, transparent);
    border-radius: calc(var(--_radius-small) * 0.7);
    background: transparent;
    font-weight: 650;
    cursor: pointer;
  }

  .toast-undo:hover {
    background: color-mix(in oklab, currentcolor 18%, transparent);
  }

  .toast-undo:focus-visible {
    outline-color: currentcolor;
    outline-offset: 1px;
  }

  @keyframes toast-in {
    from {
      translate: 0 0.5rem;
    }
  }

  @media (pointer: coarse) {
    .toast-undo {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
  }

  @media (prefers-contrast: more) {
    .toast-undo {
      border-color: currentcolor;
    }
  }

  @media (forced-colors: active) {
    .toast {
      border-color: CanvasText;
      background: Canvas;
      color: CanvasText;
    }

    .toast-undo {
      border-color: ButtonText;
    }
  }
`;
