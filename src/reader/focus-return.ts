/** Gives the focus back to what opened a menu or a dialog. */

const CONTROLS =
  'a[href], button, input, select, summary, textarea, [contenteditable], [tabindex="0"]';

type Root = Document | ShadowRoot;

const rootOf = (element: Element): Root => element.getRootNode() as Root;

/** Returns false if the element cannot have the focus: it is disabled, hidden or gone. */
export const tryFocus = (element: HTMLElement): boolean => {
  element.focus({ preventScroll: true });
  return element.matches(':focus');
};

/**
 * The focused control; null if there is none in this root. The body and boxes that only take clicks are no controls. One that is
 * disabled or hidden loses the focus when the page is drawn next.
 */
export const focusedControl = (root: Root): HTMLElement | null => {
  const { activeElement } = root;
  const hasFocus =
    activeElement?.matches(`:is(${CONTROLS}):not(:disabled)`) === true &&
    activeElement.getClientRects().length > 0;
  return hasFocus ? (activeElement as HTMLElement) : null;
};

/** True if the focus is on no control: the one that had it is gone, or the click was on a text. */
const isLost = (root: Root): boolean => {
  const { activeElement } = document;
  const isElsewhere =
    root instanceof ShadowRoot && activeElement !== null && !activeElement.contains(root.host);
  return focusedControl(root) === null && !(isElsewhere && activeElement.matches(CONTROLS));
};

/**
 * Remembers the place of `opener`. The returned function gives the focus back to it, or else to the nearest control, in
 * their order, that can have it. With `onlyIfLost`, a control that has the focus keeps it.
 */
export const rememberOpener = (
  opener: HTMLElement,
): ((options?: { readonly onlyIfLost?: boolean }) => void) => {
  const root = rootOf(opener);
  const controls = [...root.querySelectorAll<HTMLElement>(CONTROLS)];
  const place = controls.indexOf(opener);
  return ({ onlyIfLost = false } = {}) => {
    if ((onlyIfLost && !isLost(root)) || tryFocus(opener)) return;
    for (let by = 1; by < controls.length; by += 1) {
      const near = [controls[place - by], controls[place + by]];
      if (near.some((control) => control?.isConnected === true && tryFocus(control))) return;
    }
  };
};

/** Opens a modal dialog. When it has closed in any way, the focus goes back. */
export const openModal = (dialog: HTMLDialogElement): void => {
  // `showModal` throws while the dialog is open.
  if (dialog.open) return;
  const opener = focusedControl(rootOf(dialog));
  const giveBack = opener && rememberOpener(opener);
  dialog.showModal();
  dialog.addEventListener('close', () => giveBack?.({ onlyIfLost: true }), { once: true });
};
