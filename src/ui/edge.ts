/**
 * What crosses the edge of an element. A listener of the page sees the element as the target of everything inside it. It cannot tell a
 * text field from a button, and a list that scrolls from one that does not. So these end at the edge:
 *
 * - keys of fields, and in dialogs and menus; keys that press a control; all keys that the element has used. Modified keys pass, and
 *   so do Tab and Escape, unless they were used. A key goes up where it went down;
 * - what is typed, changed, copied, cut and pasted in a field;
 * - the start of a press on a control, a field, a dialog or a menu. The click passes;
 * - wheel and touch, while something inside can scroll that way.
 *
 * `IntakeController` keeps the files that are dropped on the element, and takes pasted ones unless the element `isCovered`.
 * What the page puts into slots is not inside. Listeners in the capture phase cannot be stopped from here.
 */

const FIELDS = 'input, textarea, select, [contenteditable]';
const SURFACES = `${FIELDS}, dialog, [popover], form`;
const PRESSED = `${SURFACES}, a[href], button, label, summary, [data-drags]`;
const PASSING_KEYS = /^(?:Tab|Escape|Shift|Control|Alt|Meta|CapsLock|F\d)/;

type Root = HTMLElement | DocumentFragment;

/** The target if it is in this root itself; null for what the page puts into a slot. */
const targetIn = (root: Root, event: Event): Element | null => {
  const [target] = event.composedPath() as [Element];
  return target.getRootNode() === root ? target : null;
};

/** On a Mac, the Option key types signs. */
const isModified = (event: KeyboardEvent): boolean =>
  !event.getModifierState('AltGraph') &&
  (event.ctrlKey || event.metaKey || (event.altKey && !/Mac|iP/.test(navigator.platform)));

/** True for a key that a field, a dialog, a menu or a pressed control uses. */
const isKeyOf = (target: Element, event: KeyboardEvent): boolean =>
  !PASSING_KEYS.test(event.key) &&
  !isModified(event) &&
  target.closest(/^(?: |Enter)$/.test(event.key) ? PRESSED : SURFACES) !== null;

/** True if the target, or something around it in its root, can scroll by these pixels. */
const canScroll = (target: Element, across: number, down: number): boolean => {
  for (let around: Element | null = target; around; around = around.parentElement) {
    const { scrollTop, scrollHeight, clientHeight, scrollWidth, clientWidth } = around;
    const left = scrollHeight - clientHeight;
    const isAcross = Math.abs(across) > Math.abs(down);
    const hasRoom = isAcross
      ? scrollWidth > clientWidth
      : down < 0
        ? scrollTop > 0
        : left - scrollTop >= 1;
    const { overflowX, overflowY } = getComputedStyle(around);
    if (hasRoom && /auto|scroll/.test(isAcross ? overflowX : overflowY)) return true;
  }
  return false;
};

/** Ends at `root` what does not cross the edge. Call it before anything else listens there. */
export const guardEdge = (root: Root): void => {
  /** Whether the held keys end here, by `code`. */
  const held = new Map<string, boolean>();
  let wasPrevented = false;
  let closes = false;
  let touched: Touch | undefined;

  /** The targets are noted on the way in, because a listener may take them out of the root. */
  const targets = new WeakMap<Event, Element>();
  const note = (event: Event): void => {
    const target = targetIn(root, event);
    if (target !== null) targets.set(event, target);
  };

  const listen = <Type extends Event>(
    types: string,
    ends: (target: Element, event: Type) => boolean,
  ): void => {
    const listener = (event: Event): void => {
      const target = targets.get(event);
      if (target !== undefined && ends(target, event as Type)) event.stopPropagation();
    };
    for (const type of types.split(' ')) {
      root.addEventListener(type, note, { capture: true, passive: true });
      root.addEventListener(type, listener, { passive: true });
    }
  };

  root.addEventListener(
    'keydown',
    (event) => {
      const { code, key } = event as KeyboardEvent;
      // It stays so if something inside stops the key.
      held.set(code, true);
      wasPrevented = event.defaultPrevented;
      closes = key === 'Escape' && root.querySelector('dialog[open], :popover-open') !== null;
    },
    { capture: true },
  );
  listen<KeyboardEvent>('keydown', (target, event) => {
    const isUsed = closes || (event.defaultPrevented && !wasPrevented);
    const ends = isUsed || isKeyOf(target, event);
    held.set(event.code, ends);
    return ends;
  });
  listen<KeyboardEvent>('keypress keyup', (target, event) => {
    const ends = held.get(event.code) ?? isKeyOf(target, event);
    if (event.type === 'keyup') held.delete(event.code);
    return ends;
  });
  listen(
    'beforeinput input change copy cut paste',
    (target, { defaultPrevented }) => defaultPrevented || target.closest(FIELDS) !== null,
  );
  listen('pointerdown mousedown', (target) => target.closest(PRESSED) !== null);
  listen<WheelEvent>(
    'wheel',
    (target, { deltaX, deltaY, ctrlKey }) => !ctrlKey && canScroll(target, deltaX, deltaY),
  );
  listen<TouchEvent>('touchstart touchmove', (target, { type, touches }) => {
    const last = touched;
    touched = touches[0];
    if (type === 'touchstart') return target.closest(PRESSED) !== null;
    if (!last || !touched || touches.length > 1) return false;
    return canScroll(target, last.clientX - touched.clientX, last.clientY - touched.clientY);
  });
};

/** The element and all around it, also outside its shadow tree. */
const withAncestors = (element: Element): readonly Element[] => {
  const around: Element[] = [];
  let node: Element | null = element;
  while (node !== null) {
    around.push(node);
    const root = node.getRootNode();
    node =
      node.assignedSlot ??
      node.parentElement ??
      ('host' in root ? (root as ShadowRoot).host : null);
  }
  return around;
};

/** Parts of the width and height of what is in view. Something small may cover some of these points. */
const PROBES = [0.5, 0.1, 0.9];

/** True if a person cannot reach the element: it is inert, or something modal is open elsewhere, or lies over all that is in view. */
export const isCovered = (element: Element): boolean => {
  const around = withAncestors(element);
  if (around.some((one) => one.matches('[inert], [aria-hidden="true"]'))) return true;
  const { innerWidth, innerHeight } = window;
  const inView = (one: Element): DOMRect | null => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const [x, y] = [Math.max(left, 0), Math.max(top, 0)];
    const seen = new DOMRect(
      x,
      y,
      Math.min(right, innerWidth) - x,
      Math.min(bottom, innerHeight) - y,
    );
    return seen.width > 0 && seen.height > 0 ? seen : null;
  };
  const modals = [...element.ownerDocument.querySelectorAll(':modal, [aria-modal="true"]')];
  const isShown = (modal: Element): boolean =>
    inView(modal) !== null &&
    modal.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  if (modals.some((modal) => !around.includes(modal) && isShown(modal))) return true;
  const seen = inView(element);
  if (seen === null) return false;
  const root = element.getRootNode() as Document | ShadowRoot;
  return !PROBES.some((x) =>
    PROBES.some((y) =>
      element.contains(root.elementFromPoint(seen.x + seen.width * x, seen.y + seen.height * y)),
    ),
  );
};
