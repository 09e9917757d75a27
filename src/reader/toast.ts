/** The toast: a short message about the last action, for four seconds. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ReaderStrings } from '../strings/strings.js';
import { browserTimers, type Timers } from './player/timers.js';
import type { ReaderStore, ToastMessage } from './store.js';

export interface Toasts {
  /** Shows a message in place of the last one, and announces it. */
  show(message: ToastMessage): void;
  hide(): void;
  /** Place it last in the reader. It sticks to the bottom of the visible part. */
  render(toast: ToastMessage | null): TemplateResult;
}

/** In milliseconds. */
const SHOWN_FOR = 4_000;

export const createToasts = (options: {
  readonly store: ReaderStore;
  readonly strings: ReaderStrings;
  /** Announces a sentence politely to screen readers. */
  readonly announce: (sentence: string) => void;
  readonly timers?: Timers;
}): Toasts => {
  const { store, strings, announce, timers = browserTimers } = options;
  const shown = (): ToastMessage | null => store.getState().toast;
  /** While the toast is hovered or focused, it stays. */
  const held = { hovered: false, focused: false };
  /** Where the focus was before it moved into the toast. */
  let focusBefore: HTMLElement | null = null;
  let cancel = (): void => undefined;

  const hide = (): void => {
    cancel();
    if (shown() === null) return;
    const back = held.focused ? focusBefore : null;
    Object.assign(held, { hovered: false, focused: false });
    focusBefore = null;
    store.dispatch({ type: 'toast', toast: null });
    if (back?.isConnected === true) back.focus({ preventScroll: true });
  };

  /** Starts the four seconds again, unless the toast is held. */
  const wait = (): void => {
    cancel();
    if (shown() !== null && !held.hovered && !held.focused)
      cancel = timers.schedule(hide, SHOWN_FOR);
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

  const onFocusin = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    const isInside =
      relatedTarget instanceof Node && (currentTarget as Node).contains(relatedTarget);
    if (!isInside) focusBefore = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    hold({ focused: true });
  };

  const onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    hide();
  };

  const renderToast = ({ text, undo: canUndo }: ToastMessage): TemplateResult => html`
    <div
      class="toast"
      part="toast"
      @pointerenter=${() => hold({ hovered: true })}
      @pointerleave=${() => hold({ hovered: false })}
      @focusin=${onFocusin}
      @focusout=${() => hold({ focused: false })}
      @keydown=${onKeydown}
    >
      <span class="toast-text" aria-hidden="true">${text}</span>
      ${
        canUndo === undefined
          ? nothing
          : html`<button type="button" class="toast-undo" @click=${undo}>${strings.undo}</button>`
      }
    </div>
  `;

  return {
    show(toast) {
      // The new message may have no button to keep the focus.
      if (held.focused) hide();
      store.dispatch({ type: 'toast', toast });
      announce(toast.text);
      wait();
    },
    hide,
    render: (toast) => html`
      <div class="toast-area">${toast === null ? nothing : renderToast(toast)}</div>
    `,
  };
};
