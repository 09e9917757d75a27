import type { ReactiveController } from 'lit';

/** Moves the focus to the player if a rendering removes the focused control, for example if the audio cannot be played. */
export const createFocusKeeper = (
  within: (selector: string) => HTMLElement | null,
): ReactiveController => {
  let focused: Element | null = null;
  return {
    hostUpdate() {
      focused = within(':focus');
    },
    hostUpdated() {
      if (focused?.isConnected === false)
        within('.play, .unavailable button')?.focus({ preventScroll: true });
    },
  };
};
