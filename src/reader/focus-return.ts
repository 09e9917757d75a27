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

/** So many controls on each side of an opener are remembered. A long transcript has thousands. */
const NEIGHBOURS = 10;

/** The controls around this one, the nearest first. */
const controlsAround = (opener: HTMLElement): readonly HTMLElement[] => {
  const walker = (): TreeWalker => {
    const created = document.createTreeWalker(rootOf(opener), NodeFilter.SHOW_ELEMENT, (node) =>
      (node as Element).matches(CONTROLS) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
    );
    created.currentNode = opener;
    return created;
  };
  const [before, after] = [walker(), walker()];
  const found: HTMLElement[] = [];
  for (let by = 0; by < NEIGHBOURS; by += 1)
    for (const node of [before.previousNode(), after.nextNode()])
      if (node !== null) found.push(node as HTMLElement);
  return found;
};

/**
 * Remembers the place of `opener`. The returned function gives the focus back to it, or else to the nearest control, in
 * their order, that can have it. With `onlyIfLost`, a control that has the focus keeps it.
 */
export const rememberOpener = (
  opener: HTMLElement,
): ((options?: { readonly onlyIfLost?: boolean }) => void) => {
  const root = rootOf(opener);
  const around = controlsAround(opener);
  return ({ onlyIfLost = false } = {}) => {
    if ((onlyIfLost && !isLost(root)) || tryFocus(opener)) return;
    around.some((control) => control.isConnected && tryFocus(control));
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
