/** The toast, with its styles: a short message about the last action, for four seconds. */
import { css, nothing, type TemplateResult } from 'lit';
import { html } from '../ui/html.js';
import { isMoreKey, MORE_KEY } from './edit/edit-keys.js';
import { rememberOpener } from './focus-return.js';
import { browserTimers, type Timers } from './player/timers.js';
import type { ReaderContext, ToastMessage } from './store.js';

/** In milliseconds. */
const SHOWN_FOR = 4_000;
/** In milliseconds, for a toast that asks something. */
const ASKED_FOR = 20_000;

/** Announces each toast of the store, and hides it after a while. */
export const createToasts = (
  { store, strings, announce }: ReaderContext,
  timers: Timers = browserTimers,
) => {
  const shown = (): ToastMessage | null => store.getState().toast;
  /** While the toast is hovered or focused, it stays. */
  const held = { hovered: false, focused: false };
  /** Gives the focus back to where it was before it moved into the toast; null if it was on no control. */
  let giveBack: (() => void) | null = null;
  let cancel = (): void => undefined;

  const hide = (): void => store.dispatch({ type: 'toast', toast: null });

  /** Starts the four seconds again, unless the toast is held. */
  const wait = (): void => {
    cancel();
    if (shown() !== null && !held.hovered && !held.focused)
      cancel = timers.schedule(hide, shown()?.more ? ASKED_FOR : SHOWN_FOR);
  };

  const hold = (change: Partial<typeof held>): void => {
    Object.assign(held, change);
    wait();
  };

  const undo = (): void => {
    const run = shown()?.undo;
    hide();
    run?.();
  };

  const runMore = (): void => {
    const more = shown()?.more;
    hide();
    more?.run();
  };

  const onFocusin = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    const isInside =
      relatedTarget instanceof Node && (currentTarget as Node).contains(relatedTarget);
    if (!isInside)
      giveBack = relatedTarget instanceof HTMLElement ? rememberOpener(relatedTarget) : null;
    hold({ focused: true });
  };

  const onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    hide();
  };

  const renderToast = ({ text, undo: canUndo, more }: ToastMessage): TemplateResult => html`
    <div
      class="toast"
      part="toast"
      @pointerenter=${() => hold({ hovered: true })}
      @pointerleave=${() => hold({ hovered: false })}
      @focusin=${onFocusin}
      @focusout=${() => hold({ focused: false })}
      @keydown=${onKeydown}
    >
      <span class="toast-text" aria-hidden="true"><bdi>${text}</bdi></span>
      ${
        more
          ? html`<button
              type="button"
              class="toast-undo"
              aria-keyshortcuts=${MORE_KEY}
              title=${MORE_KEY}
              @click=${runMore}
            >
              ${more.label}
            </button>`
          : nothing
      }
      ${
        canUndo === undefined
          ? nothing
          : html`<button type="button" class="toast-undo" @click=${undo}>${strings.undo}</button>`
      }
    </div>
  `;

  store.subscribe(({ toast }, before) => {
    if (toast === before.toast) return;
    const back = held.focused ? giveBack : null;
    Object.assign(held, { hovered: false, focused: false });
    giveBack = null;
    if (toast !== null) announce([toast.text, toast.more?.label].filter(Boolean).join('. '));
    wait();
    // The new toast may have no button to keep the focus.
    back?.();
  });

  return {
    /** Place it last in the reader. It sticks to the bottom of the visible part. */
    render: (toast: ToastMessage | null): TemplateResult => html`
      <div class="toast-area">${toast === null ? nothing : renderToast(toast)}</div>
    `,
    /** Does more of the same if the key press asks for it. Returns false for other keys. */
    runMore(event: KeyboardEvent): boolean {
      if (!isMoreKey(event) || !shown()?.more) return false;
      event.preventDefault();
      runMore();
      return true;
    },
    hostDisconnected: hide,
  };
};

export const toastStyles = css`
  /* Takes no space. --_bar is the height of a bar that sticks to the bottom. */
  .toast-area {
    position: sticky;
    inset-block-end: var(--_bar, 0px);
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
    flex-wrap: wrap;
    align-items: center;
    justify-content: end;
    gap: 0.4rem 0.75rem;
    inline-size: max-content;
    max-inline-size: min(48rem, 100%);
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
    flex: 1 1 7em;
    min-inline-size: 0;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }

  .toast-undo {
    flex: none;
    min-inline-size: var(--_touch);
    min-block-size: max(34px, var(--_touch));
    padding: 0.2rem 0.8rem;
    border: 1px solid color-mix(in oklab, currentcolor 55%, transparent);
    font-weight: 650;
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
  }
`;
